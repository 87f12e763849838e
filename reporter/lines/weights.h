// SPDX-License-Identifier: GPL-2.0-or-later
// How much a term tells: the fewer persons use it, the more. What most persons of the cluster write is boilerplate;
// which words that is comes from the data.
#pragma once

#include "reporter/lines/sparse.h"

#include <cstdint>
#include <span>
#include <vector>

namespace worklines::lines {

/// What a person's scripts of one project say.
struct Said {
    std::uint32_t person = 0;
    SparseVector
        share; ///< by term: the share of the scripts in which it stands, 0..1, times the weight of its kind
};

/// Vectors of length 1, in which a term is heavier the fewer persons use it, and light if it is one person's habit.
std::vector<SparseVector> weigh(std::span<const Said> all);

} // namespace worklines::lines
