// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/groups.h"

#include "reporter/lines/key.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <unordered_map>

namespace worklines::lines {
namespace {

class Grouping {
  public:
    Grouping(const join::Runs& runs, const Units& units, std::vector<std::uint32_t> group_of_unit)
        : runs_(runs), units_(units.units), group_of_unit_(std::move(group_of_unit)) {
        std::uint32_t groups = 0;
        for (const std::uint32_t group : group_of_unit_)
            groups = std::max(groups, group + 1);
        ids_.resize(groups);
    }

    Groups fulfil(const Wishes& wishes) {
        give_ids();
        for (const Wishes::Move& split : wishes.splits)
            move_to(add_group(), split.whose, split.line);
        give_ids();
        for (const Wishes::Merge& merge : wishes.merges) {
            const std::uint32_t into = group_with(merge.into);
            for (std::uint32_t& group : group_of_unit_)
                if (std::ranges::find(merge.lines, ids_[group]) != merge.lines.end()) group = into;
        }
        for (const Wishes::Move& pin : wishes.pins)
            move_to(group_with(pin.line), pin.whose, {});
        return numbered_anew();
    }

  private:
    /// Groups that have one keep it.
    void give_ids() {
        constexpr std::uint32_t nobody = UINT32_MAX;
        std::vector<std::uint32_t> founder(ids_.size(), nobody);
        const auto age = [this](std::uint32_t unit) {
            return std::tuple(units_[unit].first_submit, units_[unit].first_script);
        };
        for (std::uint32_t unit = 0; unit < units_.size(); ++unit)
            if (std::uint32_t& first = founder[group_of_unit_[unit]]; first == nobody || age(unit) < age(first))
                first = unit;
        std::set<std::string> taken(ids_.begin(), ids_.end());
        for (std::uint32_t group = 0; group < ids_.size(); ++group) {
            if (!ids_[group].empty() || founder[group] == nobody) continue;
            const std::uint64_t key = units_[founder[group]].first_script;
            int turn = 0;
            do
                ids_[group] = id_of(key, turn++);
            while (!taken.insert(ids_[group]).second);
        }
    }

    std::uint32_t add_group() {
        ids_.emplace_back();
        return static_cast<std::uint32_t>(ids_.size() - 1);
    }

    std::uint32_t group_with(const std::string& id) {
        const auto known = std::ranges::find(ids_, id);
        if (known != ids_.end()) return static_cast<std::uint32_t>(known - ids_.begin());
        ids_.push_back(id);
        return static_cast<std::uint32_t>(ids_.size() - 1);
    }

    /// `from`: only units of this line; empty: of any.
    void move_to(std::uint32_t group, const Whose& whose, const std::string& from) {
        for (std::uint32_t unit = 0; unit < units_.size(); ++unit)
            if (whose.is(runs_.text(units_[unit].person), units_[unit].project) &&
                (from.empty() || ids_[group_of_unit_[unit]] == from))
                group_of_unit_[unit] = group;
    }

    Groups numbered_anew() {
        Groups groups;
        std::unordered_map<std::uint32_t, std::uint32_t> number;
        for (const std::uint32_t group : group_of_unit_) {
            const auto [known, is_new] = number.try_emplace(group, static_cast<std::uint32_t>(groups.ids.size()));
            if (is_new) groups.ids.push_back(ids_[group]);
            groups.group_of_unit.push_back(known->second);
        }
        return groups;
    }

    const join::Runs& runs_;
    const std::vector<Unit>& units_;
    std::vector<std::uint32_t> group_of_unit_;
    std::vector<std::string> ids_;
};

} // namespace

Groups grouped(const join::Runs& runs, const Units& units, std::vector<std::uint32_t> group_of_unit,
               const Wishes& wishes) {
    return Grouping(runs, units, std::move(group_of_unit)).fulfil(wishes);
}

} // namespace worklines::lines
