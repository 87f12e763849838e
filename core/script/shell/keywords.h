// SPDX-License-Identifier: GPL-2.0-or-later
// Words that mean something where a command may begin.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>

namespace worklines::script::shell {

enum class Keyword : std::uint8_t {
    none,
    if_,
    then,
    elif,
    else_,
    fi,
    while_, ///< and until
    for_,   ///< and select
    do_,
    done,
    case_,
    esac,
    open_group,
    close_group,
    function,
    test, ///< [[
    skip, ///< ! and coproc: the command follows
};

constexpr Keyword keyword_of(std::string_view word) {
    if (word.empty() || word.size() > 8) return Keyword::none;
    struct Entry {
        std::string_view word;
        Keyword keyword;
    };
    constexpr Entry entries[] = {
        {"if", Keyword::if_},
        {"then", Keyword::then},
        {"elif", Keyword::elif},
        {"else", Keyword::else_},
        {"fi", Keyword::fi},
        {"while", Keyword::while_},
        {"until", Keyword::while_},
        {"for", Keyword::for_},
        {"select", Keyword::for_},
        {"do", Keyword::do_},
        {"done", Keyword::done},
        {"case", Keyword::case_},
        {"esac", Keyword::esac},
        {"{", Keyword::open_group},
        {"}", Keyword::close_group},
        {"[[", Keyword::test},
        {"function", Keyword::function},
        {"!", Keyword::skip},
        {"coproc", Keyword::skip},
    };
    for (const Entry& entry : entries)
        if (entry.word[0] == word[0] && entry.word == word) return entry.keyword;
    return Keyword::none;
}

constexpr bool starts_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
constexpr bool in_name(char c) { return starts_name(c) || (c >= '0' && c <= '9'); }

/// Of what stands before the value in `NAME=`, `NAME+=`, `NAME[index]=`, the `=` included; 0 if it is no
/// assignment.
constexpr std::size_t assignment_length(std::string_view word) {
    if (word.empty() || !starts_name(word[0])) return 0;
    std::size_t i = 1;
    while (i < word.size() && in_name(word[i]))
        ++i;
    if (i < word.size() && word[i] == '[') {
        i = std::min(word.find("]=", i), word.find("]+=", i)); // the index may hold brackets itself
        if (i == std::string_view::npos) return 0;
        ++i;
    }
    if (i < word.size() && word[i] == '+') ++i;
    return i < word.size() && word[i] == '=' ? i + 1 : 0;
}

} // namespace worklines::script::shell
