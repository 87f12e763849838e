// SPDX-License-Identifier: GPL-2.0-or-later
// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string_view>

namespace worklines::text {

/// Length of the well-formed sequence at the front of `bytes`; 0 if there is none.
std::size_t utf8_sequence(std::string_view bytes);

bool is_utf8(std::string_view bytes);

} // namespace worklines::text
