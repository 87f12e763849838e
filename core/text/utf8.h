// SPDX-License-Identifier: GPL-2.0-or-later
// UTF-8 as RFC 3629 has it: no overlong forms, no surrogates, nothing above U+10FFFF.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace worklines::text {

/// Length of the well-formed sequence at the front of `bytes`; 0 if there is none.
std::size_t utf8_sequence(std::string_view bytes);

bool is_utf8(std::string_view bytes);

/// Each byte that is part of no well-formed sequence becomes `instead`, as slurmdbd does with `?`.
std::string replace_invalid(std::string_view bytes, std::string_view instead);

/// For a terminal or one line of a log: control characters (C0, DEL, C1, line and paragraph separators,
/// bidirectional overrides) and invalid bytes become `?`, tab and newline a blank.
std::string printable(std::string_view bytes);

/// At most `most` bytes from the front, without cutting a well-formed sequence.
std::string_view cut_utf8(std::string_view bytes, std::size_t most);

} // namespace worklines::text
