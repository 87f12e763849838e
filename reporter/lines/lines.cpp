// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/lines.h"

#include "core/script/family_key.h"
#include "core/script/hash64.h"
#include "reporter/lines/title.h"

#include <algorithm>
#include <bit>
#include <set>
#include <unordered_map>
#include <unordered_set>

namespace worklines::lines {
namespace {

using join::Run;
using join::Runs;

constexpr std::string_view interactive_title = "Interactive sessions (salloc, srun)";
constexpr std::string_view unread_title = "Jobs whose script is not known";

std::uint64_t key_of(std::string_view kind, std::string_view first = {}, std::string_view second = {}) {
    script::Hash64 hash;
    for (const std::string_view part : {kind, first, second}) {
        hash.bytes(part);
        hash.byte(0);
    }
    return hash.value();
}

/// `seed12_b` and `seed7_b` are one name.
std::string stem_of(std::string_view name) {
    std::string stem;
    for (const char c : name) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit) stem += c;
        if (digit && !stem.ends_with('#')) stem += '#';
    }
    return stem;
}

bool is_interactive(std::string_view submit_line) {
    const std::string_view program = submit_line.substr(0, submit_line.find(' '));
    const std::string_view name = program.substr(program.rfind('/') + 1); // npos + 1 is 0
    return name == "salloc" || name == "srun";
}

/// 35 bits of the key; `turn` takes others where two keys have those in common.
std::string id_of(std::uint64_t key, int turn) {
    constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's: nothing looks alike
    std::string id = "L";
    for (int i = 0; i < 7; ++i)
        id += letters[(std::rotl(key, 7 * turn) >> (5 * i)) & 31];
    return id;
}

class Assignment {
  public:
    Assignment(const Runs& runs, const FetchScript& fetch) : runs_(runs), fetch_(fetch) {}

    Result<Lines> lines() {
        note_private_words();
        if (auto read = read_scripts(); !read) return read.error();
        place_runs_with_script();
        learn_names();
        place_the_rest();
        order_by_key();
        make_lines();
        return std::move(lines_);
    }

  private:
    static constexpr std::uint32_t no_family = join::none;

    void note_private_words() {
        for (const Run& run : runs_.runs) {
            private_words_.insert(runs_.text(run.user));
            private_words_.insert(runs_.text(run.account));
        }
    }

    bool is_private(std::string_view word) const {
        for (std::size_t at = 0; at <= word.size();) {
            const std::size_t end = std::min(word.find_first_of("_-.+ ", at), word.size());
            if (end > at && private_words_.contains(word.substr(at, end - at))) return true;
            at = end + 1;
        }
        return private_words_.contains(word);
    }

    Result<void> read_scripts() {
        family_of_script_.assign(runs_.scripts.size(), no_family);
        for (std::uint32_t i = 0; i < runs_.scripts.size(); ++i) {
            const auto bytes = fetch_(i);
            if (!bytes) return bytes.error();
            const std::uint64_t key = script::family_key(*bytes);
            if (key == 0) continue; // nothing remains of it: the name tells more
            const std::uint32_t family = family_with(key);
            if (titles_[family].empty())
                titles_[family] = title_of(*bytes, [this](std::string_view word) { return is_private(word); });
            lines_.families[family].scripts.push_back(i);
            family_of_script_[i] = family;
        }
        return {};
    }

    std::uint32_t family_with(std::uint64_t key) {
        const auto [known, is_new] = families_.try_emplace(key, static_cast<std::uint32_t>(families_.size()));
        if (is_new) {
            lines_.families.push_back({key, {}, 0});
            titles_.emplace_back();
        }
        return known->second;
    }

    void place(std::size_t run, std::uint32_t family, Ground ground) {
        lines_.family_of_run[run] = family;
        lines_.ground_of_run[run] = ground;
    }

    void place_runs_with_script() {
        lines_.family_of_run.assign(runs_.runs.size(), no_family);
        lines_.ground_of_run.assign(runs_.runs.size(), Ground::script);
        for (std::size_t i = 0; i < runs_.runs.size(); ++i)
            if (const std::uint32_t script = runs_.runs[i].script; script != join::none)
                lines_.family_of_run[i] = family_of_script_[script];
    }

