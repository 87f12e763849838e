// SPDX-License-Identifier: GPL-2.0-or-later
// Which runs belong together. Families first: scripts that are versions of one another. What one person does in one
// project is a point; points that say the same things are a line. Deterministic: same input, same lines.
#pragma once

#include "reporter/join/joined.h"
#include "reporter/lines/notes.h"
#include "reporter/lines/wishes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace worklines::lines {

/// How a run came into its line; `lines --why` says it in words.
enum class Ground : std::uint8_t {
    project,     ///< by what the scripts of its person and project say
    home,        ///< submitted from the home folder: where most of the person's jobs are
    name,        ///< no script: the person's runs of that name are of the family
    person,      ///< no script: where most of the person's jobs are
    name_only,   ///< no script, and nothing is known of the person's other jobs
    interactive, ///< salloc, or srun without a script, of somebody without other jobs
};

struct Family {
    std::uint64_t key = 0;              ///< stays from month to month
    std::uint64_t script = 0;           ///< the same where several persons have the same script; 0 without one
    std::vector<std::uint32_t> scripts; ///< indices into Runs::scripts, in order of first submission
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

/// With a site's wishes fulfilled.
Lines assign(const join::Runs& runs, const Notes& notes, const Wishes& wishes = {});

} // namespace worklines::lines
