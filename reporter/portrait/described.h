// SPDX-License-Identifier: GPL-2.0-or-later
// What lines are for and how considerate they are, from what their scripts say.
#pragma once

#include "reporter/lines/lines.h"
#include "reporter/portrait/counters.h"
#include "reporter/portrait/portrait.h"

#include <map>
#include <string>
#include <vector>

namespace worklines::portrait {

struct Description {
    /// By index of Lines::lines: domain, activities (by jobs), names (those of most submissions first) and habits
    /// (by submission); nothing else of a Line is set. A job without a script is of unknown activity.
    std::vector<Line> lines;
    std::map<std::string, double> habits; ///< share of all counted submissions that show each
};

Description describe(const join::Runs& runs, const lines::Notes& notes, const lines::Lines& lines,
                     const Counted& counted);

} // namespace worklines::portrait
