// SPDX-License-Identifier: GPL-2.0-or-later
// Where a bracket inside a word ends; the word's end if it does not. Linear, without recursion.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace worklines::script::shell {

/// `word[at]` is `(` or `{`; quotes and other brackets in between count.
inline std::size_t past_bracket(std::string_view word, std::size_t at) {
    std::string open; // what is open: ( { "
    for (std::size_t i = at; i < word.size(); ++i) {
        const char c = word[i];
        const bool quoted = !open.empty() && open.back() == '"';
        if (c == '\\') {
            ++i;
        } else if (c == '"') {
            if (quoted)
                open.pop_back();
            else
                open += c;
        } else if (c == '\'' && !quoted) {
            i = std::min(word.find('\'', i + 1), word.size());
        } else if ((c == '(' || c == '{') && (!quoted || word[i - 1] == '$')) {
            open += c;
        } else if ((c == ')' || c == '}') && !open.empty() && open.back() == (c == ')' ? '(' : '{')) {
            open.pop_back();
        }
        if (open.empty()) return i + 1;
    }
    return word.size();
}

inline std::size_t past_backticks(std::string_view word, std::size_t at) {
    std::size_t i = at + 1;
    while (i < word.size() && word[i] != '`')
        i += word[i] == '\\' ? 2 : 1;
    return std::min(i + 1, word.size());
}

} // namespace worklines::script::shell
