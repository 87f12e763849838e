// SPDX-License-Identifier: GPL-2.0-or-later
// Which sets of words are nearly the same.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace worklines::lines {

/// Size of what both have over size of what either has, 0..1. Both ascending.
double jaccard(std::span<const std::uint32_t> one, std::span<const std::uint32_t> other);

/// For each set the first of its kind: a set joins the latest one before it with which it has at least `enough` in
/// common (Jaccard), and so the first of that one. Candidates come from MinHash (Broder 1997) in bands, so that the
/// cost grows with the number of sets and not with its square; a pair that has just `enough` in common may be
/// missed.
std::vector<std::uint32_t> first_of_kind(const std::vector<std::span<const std::uint32_t>>& sets, double enough);

} // namespace worklines::lines
