// SPDX-License-Identifier: GPL-2.0-or-later
// Script families: what is one script in several versions, of one person and project. A script that persons share
// is a family of each of them: it holds nobody together.
#pragma once

#include "reporter/join/joined.h"
#include "reporter/lines/notes.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace worklines::lines {

struct ScriptFamily {
    std::uint64_t key = 0;    ///< from person, project and the key of its first version
    std::uint64_t script = 0; ///< the first version's script::family_key
    std::int64_t first_submit = 0;
    join::TextId person = 0;
    std::string_view project;           ///< into Runs::texts; empty for the home folder
    std::vector<std::uint32_t> scripts; ///< indices into Runs::scripts, in order of first submission
};

struct ScriptFamilies {
    std::vector<ScriptFamily> families;       ///< by key
    std::vector<std::uint32_t> family_of_run; ///< join::none where the script is not known or says nothing
};

/// Versions have the same family key, or most of their words in common with a version before.
ScriptFamilies families_of(const join::Runs& runs, const Notes& notes);

} // namespace worklines::lines
