// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/neighbours.h"

#include <algorithm>

namespace worklines::lines {
namespace {

constexpr std::size_t most_near = 24;
constexpr std::size_t common = 400; ///< points with a term: beyond it the term finds nobody

/// Points by term, for the terms that find somebody.
std::vector<std::vector<std::pair<std::uint32_t, float>>> index_of(std::span<const Point> points) {
    std::uint32_t terms = 0;
    for (const Point& point : points)
        if (!point.terms.empty()) terms = std::max(terms, point.terms.back().first + 1);
    std::vector<std::vector<std::pair<std::uint32_t, float>>> points_of(terms);
    for (std::uint32_t i = 0; i < points.size(); ++i)
        for (const auto& [term, weight] : points[i].terms)
            points_of[term].emplace_back(i, weight);
    // Where there are few points, no term is too common.
    for (auto& list : points_of)
        if (list.size() > common) list.clear();
    return points_of;
}

} // namespace

std::vector<std::pair<std::uint32_t, std::uint32_t>> near_pairs(std::span<const Point> points) {
    const auto points_of = index_of(points);
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::vector<float> shared(points.size());
    std::vector<std::uint32_t> met;
    for (std::uint32_t i = 0; i < points.size(); ++i) {
        met.clear();
        for (const auto& [term, weight] : points[i].terms)
            for (const auto& [other, its_weight] : points_of[term]) {
                if (other == i) continue;
                if (shared[other] == 0) met.push_back(other);
                shared[other] += weight * its_weight;
            }
        const std::size_t few = std::min(most_near, met.size());
        std::partial_sort(met.begin(), met.begin() + static_cast<std::ptrdiff_t>(few), met.end(),
                          [&](std::uint32_t a, std::uint32_t b) {
                              return shared[a] != shared[b] ? shared[a] > shared[b] : a < b;
                          });
        for (std::size_t k = 0; k < few; ++k)
            pairs.emplace_back(std::min(i, met[k]), std::max(i, met[k]));
        for (const std::uint32_t other : met)
            shared[other] = 0;
    }
    std::ranges::sort(pairs);
    pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
    return pairs;
}

} // namespace worklines::lines
