// SPDX-License-Identifier: GPL-2.0-or-later
// How wide a text is on a terminal, and a table in columns by it.
#pragma once

#include "reporter/render/sheet.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::render {

/// Columns of printable UTF-8: accents that combine take none, East Asian wide characters and emoji two.
std::size_t display_width(std::string_view text);

/// At most so many columns; what was cut shows as `…`.
std::string fitted(std::string_view text, std::size_t most);

/// Rows under their headings, numbers to the right; a line of the table is a line of the text.
std::string table(const Section& section);

} // namespace worklines::render
