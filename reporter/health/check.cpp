// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/health/check.h"

#include <algorithm>
#include <array>

namespace worklines::health {

std::string_view state_name(State state) {
    constexpr std::array<std::string_view, 4> names{"ok", "unknown", "warning", "bad"};
    return names[static_cast<std::size_t>(state)];
}

State worst(const Checks& checks) {
    State state = State::good;
    for (const Check& check : checks)
        state = std::max(state, check.state);
    return state;
}

} // namespace worklines::health
