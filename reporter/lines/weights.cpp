// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/weights.h"

#include <algorithm>
#include <cmath>

namespace worklines::lines {
namespace {

constexpr std::size_t few_persons = 6;
constexpr double boilerplate = 0.5; ///< of the persons: what more of them say tells nothing
constexpr double little = 0.2;      ///< of a unit's terms
constexpr double habit = 0.3;       ///< by what a term counts less that one person alone uses

/// For each term by how many it is used: persons, or projects where persons are too few to tell habit from subject.
std::vector<std::uint32_t> holders_of(std::span<const Said> all, std::size_t terms, bool by_person) {
    std::vector<std::uint32_t> order(all.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, {}, [&](std::uint32_t i) { return all[i].person; });
    std::vector<std::uint32_t> holders(terms), last(terms, UINT32_MAX);
    for (const std::uint32_t i : order) {
        const std::uint32_t holder = by_person ? all[i].person : i;
        for (const auto& [term, share] : all[i].share)
            if (last[term] != holder) {
                last[term] = holder;
                ++holders[term];
            }
    }
    return holders;
}

std::size_t persons_of(std::span<const Said> all) {
    std::vector<std::uint32_t> persons;
    for (const Said& said : all)
        persons.push_back(said.person);
    std::ranges::sort(persons);
    return static_cast<std::size_t>(std::unique(persons.begin(), persons.end()) - persons.begin());
}

} // namespace

std::vector<SparseVector> weigh(std::span<const Said> all) {
    std::size_t terms = 0;
    for (const Said& said : all)
        if (!said.share.empty()) terms = std::max(terms, std::size_t{said.share.back().first} + 1);
    const std::size_t persons = persons_of(all);
    const bool by_person = persons >= few_persons;
    const double holders = static_cast<double>(by_person ? persons : all.size());
    const auto held_by = holders_of(all, terms, by_person);

    std::vector<SparseVector> vectors;
    for (const Said& said : all) {
        const auto tells = [&](std::uint32_t term) {
            return held_by[term] <= std::max(boilerplate * holders, 2.0);
        };
        const auto telling = std::ranges::count_if(said.share, [&](const auto& one) { return tells(one.first); });
        // Who says hardly anything else is about it: the exercise of a course that most of the persons take.
        const bool keep_all = static_cast<double>(telling) < little * static_cast<double>(said.share.size());
        SparseVector vector;
        for (const auto& [term, share] : said.share) {
            if (!keep_all && !tells(term)) continue;
            const double its_holders = held_by[term];
            const double rarity = std::log((holders + 1) / its_holders) * (its_holders == 1 ? habit : 1);
            vector.emplace_back(term, static_cast<float>(std::sqrt(share) * rarity));
        }
        normalise(vector);
        vectors.push_back(std::move(vector));
    }
    return vectors;
}

} // namespace worklines::lines
