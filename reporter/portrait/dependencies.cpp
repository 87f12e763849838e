// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/portrait/dependencies.h"

#include "core/script/submit_line.h"
#include "core/text/dependency.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace worklines::portrait {
namespace {

using join::Run;
using join::Runs;
using join::TextId;

/// What a run asks for; each text is read once.
class Asked {
  public:
    explicit Asked(const Runs& runs) : runs_(runs) {}

    const std::vector<text::Dependency>& of(const Run& run) {
        if (run.dependency != 0) return read(typed_, run.dependency, runs_.text(run.dependency));
        const std::string_view line = runs_.text(run.submit_line);
        const auto known = by_line_.find(run.submit_line);
        if (known != by_line_.end()) return known->second;
        return read(by_line_, run.submit_line, script::submit_option(line, "dependency").value_or(""));
    }

  private:
    using Known = std::unordered_map<TextId, std::vector<text::Dependency>>;

    static const std::vector<text::Dependency>& read(Known& known, TextId id, std::string_view typed) {
        const auto [place, is_new] = known.try_emplace(id);
        if (is_new) place->second = text::parse_dependencies(typed);
        return place->second;
    }

    const Runs& runs_;
    Known typed_, by_line_;
};

/// The runs under the ids that somebody waits for.
class Targets {
  public:
    explicit Targets(const Runs& runs) : runs_(runs) {}

    void want(std::int64_t job) { by_id_.try_emplace(job); }

    void offer(std::uint32_t index) {
        const Run& run = runs_.runs[index];
        add(run.parent, index);
        // A task may be waited for by its own id.
        if (run.id_raw != run.parent) add(run.id_raw, index);
    }

    /// join::none: not there.
    std::uint32_t find(std::int64_t job, const Run& waiting) const {
        std::uint32_t found = join::none;
        for (const std::uint32_t index : by_id_.at(job)) {
            const Run& run = runs_.runs[index];
            const bool is_itself = run.parent == waiting.parent && run.submit_line == waiting.submit_line;
            if (run.cluster != waiting.cluster || run.submit > waiting.submit || is_itself) continue;
            if (found == join::none || run.submit > runs_.runs[found].submit) found = index;
        }
        return found;
    }

  private:
    void add(std::int64_t job, std::uint32_t index) {
        const auto wanted = by_id_.find(job);
        if (wanted == by_id_.end()) return;
        // Of a submission's tasks the first is enough.
        std::vector<std::uint32_t>& known = wanted->second;
        const bool has_it = std::ranges::any_of(known, [&](std::uint32_t other) {
            return runs_.runs[other].submit == runs_.runs[index].submit &&
                   runs_.runs[other].cluster == runs_.runs[index].cluster;
        });
        if (!has_it) known.push_back(index);
    }

    const Runs& runs_;
    std::unordered_map<std::int64_t, std::vector<std::uint32_t>> by_id_;
};

} // namespace

std::vector<Dependency> dependencies_of(const Runs& runs, std::span<const std::uint32_t> among) {
    Asked asked(runs);
    Targets targets(runs);
    for (const std::uint32_t index : among)
        for (const text::Dependency& one : asked.of(runs.runs[index]))
            targets.want(one.job);
    for (const std::uint32_t index : among)
        targets.offer(index);
    std::vector<Dependency> found;
    for (const std::uint32_t index : among) {
        const Run& run = runs.runs[index];
        for (const text::Dependency& one : asked.of(run))
            if (const std::uint32_t on = targets.find(one.job, run); on != join::none)
                found.push_back({index, on, one.type});
    }
    std::ranges::sort(found);
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace worklines::portrait
