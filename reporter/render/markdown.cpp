// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/render/escape.h"
#include "reporter/render/render.h"
#include "reporter/render/sheet.h"

namespace worklines::render {
namespace {

std::string table(const Section& section) {
    std::string headings = "|", rule = "|", rows;
    for (const Column& column : section.columns) {
        headings += " " + markdown_escaped(column.heading) + " |";
        rule += column.number ? " ---: |" : " :--- |";
    }
    for (const auto& row : section.rows) {
        rows += "|";
        for (const Cell& cell : row)
            rows += " " + markdown_escaped(cell.text) + " |";
        rows += "\n";
    }
    return headings + "\n" + rule + "\n" + rows;
}

} // namespace

std::string markdown(const portrait::Portrait& portrait, const Language& language) {
    const Sheet content = sheet(portrait, language);
    std::string text = "# " + markdown_escaped(content.title) + "\n\n" + markdown_escaped(content.subtitle) + "\n";
    for (const Section& section : content.sections) {
        text += "\n## " + markdown_escaped(section.heading) + "\n";
        for (const std::string& paragraph : section.paragraphs)
            text += "\n" + markdown_escaped(paragraph) + "\n";
        if (!section.columns.empty()) text += "\n" + table(section);
    }
    return text;
}

} // namespace worklines::render
