// SPDX-License-Identifier: GPL-2.0-or-later
// Words and letters. Letter case is that of ASCII: other bytes are left as they are.
#pragma once

#include <algorithm>
#include <ranges>
#include <string>
#include <string_view>

namespace worklines::text {

constexpr char small(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; }

inline std::string lowered(std::string_view text) {
    std::string low(text);
    std::ranges::transform(low, low.begin(), small);
    return low;
}

constexpr bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
constexpr bool is_small(char c) { return c >= 'a' && c <= 'z'; }

/// Whether a word begins at `at` inside a name, which is not its start: `soil|Moisture`, `PST|Genome`.
constexpr bool begins_inside(std::string_view name, std::size_t at) {
    return is_capital(name[at]) &&
           (is_small(name[at - 1]) || (is_capital(name[at - 1]) && at + 1 < name.size() && is_small(name[at + 1])));
}

template <class List>
constexpr bool is_in(const List& list, std::string_view word) {
    return std::ranges::find(list, word) != std::ranges::end(list);
}

} // namespace worklines::text
