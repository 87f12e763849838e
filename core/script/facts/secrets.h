// SPDX-License-Identifier: GPL-2.0-or-later
// Tokens, keys and passwords that stand in a script. Where they are and of what kind: never what they are.
#pragma once

#include "core/script/facts.h"

#include <string_view>
#include <vector>

namespace worklines::script {

/// In order of line, a kind once for each line.
std::vector<Secret> secrets_of(std::string_view script);

/// The text with what `secrets_of` would find replaced by dots: for anything that is shown of a line.
std::string without_secrets(std::string_view line);

} // namespace worklines::script
