// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/sparse.h"

#include <algorithm>
#include <cmath>

namespace worklines::lines {
namespace {

/// A group's sum may be a thousand times longer than a point: then each term of the short one is looked up.
constexpr std::size_t much_longer = 16;

double dot_by_search(const SparseVector& few, const SparseVector& many) {
    double product = 0;
    auto from = many.begin();
    for (const auto& [term, weight] : few) {
        from = std::lower_bound(from, many.end(), term,
                                [](const auto& one, std::uint32_t t) { return one.first < t; });
        if (from == many.end()) break;
        if (from->first == term) product += double{weight} * from->second;
    }
    return product;
}

} // namespace

double dot(const SparseVector& one, const SparseVector& other) {
    if (one.size() > other.size()) return dot(other, one);
    if (one.size() * much_longer < other.size()) return dot_by_search(one, other);
    double product = 0;
    for (auto a = one.begin(), b = other.begin(); a != one.end() && b != other.end();) {
        if (a->first < b->first) {
            ++a;
        } else if (b->first < a->first) {
            ++b;
        } else {
            product += double{a++->second} * b++->second;
        }
    }
    return product;
}

SparseVector sum(const SparseVector& one, const SparseVector& other) {
    SparseVector total;
    total.reserve(one.size() + other.size());
    auto a = one.begin(), b = other.begin();
    while (a != one.end() && b != other.end()) {
        if (a->first < b->first) {
            total.push_back(*a++);
        } else if (b->first < a->first) {
            total.push_back(*b++);
        } else {
            total.emplace_back(a->first, a->second + b->second);
            ++a, ++b;
        }
    }
    total.insert(total.end(), a, one.end());
    total.insert(total.end(), b, other.end());
    return total;
}

void normalise(SparseVector& vector) {
    const double length = std::sqrt(dot(vector, vector));
    if (length == 0) return;
    for (auto& [term, weight] : vector)
        weight = static_cast<float>(weight / length);
}

} // namespace worklines::lines
