// SPDX-License-Identifier: GPL-2.0-or-later
// The counters of a period: which runs count, for how long, and what was left out. A pure function; what it shows
// is defined here and in verdict.h, and nowhere else.
#pragma once

#include "reporter/join/joined.h"
#include "reporter/portrait/portrait.h"
#include "reporter/portrait/verdict.h"

#include <array>
#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace worklines::portrait {

/// Names of people who are in no figure.
using OptedOut = std::set<std::string, std::less<>>;

struct CountedRun {
    std::uint32_t run = 0; ///< index into Runs::runs
    std::uint32_t job = 0; ///< 0 ... jobs - 1: the runs of a requeued job have one number
    Hours hours;           ///< reserved, inside the period
};

/// A run that adds nothing, or less than accounting says.
struct LeftOut {
    std::uint32_t run = 0;
    Hours hours; ///< what it would add inside the period
};

struct Counted {
    std::vector<CountedRun> runs; ///< ascending, so the runs of a job follow each other
    /// A job: runs of one JobIDRaw. A submission: jobs of one parent. Both under one person's one submit line, so
    /// that ids used again after a database reset are told apart.
    std::uint64_t jobs = 0, submissions = 0;
    std::uint64_t users = 0, scripts = 0; ///< with at least one job
    std::uint64_t never_started = 0;      ///< submitted inside the period; tasks of an array each
    Hours hours;
    std::vector<LeftOut> orphans, over_limit, absurd;
    std::vector<LeftOut> opted_out; ///< would count otherwise; their other exclusions are not listed
    std::uint64_t late_kills = 0;   ///< clipped too, but not worth a list
    Hours late_kill_hours;
    bool gpus_in_accounting = false;
    std::array<std::uint64_t, 5> jobs_by_evidence{}; ///< by join::Evidence
    std::vector<Wait> waits; ///< from eligible to start of the jobs' first runs, by CPUs asked for
};

Counted count(const join::Runs& runs, const Span& span, const OptedOut& opted_out);

} // namespace worklines::portrait
