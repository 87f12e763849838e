// SPDX-License-Identifier: GPL-2.0-or-later
// The table of keys of worklines.conf: name, meaning, how a value is read. Parser, man page test and messages use
// it.
#pragma once

#include "core/config/config.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace worklines::config {

struct Key {
    std::string_view name;
    std::string_view takes; ///< what a value looks like, for messages: "a size such as 64M"
    bool (*set)(Config& config, const std::string& value); ///< false: not such a value; config is unchanged
};

std::span<const Key> keys();

/// The key a person most likely meant, if one is near.
std::optional<std::string_view> nearest_key(std::string_view name);

} // namespace worklines::config
