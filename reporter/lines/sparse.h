// SPDX-License-Identifier: GPL-2.0-or-later
// Sparse vectors: weights by number of term, terms ascending.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace worklines::lines {

using SparseVector = std::vector<std::pair<std::uint32_t, float>>;

double dot(const SparseVector& one, const SparseVector& other);
SparseVector sum(const SparseVector& one, const SparseVector& other);
/// To length 1; a vector of zeros stays.
void normalise(SparseVector& vector);

} // namespace worklines::lines
