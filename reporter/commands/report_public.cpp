// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/report_public.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

namespace worklines::commands {
namespace {

std::string lower(std::string_view text) {
    std::string all(text);
    std::ranges::transform(all, all.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return all;
}

bool is_letter(const std::string& text, std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
}

/// As a word: an account `bio` is not in `bioperl`.
bool has_word(const std::string& text, const std::string& word) {
    for (auto at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
        if ((at == 0 || !is_letter(text, at - 1)) && !is_letter(text, at + word.size())) return true;
    return false;
}

/// Who must not be recognised.
struct Names {
    std::set<std::string> people, accounts;

    explicit Names(const join::Runs& runs) {
        std::set<join::TextId> users, groups;
        for (const join::Run& run : runs.runs) {
            users.insert(run.user);
            groups.insert(run.account);
        }
        for (const join::TextId id : users)
            people.insert(lower(runs.text(id)));
        for (const join::TextId id : groups)
            accounts.insert(lower(runs.text(id)));
        people.erase("");
        accounts.erase("");
    }

    bool show_in(std::string_view text) const {
        // `adarun` tells Ada; but a name of two letters is in half of all words.
        const std::string words = lower(text);
        const auto tells = [&](const std::string& name) {
            return name.size() > 2 ? words.find(name) != std::string::npos : has_word(words, name);
        };
        return std::ranges::any_of(people, tells) ||
               std::ranges::any_of(accounts, [&](const std::string& name) { return has_word(words, name); });
    }
};

} // namespace

portrait::Portrait for_audience(portrait::Portrait portrait, std::string_view audience, const join::Runs& runs,
                                const render::Language& language) {
    if (audience != public_audience) return portrait;
    const Names names(runs);
    for (portrait::Line& line : portrait.lines) {
        if (names.show_in(line.title)) line.title = fmt::format("{} {}", language.line, line.id);
        if (names.show_in(line.summary)) line.summary.clear();
    }
    return portrait;
}

} // namespace worklines::commands
