// SPDX-License-Identifier: GPL-2.0-or-later
// Groups of units with the ids that they keep from month to month, and what the admin wishes of them.
#pragma once

#include "reporter/join/joined.h"
#include "reporter/lines/units.h"
#include "reporter/lines/wishes.h"

#include <cstdint>
#include <string>
#include <vector>

namespace worklines::lines {

struct Groups {
    std::vector<std::uint32_t> group_of_unit; ///< numbered in order of the first unit
    std::vector<std::string> ids;             ///< by group
};

/// A group has its id from the script that was submitted before all its others. Splits are done first, then merges
/// and pins; wishes about lines or people that are not here are no error.
Groups grouped(const join::Runs& runs, const Units& units, std::vector<std::uint32_t> group_of_unit,
               const Wishes& wishes);

} // namespace worklines::lines
