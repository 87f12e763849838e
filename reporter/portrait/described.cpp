// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/portrait/described.h"

#include "core/script/facts/habits.h"
#include "reporter/lines/most.h"

#include <algorithm>
#include <set>
#include <unordered_map>

namespace worklines::portrait {
namespace {

using join::Run;
using join::Runs;
using script::Kind;

constexpr std::size_t most_names = 12; ///< of a kind, in a line's description

/// Habits that show on a submit line alone; each line is looked at once.
class SubmitLines {
  public:
    explicit SubmitLines(const Runs& runs) : runs_(runs) {}

    const std::vector<std::string>& habits(const Run& run) {
        const auto [known, is_new] = habits_.try_emplace(run.submit_line);
        if (is_new) known->second = script::habits_of({}, runs_.text(run.submit_line));
        return known->second;
    }

  private:
    const Runs& runs_;
    std::unordered_map<join::TextId, std::vector<std::string>> habits_;
};

/// What is counted of one line, or of all.
struct Tally {
    std::map<std::string, std::uint64_t> domains, activities, habits; ///< by jobs; habits by submission
    std::map<std::uint32_t, std::uint64_t> names;                     ///< by submission
    std::uint64_t jobs = 0, submissions = 0;
    std::uint32_t last_job = join::none; ///< runs come by job, and jobs by submission
    std::int64_t last_parent = -1;
};

class Tallies {
  public:
    Tallies(const Runs& runs, const lines::Notes& notes) : runs_(runs), notes_(notes), submit_lines_(runs) {}

    void add(Tally& tally, const CountedRun& counted) {
        const Run& run = runs_.runs[counted.run];
        const lines::ScriptNotes* notes = run.script == join::none ? nullptr : &notes_.scripts[run.script];
        if (tally.last_job != counted.job) {
            ++tally.jobs;
            ++tally.activities[notes == nullptr ? "unknown" : notes->activity];
            ++tally.domains[notes == nullptr ? "unknown" : notes->domain];
        }
        tally.last_job = counted.job;
        if (tally.last_parent == run.parent) return;
        tally.last_parent = run.parent;
        ++tally.submissions;
        std::set<std::string_view> habits;
        for (const std::string& habit : submit_lines_.habits(run))
            habits.insert(habit);
        if (notes != nullptr) {
            habits.insert(notes->habits.begin(), notes->habits.end());
            for (const std::uint32_t name : notes->names)
                ++tally.names[name];
        }
        for (const std::string_view habit : habits)
            ++tally.habits[std::string(habit)];
    }

  private:
    const Runs& runs_;
    const lines::Notes& notes_;
    SubmitLines submit_lines_;
};

std::map<std::string, double> shares(const std::map<std::string, std::uint64_t>& counts, std::uint64_t of) {
    std::map<std::string, double> list;
    for (const auto& [name, count] : counts)
        list[name] = static_cast<double>(count) / static_cast<double>(of);
    return list;
}

std::vector<std::string> names_of(const Tally& tally, const lines::Notes& notes, Kind kind) {
    std::vector<std::pair<std::uint64_t, std::string>> found;
    for (const auto& [number, submissions] : tally.names)
        if (notes.names[number].kind == kind) found.emplace_back(submissions, notes.names[number].name);
    std::ranges::sort(found, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    if (found.size() > most_names) found.resize(most_names);
    std::vector<std::string> list;
    for (auto& [count, name] : found)
        list.push_back(std::move(name));
    return list;
}

} // namespace

Description describe(const Runs& runs, const lines::Notes& notes, const lines::Lines& lines,
                     const Counted& counted) {
    std::vector<Tally> tallies(lines.lines.size());
    Tally all;
    Tallies walk(runs, notes);
    for (const CountedRun& one : counted.runs) {
        walk.add(tallies[lines.line_of_run(one.run)], one);
        walk.add(all, one);
    }
    Description description;
    description.habits = shares(all.habits, all.submissions);
    for (const Tally& tally : tallies) {
        Line line;
        line.domain = lines::most_of(tally.domains);
        line.activities = shares(tally.activities, tally.jobs);
        line.habits = shares(tally.habits, tally.submissions);
        line.tools = names_of(tally, notes, Kind::tool);
        line.models = names_of(tally, notes, Kind::model);
        line.benchmarks = names_of(tally, notes, Kind::benchmark);
        line.datasets = names_of(tally, notes, Kind::dataset);
        description.lines.push_back(std::move(line));
    }
    return description;
}

} // namespace worklines::portrait
