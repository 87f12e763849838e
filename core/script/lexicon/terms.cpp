// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/lexicon/terms.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>

namespace worklines::script {
namespace {

using text::small;

/// Small letters and digits; zero for what is in no part. Bytes beyond ASCII are letters of some alphabet.
constexpr auto folded = [] {
    std::array<unsigned char, 256> table{};
    for (unsigned c = 0; c < 256; ++c)
        if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80)
            table[c] = static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c + 32 : c);
    return table;
}();

unsigned char fold(char c) { return folded[static_cast<unsigned char>(c)]; }
bool in_part(char c) { return fold(c) != 0; }

/// FNV-1a, a letter at a time: on the way through a word it passes the hashes of all that the word begins with.
class Rolling {
  public:
    void take(unsigned char c) { state_ = (state_ ^ c) * 0x100000001b3; }
    std::uint64_t hash() const { return state_ * 0x9e3779b97f4a7c15; } // its high bits alone are poor

  private:
    std::uint64_t state_ = 0xcbf29ce484222325;
};

std::uint64_t hash_of(std::string_view part) {
    Rolling rolling;
    for (const char c : part)
        rolling.take(fold(c));
    return rolling.hash();
}

/// Calls `each(size, hash)` behind each letter and `take(at, size, hash)` behind each part.
template <class Each, class Take>
void each_part(std::string_view text, Terms::Borders borders, Each&& each, Take&& take) {
    for (std::size_t at = 0; at < text.size();) {
        unsigned char letter = fold(text[at]);
        if (letter == 0) {
            ++at;
            continue;
        }
        Rolling rolling;
        std::size_t end = at;
        do {
            rolling.take(letter);
            ++end;
            each(end - at, rolling);
        } while (end < text.size() && (letter = fold(text[end])) != 0 &&
                 (borders == Terms::Borders::of_words || !text::begins_inside(text, end)));
        take(at, end - at, rolling);
        at = end;
    }
}

/// What may stand between two parts of one term.
bool joins(std::string_view between) {
    return between.empty() ||
           (between.size() == 1 && (between[0] == '-' || between[0] == '_' || between[0] == '.' ||
                                    between[0] == ' ' || between[0] == '+'));
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
    each_part(
        written, Borders::of_words, [](std::size_t, const Rolling&) {},
        [&](std::size_t at, std::size_t size, const Rolling&) {
            std::string part(written.substr(at, size));
            if (!term.exact) std::ranges::transform(part, part.begin(), small);
            term.parts.push_back(std::move(part));
        });
    if (term.parts.empty()) return false;
    const std::string& first = term.parts.front();
    const auto number = static_cast<std::uint32_t>(terms_.size());
    if (term.open_end && term.parts.size() == 1) {
        shortest_prefix_ = std::min(shortest_prefix_, first.size());
        longest_prefix_ = std::max(longest_prefix_, first.size());
        by_prefix_.add(hash_of(first), number);
    } else {
        by_part_.add(hash_of(first), number);
    }
    terms_.push_back(std::move(term));
    return true;
}

void Terms::Beginnings::add(std::uint64_t hash, std::uint32_t term) {
    terms[hash].push_back(term);
    known.set(hash >> 48);
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
    return !between.empty() && joins(between) && between != " ";
}

void Terms::find(std::string_view text, Fit fit, std::vector<TermHit>& hits) const {
    if (terms_.empty()) return;
    // In pieces, so that memory does not grow with the text: a piece ends at the end of a line.
    constexpr std::size_t piece = 1u << 16;
    std::vector<Part> parts;
    std::vector<Candidate> candidates;
    for (std::size_t begin = 0; begin < text.size();) {
        std::size_t end = text.size() - begin <= piece ? text.size() : text.find('\n', begin + piece);
        end = std::min(end, text.size());
        const std::string_view here = text.substr(begin, end - begin);
        parts.clear();
        candidates.clear();
        const auto propose = [&](const Beginnings& beginnings, const Rolling& rolling, bool open_end) {
            if (const std::uint64_t hash = rolling.hash();
                beginnings.may_hold(hash) && (fit == Fit::anywhere || parts.empty()))
                candidates.push_back({static_cast<std::uint32_t>(parts.size()), hash, open_end});
        };
        each_part(
            here, borders_,
            [&](std::size_t size, const Rolling& rolling) {
                if (size >= shortest_prefix_ && size <= longest_prefix_) propose(by_prefix_, rolling, true);
            },
            [&](std::size_t at, std::size_t size, const Rolling& rolling) {
                propose(by_part_, rolling, false);
                parts.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(size)});
            });
        for (const Candidate& candidate : candidates) {
            const auto& terms = (candidate.open_end ? by_prefix_ : by_part_).terms;
            const auto known = terms.find(candidate.hash);
            if (known == terms.end()) continue;
            for (const std::uint32_t number : known->second) {
                const Term& term = terms_[number];
                if (!fits(term, here, parts, candidate.part)) continue;
                const std::size_t behind = candidate.part + term.parts.size();
                if (fit == Fit::whole && behind != parts.size()) continue;
                const Part &first = parts[candidate.part], &last = parts[behind - 1];
                hits.push_back(
                    {term.entry, static_cast<std::uint32_t>(begin + first.at), last.at + last.size - first.at});
            }
        }
        begin = end == text.size() ? end : end + 1;
    }
}

} // namespace worklines::script
