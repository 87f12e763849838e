// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/linkage.h"

#include "reporter/lines/neighbours.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <queue>
#include <tuple>
#include <unordered_map>

namespace worklines::lines {
namespace {

/// Sums over a group's points: the mean over all pairs of two groups is a product of these.
struct Group {
    SparseVector terms, fields;
    SparseVector persons;                  ///< points by person
    double size = 0;                       ///< points
    double fielded = 0;                    ///< points that speak for a field
    std::map<std::uint32_t, double> bonds; ///< to other groups, summed
    std::vector<std::uint32_t> near;       ///< groups it may become one with
    bool alive = true;
    std::uint32_t version = 0;
};

struct Candidate {
    double likeness;
    std::uint32_t one, other, version_one, version_other;

    bool operator<(const Candidate& than) const {
        return std::tuple(likeness, than.one, than.other) < std::tuple(than.likeness, one, other);
    }
};

class Linkage {
  public:
    Linkage(std::span<const Point> points, std::span<const Bond> bonds, const LinkSettings& settings)
        : settings_(settings), groups_(points.size()), joined_to_(points.size()) {
        std::iota(joined_to_.begin(), joined_to_.end(), 0u);
        for (std::size_t i = 0; i < points.size(); ++i) {
            groups_[i].terms = points[i].terms;
            groups_[i].fields = points[i].fields;
            groups_[i].persons = {{points[i].person, 1.0F}};
            groups_[i].size = 1;
            groups_[i].fielded = points[i].fields.empty() ? 0 : 1;
        }
        note_neighbours(points, bonds);
    }

    std::vector<std::uint32_t> groups() {
        while (!queue_.empty()) {
            const Candidate best = queue_.top();
            queue_.pop();
            if (groups_[best.one].version == best.version_one && groups_[best.other].version == best.version_other)
                join(best.one, best.other);
        }
        return numbered();
    }

  private:
    void note_neighbours(std::span<const Point> points, std::span<const Bond> bonds) {
        for (const auto& [one, other] : near_pairs(points))
            meet(one, other);
        for (const Bond& bond : bonds) {
            if (bond.one == bond.other) continue;
            groups_[bond.one].bonds[bond.other] += bond.strength;
            groups_[bond.other].bonds[bond.one] += bond.strength;
            meet(bond.one, bond.other);
        }
        for (std::uint32_t i = 0; i < groups_.size(); ++i) {
            tidy(groups_[i].near);
            for (const std::uint32_t other : groups_[i].near)
                if (other > i) offer(i, other);
        }
    }

    void meet(std::uint32_t one, std::uint32_t other) {
        groups_[one].near.push_back(other);
        groups_[other].near.push_back(one);
    }

    static void tidy(std::vector<std::uint32_t>& near) {
        std::ranges::sort(near);
        near.erase(std::unique(near.begin(), near.end()), near.end());
    }

    double likeness(const Group& one, const Group& other, std::uint32_t other_number) const {
        const double pairs = one.size * other.size;
        // Pairs in which one speaks for no field are neither of the same nor of different ones.
        const double apart = (one.fielded * other.fielded - dot(one.fields, other.fields)) / pairs;
        const double said = dot(one.terms, other.terms) / pairs * (1 - settings_.other_field * apart);
        const auto bond = one.bonds.find(other_number);
        return said + settings_.same_person * dot(one.persons, other.persons) / pairs +
               (bond == one.bonds.end() ? 0 : bond->second / pairs);
    }

    void offer(std::uint32_t one, std::uint32_t other) {
        const double alike = likeness(groups_[one], groups_[other], other);
        if (alike < settings_.enough) return;
        queue_.push({alike, std::min(one, other), std::max(one, other), groups_[std::min(one, other)].version,
                     groups_[std::max(one, other)].version});
    }

    /// The lower number lives on.
    void join(std::uint32_t into, std::uint32_t from) {
        Group &a = groups_[into], &b = groups_[from];
        joined_to_[from] = into;
        a.terms = sum(a.terms, b.terms);
        a.fields = sum(a.fields, b.fields);
        a.persons = sum(a.persons, b.persons);
        a.size += b.size;
        a.fielded += b.fielded;
        for (const auto& [other, strength] : b.bonds) {
            groups_[other].bonds.erase(from);
            if (other == into) continue;
            a.bonds[other] += strength;
            groups_[other].bonds[into] = a.bonds[other];
        }
        a.bonds.erase(from);
        a.near.insert(a.near.end(), b.near.begin(), b.near.end());
        std::erase_if(a.near,
                      [&](std::uint32_t other) { return other == into || other == from || !groups_[other].alive; });
        tidy(a.near);
        const std::uint32_t last_version = b.version;
        b = Group{};
        b.alive = false;
        b.version = last_version + 1; // what was offered with it is void
        ++a.version;
        for (const std::uint32_t other : a.near) {
            auto& back = groups_[other].near;
            std::erase(back, from);
            if (!std::ranges::binary_search(back, into)) back.insert(std::ranges::lower_bound(back, into), into);
            offer(into, other);
        }
    }

    std::vector<std::uint32_t> numbered() {
        std::vector<std::uint32_t> group_of(joined_to_.size());
        std::unordered_map<std::uint32_t, std::uint32_t> number;
        for (std::uint32_t i = 0; i < joined_to_.size(); ++i) {
            std::uint32_t root = i;
            while (joined_to_[root] != root)
                root = joined_to_[root];
            group_of[i] = number.try_emplace(root, static_cast<std::uint32_t>(number.size())).first->second;
        }
        return group_of;
    }

    const LinkSettings& settings_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> joined_to_;
    std::priority_queue<Candidate> queue_;
};

} // namespace

std::vector<std::uint32_t> link(std::span<const Point> points, std::span<const Bond> bonds,
                                const LinkSettings& settings) {
    return Linkage(points, bonds, settings).groups();
}

} // namespace worklines::lines
