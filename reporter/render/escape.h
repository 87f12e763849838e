// SPDX-License-Identifier: GPL-2.0-or-later
// Texts of unknown origin, made harmless for a format. Whatever the bytes are, the result is valid UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace worklines::render {

/// For HTML, between tags and inside quoted attributes.
std::string html_escaped(std::string_view text);

/// For Markdown, in a table's cell too: shown as it is, by renderers that take HTML and by those that do not.
std::string markdown_escaped(std::string_view text);

} // namespace worklines::render
