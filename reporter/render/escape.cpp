// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/render/escape.h"

#include "core/text/utf8.h"

namespace worklines::render {
namespace {

/// The entity of a character that HTML would take for its own; empty for others.
std::string_view entity(char c) {
    switch (c) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    default:
        return "";
    }
}

/// What is marked up inside a line: by CommonMark, GitHub's tables, strikes, and `@names`. Marks of a line's front
/// do not matter: a text never stands there.
constexpr std::string_view markdown_marks = "\\`*_[]|~@$";

} // namespace

std::string html_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text::printable(text)) {
        const std::string_view instead = entity(c);
        if (instead.empty())
            escaped += c;
        else
            escaped += instead;
    }
    return escaped;
}

std::string markdown_escaped(std::string_view text) {
    const std::string shown = text::printable(text);
    std::string escaped;
    for (std::size_t i = 0; i < shown.size(); ++i) {
        const char c = shown[i];
        if (c == '&' || c == '<' || c == '>') {
            escaped += entity(c);
            continue;
        }
        const bool address = c == ':' && shown.compare(i, 3, "://") == 0; // would become a link
        if (address || markdown_marks.find(c) != std::string_view::npos) escaped += '\\';
        escaped += c;
    }
    return escaped;
}

} // namespace worklines::render
