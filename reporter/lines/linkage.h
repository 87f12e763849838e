// SPDX-License-Identifier: GPL-2.0-or-later
// Groups points by how alike they are. The two groups most alike become one, again and again, while they are alike
// enough. Between groups the mean over all pairs counts: one bridge does not make two groups one.
#pragma once

#include "reporter/lines/sparse.h"

#include <cstdint>
#include <span>
#include <vector>

namespace worklines::lines {

struct Point {
    SparseVector terms;       ///< of length 1, or empty
    SparseVector fields;      ///< by domain it speaks for; of length 1, or empty where it speaks for none
    std::uint32_t person = 0; ///< the same number: the same person
};

/// Evidence between two points beyond what they say: a dependency of their jobs, scripts they share.
struct Bond {
    std::uint32_t one = 0, other = 0;
    double strength = 0; ///< is added to their likeness
};

struct LinkSettings {
    double enough = 0.28;     ///< groups less alike stay apart
    double same_person = 0;   ///< is added for the same person
    double other_field = 0.5; ///< by what likeness shrinks between points of fields that have nothing in common
};

/// The group of each point, numbered in order of its first point. The order of points matters only between pairs
/// that are exactly as alike.
std::vector<std::uint32_t> link(std::span<const Point> points, std::span<const Bond> bonds,
                                const LinkSettings& settings);

} // namespace worklines::lines
