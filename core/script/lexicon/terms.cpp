// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/lexicon/terms.h"

#include "core/text/words.h"

#include <algorithm>

namespace worklines::script {
namespace {

using text::small;

/// Bytes beyond ASCII are letters of some alphabet.
bool in_part(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           (static_cast<unsigned char>(c) & 0x80) != 0;
}

void fold(std::string_view text, std::string& folded) {
    folded.resize(text.size());
    std::ranges::transform(text, folded.begin(), small);
}

template <class Take>
void each_part(std::string_view text, Take&& take) {
    for (std::size_t at = 0; at < text.size();) {
        if (!in_part(text[at])) {
            ++at;
            continue;
        }
        std::size_t end = at + 1;
        while (end < text.size() && in_part(text[end]))
            ++end;
        take(at, end - at);
        at = end;
    }
}

/// What may stand between two parts of one term.
bool joins(std::string_view between) {
    return between.size() == 1 &&
           (between[0] == '-' || between[0] == '_' || between[0] == '.' || between[0] == ' ' || between[0] == '+');
}

} // namespace

bool Terms::add(std::string_view written, std::uint32_t entry) {
    Term term;
    term.entry = entry;
    if (written.starts_with('=')) {
        term.exact = true;
        written.remove_prefix(1);
    }
    if (written.ends_with('*')) {
        written.remove_suffix(1);
        // `osu_*` fits what goes on behind the mark: osu_bw, but not osu.
        term.goes_on = !written.empty() && !in_part(written.back());
        term.open_end = !term.goes_on;
    }
    term.after_dot = written.starts_with('.');
    each_part(written, [&](std::size_t at, std::size_t size) {
        std::string part(written.substr(at, size));
        if (!term.exact) std::ranges::transform(part, part.begin(), small);
        term.parts.push_back(std::move(part));
    });
    if (term.parts.empty()) return false;
    std::string first;
    fold(term.parts.front(), first);
    const auto number = static_cast<std::uint32_t>(terms_.size());
    if (term.open_end && term.parts.size() == 1) {
        shortest_prefix_ = std::min(shortest_prefix_, first.size());
        longest_prefix_ = std::max(longest_prefix_, first.size());
        by_prefix_[first].push_back(number);
    } else {
        longest_first_ = std::max(longest_first_, first.size());
        by_first_[first].push_back(number);
    }
    terms_.push_back(std::move(term));
    return true;
}

bool Terms::fits(const Term& term, std::string_view text, const std::vector<Part>& parts, std::size_t first) const {
    if (first + term.parts.size() > parts.size()) return false;
    if (term.after_dot && (parts[first].at == 0 || text[parts[first].at - 1] != '.')) return false;
    for (std::size_t i = 0; i < term.parts.size(); ++i) {
        const Part& part = parts[first + i];
        if (i > 0) {
            const Part& before = parts[first + i - 1];
            if (!joins(text.substr(before.at + before.size, part.at - before.at - before.size))) return false;
        }
        std::string_view here = text.substr(part.at, part.size);
        const std::string& wanted = term.parts[i];
        if (term.open_end && i + 1 == term.parts.size()) here = here.substr(0, wanted.size());
        if (here.size() != wanted.size()) return false;
        const bool same = term.exact ? here == wanted
                                     : std::equal(here.begin(), here.end(), wanted.begin(),
                                                  [](char a, char b) { return small(a) == b; });
        if (!same) return false;
    }
    if (!term.goes_on) return true;
    const std::size_t next = first + term.parts.size();
    if (next >= parts.size()) return false;
    const Part& last = parts[next - 1];
    const std::string_view between = text.substr(last.at + last.size, parts[next].at - last.at - last.size);
    return joins(between) && between != " ";
}

void Terms::find(std::string_view text, Fit fit, std::vector<TermHit>& hits) const {
    if (terms_.empty()) return;
    // In pieces, so that memory does not grow with the text: a piece ends at the end of a line.
    constexpr std::size_t piece = 1u << 16;
    std::vector<Part> parts;
    std::string key;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = text.size() - begin <= piece ? text.size() : text.find('\n', begin + piece);
        end = std::min(end, text.size());
        const std::string_view here = text.substr(begin, end - begin);
        parts.clear();
        each_part(here, [&](std::size_t at, std::size_t size) {
            parts.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(size)});
        });
        const auto note = [&](const Term& term, std::size_t first) {
            const Part& last = parts[first + term.parts.size() - 1];
            if (fit == Fit::whole && first + term.parts.size() != parts.size()) return;
            hits.push_back({term.entry, static_cast<std::uint32_t>(begin + parts[first].at),
                            last.at + last.size - parts[first].at});
        };
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (i > 0 && fit != Fit::anywhere) break;
            const std::string_view part = here.substr(parts[i].at, parts[i].size);
            if (part.size() <= longest_first_) {
                fold(part, key);
                if (const auto known = by_first_.find(key); known != by_first_.end())
                    for (const std::uint32_t number : known->second)
                        if (fits(terms_[number], here, parts, i)) note(terms_[number], i);
            }
            for (std::size_t size = shortest_prefix_; size <= std::min(longest_prefix_, part.size()); ++size) {
                fold(part.substr(0, size), key);
                if (const auto known = by_prefix_.find(key); known != by_prefix_.end())
                    for (const std::uint32_t number : known->second)
                        if (fits(terms_[number], here, parts, i)) note(terms_[number], i);
            }
        }
        begin = end == text.size() ? end : end + 1;
    }
}

} // namespace worklines::script
