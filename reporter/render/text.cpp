// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/render/columns.h"
#include "reporter/render/render.h"
#include "reporter/render/sheet.h"

#include "core/text/utf8.h"

namespace worklines::render {
namespace {

/// Words of a paragraph on lines of at most so many columns.
std::string wrapped(const std::string& paragraph, std::size_t columns) {
    std::string text, line;
    for (std::size_t at = 0; at < paragraph.size();) {
        const std::size_t end = std::min(paragraph.find(' ', at), paragraph.size());
        const std::string word = paragraph.substr(at, end - at);
        if (!line.empty() && display_width(line) + 1 + display_width(word) > columns) {
            text += "  " + line + "\n";
            line.clear();
        }
        line += (line.empty() ? "" : " ") + word;
        at = end + 1;
    }
    return text + "  " + line + "\n";
}

} // namespace

std::string lines_text(const portrait::Portrait& portrait, const Language& language) {
    Section section = lines_section(portrait, language);
    if (section.rows.empty()) return section.paragraphs.front() + "\n";
    section.columns.insert(section.columns.begin(), {"Id"});
    for (std::size_t i = 0; i < section.rows.size(); ++i)
        section.rows[i].insert(section.rows[i].begin(), {portrait.lines[i].id});
    return table(section);
}

std::string text(const portrait::Portrait& portrait, const Language& language) {
    const Sheet content = sheet(portrait, language);
    std::string text = text::printable(content.title) + "\n" + text::printable(content.subtitle) + "\n";
    for (const Section& section : content.sections) {
        text += "\n" + section.heading + "\n";
        for (const std::string& paragraph : section.paragraphs)
            text += wrapped(text::printable(paragraph), 78);
        if (!section.columns.empty()) text += table(section);
    }
    return text;
}

} // namespace worklines::render
