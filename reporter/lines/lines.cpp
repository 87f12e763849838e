// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/lines.h"

#include "reporter/lines/families.h"
#include "reporter/lines/groups.h"
#include "reporter/lines/key.h"
#include "reporter/lines/purpose_title.h"
#include "reporter/lines/units.h"

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

namespace worklines::lines {
namespace {

using join::Run;
using join::Runs;

constexpr std::string_view interactive_title = "Interactive sessions (salloc, srun)";
constexpr std::string_view unread_title = "Jobs whose script is not known";
constexpr std::uint32_t no_line = UINT32_MAX;

bool is_interactive(std::string_view submit_line) {
    const std::string_view program = submit_line.substr(0, submit_line.find(' '));
    const std::string_view name = program.substr(program.rfind('/') + 1); // npos + 1 is 0
    return name == "salloc" || name == "srun";
}

class Assignment {
  public:
    Assignment(const Runs& runs, const Notes& notes, const Wishes& wishes)
        : runs_(runs), notes_(notes), wishes_(wishes) {}

    Lines lines() {
        gather_families();
        link_projects();
        find_main_lines();
        settle_loose_families();
        place_runs_without_script();
        name_lines();
        return std::move(lines_);
    }

  private:
    void gather_families() {
        script_families_ = families_of(runs_, notes_);
        for (const ScriptFamily& family : script_families_.families) {
            family_with_key_[family.key] = static_cast<std::uint32_t>(lines_.families.size());
            lines_.families.push_back({family.key, family.script, family.scripts, no_line});
        }
        lines_.family_of_run = script_families_.family_of_run;
        lines_.ground_of_run.assign(runs_.runs.size(), Ground::project);
    }

    void link_projects() {
        units_ = units_of(runs_, script_families_);
        const Groups groups =
            grouped(runs_, units_, link(points_of(units_, script_families_, notes_), {}, {}), wishes_);
        for (const std::string& id : groups.ids)
            lines_.lines.emplace_back().id = id;
        for (std::size_t i = 0; i < units_.units.size(); ++i)
            for (const std::uint32_t family : units_.units[i].families)
                lines_.families[family].line = groups.group_of_unit[i];
    }

    /// Of each person the line with most runs.
    void find_main_lines() {
        std::map<std::pair<join::TextId, std::uint32_t>, std::size_t> runs;
        for (std::size_t i = 0; i < runs_.runs.size(); ++i)
            if (const auto family = lines_.family_of_run[i]; family != join::none)
                if (const auto line = lines_.families[family].line; line != no_line)
                    ++runs[{runs_.runs[i].user, line}];
        std::unordered_map<join::TextId, std::size_t> most;
        for (const auto& [where, count] : runs)
            if (count > most[where.first]) {
                most[where.first] = count;
                main_line_[where.first] = where.second;
            }
    }

    void settle_loose_families() {
        for (const std::uint32_t family : units_.loose)
            lines_.families[family].line = main_line_.at(script_families_.families[family].person);
        for (std::size_t i = 0; i < runs_.runs.size(); ++i)
            if (const auto family = lines_.family_of_run[i];
                family != join::none && std::ranges::binary_search(units_.loose, family))
                lines_.ground_of_run[i] = Ground::home;
    }

    std::uint64_t name_key(const Run& run) const {
        return key_of("name", runs_.text(run.user), stem_of(runs_.text(run.name)));
    }

    /// Of the families that a person's runs of a name are in, the one with most runs.
    std::unordered_map<std::uint64_t, std::uint32_t> families_by_name() const {
        std::map<std::pair<std::uint64_t, std::uint64_t>, std::size_t> runs;
        for (std::size_t i = 0; i < runs_.runs.size(); ++i)
            if (const std::uint32_t family = lines_.family_of_run[i]; family != join::none)
                ++runs[{name_key(runs_.runs[i]), lines_.families[family].key}];
        std::unordered_map<std::uint64_t, std::size_t> most;
        std::unordered_map<std::uint64_t, std::uint32_t> family_of_name;
        for (const auto& [pair, count] : runs)
            if (std::size_t& best = most[pair.first]; count > best) {
                best = count;
                family_of_name[pair.first] = family_with_key_.at(pair.second);
            }
        return family_of_name;
    }

    void place_runs_without_script() {
        const auto family_of_name = families_by_name();
        for (std::size_t i = 0; i < runs_.runs.size(); ++i) {
            if (lines_.family_of_run[i] != join::none) continue;
            const Run& run = runs_.runs[i];
            const std::uint64_t name = name_key(run);
            const bool interactive = is_interactive(runs_.text(run.submit_line));
            if (const auto known = family_of_name.find(name); known != family_of_name.end())
                place(i, known->second, Ground::name);
            else if (const auto line = main_line_.find(run.user); line != main_line_.end())
                place(i, family_in(line->second, name), Ground::person);
            else if (interactive)
                place(i, alone(key_of("interactive"), interactive_title), Ground::interactive);
            else
                place(i, alone(name, unread_title), Ground::name_only);
        }
    }

    void place(std::size_t run, std::uint32_t family, Ground ground) {
        lines_.family_of_run[run] = family;
        lines_.ground_of_run[run] = ground;
    }

    std::uint32_t family_in(std::uint32_t line, std::uint64_t key) {
        const auto [known, is_new] =
            family_with_key_.try_emplace(key, static_cast<std::uint32_t>(lines_.families.size()));
        if (is_new) lines_.families.push_back({key, 0, {}, line});
        return known->second;
    }

    /// A family that is a line by itself.
    std::uint32_t alone(std::uint64_t key, std::string_view title) {
        const auto line = static_cast<std::uint32_t>(lines_.lines.size());
        const std::uint32_t family = family_in(line, key);
        if (lines_.families[family].line == line) lines_.lines.emplace_back().title = title;
        return family;
    }

    void name_lines() {
        for (std::uint32_t i = 0; i < lines_.families.size(); ++i)
            lines_.lines[lines_.families[i].line].families.push_back(i);
        const auto purpose_titles = titles_of(lines_, notes_);
        std::set<std::string> ids;
        for (const Line& line : lines_.lines)
            ids.insert(line.id);
        std::unordered_map<std::string, std::uint32_t> titles;
        for (Line& line : lines_.lines) {
            for (int turn = 0; line.id.empty(); ++turn) // of no project: one family is all of it
                if (std::string id = id_of(lines_.families[line.families.front()].key, turn); ids.insert(id).second)
                    line.id = std::move(id);
            if (line.title.empty()) line.title = purpose_titles[&line - lines_.lines.data()];
            for (const Wishes::Name& wish : wishes_.names)
                if (wish.line == line.id) line.title = wish.title;
            if (const std::uint32_t number = ++titles[line.title]; number > 1)
                line.title += " (" + std::to_string(number) + ")";
        }
    }

    const Runs& runs_;
    const Notes& notes_;
    const Wishes& wishes_;
    Lines lines_;
    ScriptFamilies script_families_;
    Units units_;
    std::unordered_map<std::uint64_t, std::uint32_t> family_with_key_;
    std::unordered_map<join::TextId, std::uint32_t> main_line_;
};

} // namespace

Lines assign(const Runs& runs, const Notes& notes, const Wishes& wishes) {
    return Assignment(runs, notes, wishes).lines();
}

} // namespace worklines::lines
