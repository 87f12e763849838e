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

template <class List>
constexpr bool is_in(const List& list, std::string_view word) {
    return std::ranges::find(list, word) != std::ranges::end(list);
}

} // namespace worklines::text
