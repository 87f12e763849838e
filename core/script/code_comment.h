// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a comment is prose or a command that was switched off.
#pragma once

#include <string_view>

namespace worklines::script {

bool looks_like_code(std::string_view comment);

} // namespace worklines::script
