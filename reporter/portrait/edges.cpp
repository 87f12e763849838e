// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/portrait/edges.h"

#include "reporter/portrait/dependencies.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <tuple>

namespace worklines::portrait {
namespace {

using join::Run;
using join::Runs;

/// Line and activity at both ends, and the type.
using Way = std::tuple<std::uint32_t, std::uint32_t, std::string_view, std::string_view, std::string_view>;

struct Jobs {
    std::uint64_t count = 0;
    std::uint32_t last = join::none; ///< runs of a job follow each other
};

/// Of a run whose script is not known, but placed by its name among others: what those do.
std::string_view activity_of(std::uint32_t index, const Runs& runs, const lines::Notes& notes,
                             const lines::Lines& lines) {
    const auto of_script = [&](std::uint32_t script) { return std::string_view(notes.scripts[script].activity); };
    const Run& run = runs.runs[index];
    if (run.script != join::none) return of_script(run.script);
    const lines::Family& family = lines.families[lines.family_of_run[index]];
    const bool is_named = lines.ground_of_run[index] == lines::Ground::name && !family.scripts.empty();
    return is_named ? of_script(family.scripts.front()) : "unknown";
}

std::map<Way, Jobs> ways_of(const Runs& runs, const lines::Notes& notes, const lines::Lines& lines,
                            const Counted& counted) {
    std::vector<std::uint32_t> indices;
    for (const CountedRun& one : counted.runs)
        indices.push_back(one.run);
    std::map<Way, Jobs> ways;
    for (const Dependency& one : dependencies_of(runs, indices)) {
        Jobs& jobs = ways[{lines.line_of_run(one.on), lines.line_of_run(one.run), one.type,
                           activity_of(one.on, runs, notes, lines), activity_of(one.run, runs, notes, lines)}];
        const std::uint32_t job = std::ranges::lower_bound(counted.runs, one.run, {}, &CountedRun::run)->job;
        if (jobs.last != job) ++jobs.count;
        jobs.last = job;
    }
    return ways;
}

bool has_more(const Edge& one, const Edge& other) {
    return std::tie(other.jobs, one.from, one.to, one.type, one.from_activity, one.to_activity) <
           std::tie(one.jobs, other.from, other.to, other.type, other.from_activity, other.to_activity);
}

} // namespace

std::vector<Edge> edges_of(const Runs& runs, const lines::Notes& notes, const lines::Lines& lines,
                           const Counted& counted) {
    std::vector<Edge> edges;
    for (const auto& [way, jobs] : ways_of(runs, notes, lines, counted)) {
        const auto& [from, to, type, from_activity, to_activity] = way;
        edges.push_back({lines.lines[from].id, lines.lines[to].id, std::string(type), std::string(from_activity),
                         std::string(to_activity), jobs.count});
    }
    std::ranges::sort(edges, has_more);
    return edges;
}

} // namespace worklines::portrait
