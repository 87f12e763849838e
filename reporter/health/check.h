// SPDX-License-Identifier: GPL-2.0-or-later
// What `worklines doctor` looks at, as plain data.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::health {

enum class State : std::uint8_t {
    good,
    unknown, ///< cannot be seen from here
    warning, ///< works, but not as it should
    bad,     ///< something is being lost, or will be
};

struct Check {
    std::string name; ///< "spool", "plugin", ...
    State state = State::good;
    std::string says; ///< what was seen
    std::string todo; ///< empty where nothing needs doing
};

using Checks = std::vector<Check>;

std::string_view state_name(State state);

/// The worst of all.
State worst(const Checks& checks);

} // namespace worklines::health
