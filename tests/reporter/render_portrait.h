// SPDX-License-Identifier: GPL-2.0-or-later
// A month to render: one of each that a report can show.
#pragma once

#include "reporter/portrait/portrait.h"

namespace worklines::test {

inline portrait::Line docking_line() {
    portrait::Line line;
    line.id = "l1";
    line.title = "Docking against the SARS-CoV-2 main protease";
    line.summary = "Screens a ligand library | ranks by score";
    line.domain = "chemistry";
    line.activities = {{"measuring", 0.25}, {"training", 0.75}};
    line.jobs = 1234567;
    line.users = 3;
    line.families = 4;
    line.scripts = 17;
    line.hours = {8000.25, 120000.5};
    line.tools = {"gnina", "rdkit"};
    line.models = {"DiffDock"};
    line.benchmarks = {"PoseBusters"};
    line.datasets = {"PDBbind"};
    line.habits = {{"checkpoints", 0.5}};
    return line;
}

inline portrait::Line evaluation_line() {
    portrait::Line line;
    line.id = "l2";
    line.title = "Évaluation d'un modèle 日本語 🐜";
    line.jobs = 7;
    line.users = 1;
    line.families = 1;
    line.scripts = 2;
    line.hours = {0, 0.01};
    return line;
}

inline portrait::Portrait month() {
    portrait::Portrait portrait;
    portrait.cluster = "ants";
    portrait.period = {"2026-02-01", "2026-03-01"};
    portrait.jobs = 1234574;
    portrait.users = 4;
    portrait.scripts = 19;
    portrait.submissions = 321;
    portrait.never_started = 12;
    portrait.hours = {8000.25, 120000.51};
    portrait.gpus_in_accounting = true;
    portrait.joined_jobs = 1234573;
    portrait.measured = {0.914, 0.62, 0.88, 0.437, 0.71};
    portrait.joined_share = 0.9999992;
    portrait.joined_by = {{"no_snapshot", 1}, {"snapshot", 1234573}};
    portrait.excluded = {{"orphan", {"4711", "4712_3"}, {1.5, 96}}};
    portrait.lines = {docking_line(), evaluation_line()};
    portrait.edges = {{"l1", "l1", "afterok", "train", "evaluate", 1022},
                      {"l1", "l2", "afterany", "unknown", "analyse", 1}};
    portrait.waits = {{"1 cpu", 900, 12, 600, 86400}, {"2-7 cpus", 21, 60, 3700, 200000}};
    portrait.habits = {{"checkpoints", 0.5}, {"throttled arrays", 1}};
    return portrait;
}

} // namespace worklines::test
