// SPDX-License-Identifier: GPL-2.0-or-later
// A submit line as accounting keeps it: its quotes are lost.
#pragma once

#include <optional>
#include <string_view>

namespace worklines::script {

/// The value of an option by its long name, given in any of its ways; the last one if it is there more than once.
/// Only up to the script: what follows is the script's own. Empty optional: not given. Without a value: "".
std::optional<std::string_view> submit_option(std::string_view submit_line, std::string_view name);

} // namespace worklines::script
