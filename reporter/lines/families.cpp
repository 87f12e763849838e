// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/families.h"

#include "reporter/lines/key.h"
#include "reporter/lines/near_duplicates.h"
#include "reporter/lines/project.h"

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>

namespace worklines::lines {
namespace {

using join::Run;
using join::Runs;

constexpr double same_enough = 0.75; // of the words of two versions

/// A script as one person has it in one project.
struct Owned {
    join::TextId person;
    std::string_view project;
    std::uint32_t script;
    auto operator<=>(const Owned&) const = default;
};

struct Version {
    Owned owned;
    std::int64_t first_submit = 0;
};

class Gathering {
  public:
    Gathering(const Runs& runs, const Notes& notes) : runs_(runs), notes_(notes) {}

    ScriptFamilies families() {
        find_versions();
        // Person and project by their text: a number depends on the order of the input.
        std::ranges::sort(versions_, {}, [this](const Version& version) {
            const Owned& owned = version.owned;
            return std::tuple(runs_.text(owned.person), owned.project, version.first_submit,
                              std::string_view(runs_.scripts[owned.script].sha256));
        });
        for (std::size_t from = 0, to = 0; from < versions_.size(); from = to) {
            while (to < versions_.size() && versions_[to].owned.person == versions_[from].owned.person &&
                   versions_[to].owned.project == versions_[from].owned.project)
                ++to;
            make_families(std::span(versions_).subspan(from, to - from));
        }
        order_by_key();
        place_runs();
        return std::move(result_);
    }

  private:
    std::optional<Owned> owned_by(const Run& run) const {
        if (run.script == join::none || notes_.scripts[run.script].key == 0) return std::nullopt;
        return Owned{run.user, project_of(runs_.text(run.user), runs_.text(run.work_dir)), run.script};
    }

    void find_versions() {
        std::map<Owned, std::int64_t> first;
        for (const Run& run : runs_.runs)
            if (const auto owned = owned_by(run)) {
                const auto [known, is_new] = first.try_emplace(*owned, run.submit);
                if (!is_new) known->second = std::min(known->second, run.submit);
            }
        for (const auto& [owned, submit] : first)
            versions_.push_back({owned, submit});
    }

    /// Of one person and project, in order of time.
    void make_families(std::span<const Version> versions) {
        std::map<std::uint64_t, std::uint32_t> with_key; // exact after normalisation: index into `distinct`
        std::vector<std::uint32_t> distinct, distinct_of(versions.size());
        std::vector<std::span<const std::uint32_t>> words;
        for (std::uint32_t i = 0; i < versions.size(); ++i) {
            const ScriptNotes& notes = notes_.scripts[versions[i].owned.script];
            const auto [known, is_new] =
                with_key.try_emplace(notes.key, static_cast<std::uint32_t>(distinct.size()));
            if (is_new) {
                distinct.push_back(i);
                words.emplace_back(notes.words);
            }
            distinct_of[i] = known->second;
        }
        const auto first = first_of_kind(words, same_enough);
        std::map<std::uint32_t, std::uint32_t> family_of; // by the first of a kind
        for (std::uint32_t i = 0; i < versions.size(); ++i) {
            const std::uint32_t kind = first[distinct_of[i]];
            const auto [known, is_new] =
                family_of.try_emplace(kind, static_cast<std::uint32_t>(result_.families.size()));
            if (is_new) begin_family(versions[i]);
            result_.families[known->second].scripts.push_back(versions[i].owned.script);
            family_of_owned_[versions[i].owned] = known->second;
        }
    }

    void begin_family(const Version& version) {
        ScriptFamily family;
        family.script = notes_.scripts[version.owned.script].key;
        family.person = version.owned.person;
        family.project = version.owned.project;
        family.first_submit = version.first_submit;
        family.key = key_of(std::to_string(family.script), runs_.text(family.person), family.project);
        result_.families.push_back(std::move(family));
    }

    void order_by_key() {
        std::vector<std::uint32_t> order(result_.families.size()), place(order.size());
        for (std::uint32_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::sort(order, {}, [this](std::uint32_t i) { return result_.families[i].key; });
        std::vector<ScriptFamily> families;
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
            families.push_back(std::move(result_.families[order[i]]));
        }
        result_.families = std::move(families);
        for (auto& [owned, family] : family_of_owned_)
            family = place[family];
    }

    void place_runs() {
        for (const Run& run : runs_.runs) {
            const auto owned = owned_by(run);
            result_.family_of_run.push_back(owned ? family_of_owned_.at(*owned) : join::none);
        }
    }

    const Runs& runs_;
    const Notes& notes_;
    std::vector<Version> versions_;
    std::map<Owned, std::uint32_t> family_of_owned_;
    ScriptFamilies result_;
};

} // namespace

ScriptFamilies families_of(const Runs& runs, const Notes& notes) { return Gathering(runs, notes).families(); }

} // namespace worklines::lines
