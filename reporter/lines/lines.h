// SPDX-License-Identifier: GPL-2.0-or-later
// Which runs belong together. Families first: scripts that are versions of one another. For now each family is a
// line of its own. Deterministic: same input, same lines.
#pragma once

#include "core/result.h"
#include "reporter/join/joined.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace worklines::lines {

/// How a run came into its line; `lines --why` says it in words.
enum class Ground : std::uint8_t {
    script,      ///< its script is of the family
    name,        ///< no script: the person's runs of that name are of the family
    name_only,   ///< no script, and none of that name has one
    interactive, ///< salloc, or srun without a script
};

struct Family {
    std::uint64_t key = 0;              ///< script::family_key, or made from person and name
    std::vector<std::uint32_t> scripts; ///< indices into Runs::scripts, ascending
    std::uint32_t line = 0;             ///< index into Lines::lines
};

struct Line {
    std::string id;    ///< `L` and 7 letters or digits: the same every month
    std::string title; ///< no name of a person, a job or a path; no two lines have the same
    std::vector<std::uint32_t> families;
};

struct Lines {
    std::vector<Family> families;
    std::vector<Line> lines;
    std::vector<std::uint32_t> family_of_run; ///< by index of Runs::runs
    std::vector<Ground> ground_of_run;

    std::uint32_t line_of_run(std::uint32_t run) const { return families[family_of_run[run]].line; }
};

/// A script's bytes by index into Runs::scripts. Each is asked for once, and one is held at a time.
using FetchScript = std::function<Result<std::string>(std::uint32_t)>;

/// Error: the first that `fetch` gave.
Result<Lines> assign(const join::Runs& runs, const FetchScript& fetch);

} // namespace worklines::lines
