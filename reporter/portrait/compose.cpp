// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/portrait/compose.h"

#include "reporter/join/joined.h"
#include "reporter/portrait/described.h"
#include "reporter/portrait/distinct.h"
#include "reporter/portrait/edges.h"
#include "reporter/portrait/measured.h"

#include <algorithm>
#include <tuple>

namespace worklines::portrait {
namespace {

using join::Evidence;
using join::Run;
using join::Runs;

/// An entry only if there is something to list. Jobs in order of id; a job with several runs once.
void list_excluded(std::vector<Excluded>& list, const char* reason, const std::vector<LeftOut>& left_out,
                   const Runs& runs) {
    if (left_out.empty()) return;
    Excluded excluded{.reason = reason, .jobs = {}, .hours = {}};
    for (const LeftOut& one : left_out) {
        const auto id = runs.text(runs.runs[one.run].id);
        if (excluded.jobs.empty() || excluded.jobs.back() != id) excluded.jobs.emplace_back(id);
        excluded.hours += one.hours;
    }
    list.push_back(std::move(excluded));
}

std::vector<Excluded> excluded(const Counted& counted, const Runs& runs) {
    std::vector<Excluded> list;
    list_excluded(list, "orphan", counted.orphans, runs);
    list_excluded(list, "over_limit", counted.over_limit, runs);
    list_excluded(list, "absurd", counted.absurd, runs);
    list_excluded(list, "opt_out", counted.opted_out, runs);
    // An id leads to the person by squeue and sacct.
    if (!counted.opted_out.empty()) list.back().jobs.clear();
    return list;
}

/// What is counted while the runs are walked through.
struct Sums {
    std::uint64_t jobs = 0;
    std::uint32_t last_job = join::none;
    Hours hours;
    std::vector<std::uint32_t> users, scripts;
    std::vector<std::uint64_t> families;
};

std::vector<Sums> sums_by_line(const Runs& runs, const lines::Lines& lines, const Counted& counted) {
    std::vector<Sums> sums(lines.lines.size());
    for (const CountedRun& one : counted.runs) {
        const Run& run = runs.runs[one.run];
        const lines::Family& family = lines.families[lines.family_of_run[one.run]];
        Sums& sum = sums[family.line];
        if (sum.last_job != one.job) ++sum.jobs;
        sum.last_job = one.job;
        sum.hours += one.hours;
        sum.users.push_back(run.user);
        sum.families.push_back(family.script != 0 ? family.script : family.key);
        if (run.script != join::none) sum.scripts.push_back(run.script);
    }
    return sums;
}

bool is_heavier(const Line& one, const Line& other) {
    return std::tuple(-one.hours.gpu, -one.hours.cpu, std::string_view(one.id)) <
           std::tuple(-other.hours.gpu, -other.hours.cpu, std::string_view(other.id));
}

std::vector<Line> lines_of(const Runs& runs, const lines::Lines& lines, const Counted& counted,
                           std::vector<Line> described) {
    std::vector<Line> list;
    std::vector<Sums> sums = sums_by_line(runs, lines, counted);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        Sums& sum = sums[i];
        if (sum.jobs == 0) continue;
        Line line = std::move(described[i]);
        line.id = lines.lines[i].id;
        line.title = lines.lines[i].title;
        line.jobs = sum.jobs;
        line.hours = sum.hours;
        line.users = count_distinct(std::move(sum.users));
        line.families = count_distinct(std::move(sum.families));
        line.scripts = count_distinct(std::move(sum.scripts));
        list.push_back(std::move(line));
    }
    std::sort(list.begin(), list.end(), is_heavier);
    return list;
}

void set_joined(Portrait& portrait, const Counted& counted) {
    for (std::size_t i = 0; i < counted.jobs_by_evidence.size(); ++i) {
        const auto evidence = static_cast<Evidence>(i);
        const std::uint64_t jobs = counted.jobs_by_evidence[i];
        if (jobs == 0) continue;
        portrait.joined_by.emplace(join::evidence_name(evidence), jobs);
        if (evidence != Evidence::no_snapshot && evidence != Evidence::ambiguous) portrait.joined_jobs += jobs;
    }
    if (counted.jobs > 0)
        portrait.joined_share = static_cast<double>(portrait.joined_jobs) / static_cast<double>(counted.jobs);
}

} // namespace

Portrait compose(const Runs& runs, const lines::Notes& notes, const lines::Lines& lines, const Counted& counted,
                 std::string cluster, Period period) {
    Portrait portrait;
    portrait.cluster = std::move(cluster);
    portrait.period = std::move(period);
    portrait.jobs = counted.jobs;
    portrait.users = counted.users;
    portrait.scripts = counted.scripts;
    portrait.submissions = counted.submissions;
    portrait.never_started = counted.never_started;
    portrait.hours = counted.hours;
    portrait.measured = measure(runs, counted);
    portrait.gpus_in_accounting = counted.gpus_in_accounting;
    set_joined(portrait, counted);
    portrait.excluded = excluded(counted, runs);
    Description description = describe(runs, notes, lines, counted);
    portrait.lines = lines_of(runs, lines, counted, std::move(description.lines));
    portrait.edges = edges_of(runs, notes, lines, counted);
    portrait.habits = std::move(description.habits);
    portrait.waits = counted.waits;
    return portrait;
}

} // namespace worklines::portrait
