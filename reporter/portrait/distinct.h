// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace worklines::portrait {

template <class T>
std::uint64_t count_distinct(std::vector<T> values) {
    std::sort(values.begin(), values.end());
    return static_cast<std::uint64_t>(std::unique(values.begin(), values.end()) - values.begin());
}

} // namespace worklines::portrait
