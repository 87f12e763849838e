// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/units.h"

#include "reporter/lines/weights.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>
#include <unordered_map>
#include <unordered_set>

namespace worklines::lines {
namespace {

constexpr float shared_weight = 0.1F;
constexpr float name_weight = 4; ///< a word that each script says weighs 1
constexpr float project_weight = 4;

/// How many persons have each script.
std::unordered_map<std::uint64_t, std::size_t> owners_of(const ScriptFamilies& families) {
    std::map<std::pair<std::uint64_t, join::TextId>, bool> seen;
    std::unordered_map<std::uint64_t, std::size_t> owners;
    for (const ScriptFamily& family : families.families)
        if (seen.try_emplace({family.script, family.person}, true).second) ++owners[family.script];
    return owners;
}

/// By term the share of the scripts that say it; each family counts once, however many versions it has, and little
/// where others have the script too: it is a tool of many, if the unit has anything of its own.
SparseVector said_by(const Unit& unit, const ScriptFamilies& families, const Notes& notes,
                     const std::unordered_map<std::uint64_t, std::size_t>& owners) {
    const auto weight_of = [&](const ScriptFamily& family) {
        return owners.at(family.script) > 1 ? shared_weight : 1.0F;
    };
    float all = 0;
    for (const std::uint32_t family : unit.families)
        all += weight_of(families.families[family]);
    const auto first_name = static_cast<std::uint32_t>(notes.terms.size());
    std::unordered_map<std::uint32_t, float> share;
    for (const std::uint32_t number : unit.families) {
        const ScriptFamily& family = families.families[number];
        const float part = weight_of(family) / all / static_cast<float>(family.scripts.size());
        for (const std::uint32_t script : family.scripts) {
            for (const std::uint32_t word : notes.scripts[script].words)
                share[word] += part;
            for (const std::uint32_t name : notes.scripts[script].names)
                share[first_name + name] += part * name_weight;
        }
    }
    SparseVector said(share.begin(), share.end());
    std::ranges::sort(said);
    return said;
}

/// Two persons' projects of one name are often one project. Numbers go on behind those of words.
void add_projects(std::vector<Said>& said, const Units& units, const ScriptFamilies& families, const Notes& notes) {
    std::map<std::string_view, std::uint32_t> numbers;
    for (std::size_t i = 0; i < said.size(); ++i) {
        const std::string_view project = families.families[units.units[i].families.front()].project;
        if (project.empty() || project.front() == '/') continue; // nobody's own folder
        const auto next = static_cast<std::uint32_t>(notes.terms.size() + notes.names.size() + numbers.size());
        said[i].share.emplace_back(numbers.try_emplace(project, next).first->second, project_weight);
    }
}

/// By domain the root of the share of the scripts that are for it, so that units with the same shares have a
/// product of 1 (Bhattacharyya's coefficient). Scripts of unknown domain are in none.
SparseVector fields_of(const Unit& unit, const ScriptFamilies& families, const Notes& notes, TermPool& domains) {
    std::map<std::uint32_t, float> share;
    float all = 0;
    for (const std::uint32_t family : unit.families)
        for (const std::uint32_t script : families.families[family].scripts) {
            const std::string& domain = notes.scripts[script].domain;
            if (domain == "unknown" || domain == "other") continue;
            const float part = 1.0F / static_cast<float>(families.families[family].scripts.size());
            share[domains.number(domain)] += part;
            all += part;
        }
    SparseVector fields(share.begin(), share.end());
    for (auto& [domain, part] : fields)
        part = std::sqrt(part / all);
    return fields;
}

} // namespace

Units units_of(const join::Runs& runs, const ScriptFamilies& families) {
    std::unordered_set<join::TextId> with_project;
    for (const ScriptFamily& family : families.families)
        if (!family.project.empty()) with_project.insert(family.person);
    Units units;
    std::map<std::tuple<std::string_view, std::string_view, std::uint64_t>, Unit> by_place;
    for (std::uint32_t i = 0; i < families.families.size(); ++i) {
        const ScriptFamily& family = families.families[i];
        if (family.project.empty() && with_project.contains(family.person)) {
            units.loose.push_back(i);
            continue;
        }
        const std::uint64_t alone = family.project.empty() ? family.key : 0;
        Unit& unit = by_place[{runs.text(family.person), family.project, alone}];
        const std::tuple first{family.first_submit, family.script};
        if (unit.families.empty() || first < std::tuple(unit.first_submit, unit.first_script))
            std::tie(unit.first_submit, unit.first_script) = first;
        unit.person = family.person;
        unit.project = family.project;
        unit.families.push_back(i);
    }
    for (auto& [place, unit] : by_place)
        units.units.push_back(std::move(unit));
    return units;
}

std::vector<Point> points_of(const Units& units, const ScriptFamilies& families, const Notes& notes) {
    const auto owners = owners_of(families);
    std::vector<Said> said;
    for (const Unit& unit : units.units)
        said.push_back({unit.person, said_by(unit, families, notes, owners)});
    add_projects(said, units, families, notes);
    auto vectors = weigh(said);
    TermPool domains;
    std::vector<Point> points;
    for (std::size_t i = 0; i < units.units.size(); ++i)
        points.push_back(
            {std::move(vectors[i]), fields_of(units.units[i], families, notes, domains), units.units[i].person});
    return points;
}

} // namespace worklines::lines
