// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <map>
#include <string>

namespace worklines::lines {

/// The name with most weight, of those that are not "unknown"; "unknown" if there is none. The first of several.
template <class Weight>
std::string most_of(const std::map<std::string, Weight>& weights) {
    std::string most = "unknown";
    Weight highest{};
    for (const auto& [name, weight] : weights)
        if (name != "unknown" && (most == "unknown" || weight > highest)) {
            most = name;
            highest = weight;
        }
    return most;
}

} // namespace worklines::lines
