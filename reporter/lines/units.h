// SPDX-License-Identifier: GPL-2.0-or-later
// The points between which lines are found: what one person does in one project.
#pragma once

#include "reporter/lines/families.h"
#include "reporter/lines/linkage.h"
#include "reporter/lines/notes.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace worklines::lines {

struct Unit {
    join::TextId person = 0;
    std::string_view project;            ///< into Runs::texts; empty for the home folder
    std::int64_t first_submit = 0;       ///< in the period
    std::uint64_t first_script = 0;      ///< ScriptFamily::script of that family
    std::vector<std::uint32_t> families; ///< indices into ScriptFamilies::families
};

struct Units {
    std::vector<Unit> units;          ///< by person and project
    std::vector<std::uint32_t> loose; ///< families of persons who have projects, but submitted from the home folder
};

Units units_of(const join::Runs& runs, const ScriptFamilies& families);

/// What each unit says, weighed by how much it tells.
std::vector<Point> points_of(const Units& units, const ScriptFamilies& families, const Notes& notes);

} // namespace worklines::lines
