// SPDX-License-Identifier: GPL-2.0-or-later
// Which points may be alike at all, without comparing each with each.
#pragma once

#include "reporter/lines/linkage.h"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace worklines::lines {

/// For each point the few that say most alike, found by the terms that few points have. Ascending, each pair once.
std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(std::span<const Point> points);

} // namespace worklines::lines