    std::uint64_t name_key(const Run& run) const {
        return key_of("name", runs_.text(run.user), stem_of(runs_.text(run.name)));
    }

    /// Of the families that a person's runs of a name are in, the one with most runs.
    void learn_names() {
        struct Vote {
            std::uint64_t name, family_key;
            auto operator<=>(const Vote&) const = default;
        };
        std::vector<Vote> votes;
        for (std::size_t i = 0; i < runs_.runs.size(); ++i)
            if (const std::uint32_t family = lines_.family_of_run[i]; family != no_family)
                votes.push_back({name_key(runs_.runs[i]), lines_.families[family].key});
        std::sort(votes.begin(), votes.end());
        std::unordered_map<std::uint64_t, std::size_t> most;
        for (std::size_t from = 0, to = 0; from < votes.size(); from = to) {
            while (to < votes.size() && votes[to] == votes[from])
                ++to;
            if (std::size_t& best = most[votes[from].name]; to - from > best) {
                best = to - from;
                family_of_name_[votes[from].name] = families_.at(votes[from].family_key);
            }
        }
    }

    void place_the_rest() {
        for (std::size_t i = 0; i < runs_.runs.size(); ++i) {
            if (lines_.family_of_run[i] != no_family) continue;
            const Run& run = runs_.runs[i];
            const std::uint64_t name = name_key(run);
            if (const auto known = family_of_name_.find(name); known != family_of_name_.end())
                place(i, known->second, Ground::name);
            else if (is_interactive(runs_.text(run.submit_line)))
                place(i, titled(key_of("interactive"), interactive_title), Ground::interactive);
            else
                place(i, titled(name, unread_title), Ground::name_only);
        }
    }

    std::uint32_t titled(std::uint64_t key, std::string_view title) {
        const std::uint32_t family = family_with(key);
        titles_[family] = title;
        return family;
    }

    /// So that nothing hangs on the order in which families were met.
    void order_by_key() {
        std::vector<std::uint32_t> order(lines_.families.size()), place_of(lines_.families.size());
        for (std::uint32_t i = 0; i < order.size(); ++i)
            order[i] = i;
        std::ranges::sort(order, {}, [this](std::uint32_t family) { return lines_.families[family].key; });
        std::vector<Family> families;
        std::vector<std::string> titles;
        for (std::uint32_t i = 0; i < order.size(); ++i) {
            place_of[order[i]] = i;
            families.push_back(std::move(lines_.families[order[i]]));
            titles.push_back(std::move(titles_[order[i]]));
        }
        for (std::uint32_t& family : lines_.family_of_run)
            family = place_of[family];
        lines_.families = std::move(families);
        titles_ = std::move(titles);
    }

    /// For now a family is a line.
    void make_lines() {
        std::set<std::string> ids;
        std::unordered_map<std::string, std::uint32_t> titles;
        for (std::uint32_t i = 0; i < lines_.families.size(); ++i) {
            int turn = 0;
            std::string id = id_of(lines_.families[i].key, turn);
            while (!ids.insert(id).second)
                id = id_of(lines_.families[i].key, ++turn);
            std::string title = titles_[i];
            if (const std::uint32_t number = ++titles[title]; number > 1)
                title += " (" + std::to_string(number) + ")";
            lines_.families[i].line = i;
            lines_.lines.push_back({std::move(id), std::move(title), {i}});
        }
    }

    const Runs& runs_;
    const FetchScript& fetch_;
    Lines lines_;
    std::vector<std::string> titles_; ///< of the families
    std::vector<std::uint32_t> family_of_script_;
    std::unordered_map<std::uint64_t, std::uint32_t> families_;       ///< by key
    std::unordered_map<std::uint64_t, std::uint32_t> family_of_name_; ///< by name_key
    std::unordered_set<std::string_view> private_words_;
};

} // namespace

Result<Lines> assign(const Runs& runs, const FetchScript& fetch) { return Assignment(runs, fetch).lines(); }

} // namespace worklines::lines
