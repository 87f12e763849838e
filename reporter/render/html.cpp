// SPDX-License-Identifier: GPL-2.0-or-later
// One page that fetches nothing and runs nothing. Bars are drawn by the viewer from part and whole.
#include "reporter/render/escape.h"
#include "reporter/render/render.h"
#include "reporter/render/sheet.h"

#include "style_css.h"

#include <fmt/format.h>
#include <openssl/evp.h>
#include <openssl/sha.h>

#include <array>

namespace worklines::render {
namespace {

/// The only style the page may have, named by its hash as Content-Security-Policy wants it.
std::string style_source() {
    std::array<unsigned char, SHA256_DIGEST_LENGTH> digest{};
    SHA256(reinterpret_cast<const unsigned char*>(style_css.data()), style_css.size(), digest.data());
    std::array<unsigned char, 4 * (SHA256_DIGEST_LENGTH + 2) / 3 + 1> base64{};
    const int length = EVP_EncodeBlock(base64.data(), digest.data(), static_cast<int>(digest.size()));
    return "'sha256-" + std::string(base64.begin(), base64.begin() + length) + "'";
}

std::string head(const Sheet& content, const Language& language) {
    return fmt::format("<!DOCTYPE html>\n"
                       "<html lang=\"{}\">\n<head>\n<meta charset=\"utf-8\">\n"
                       "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; "
                       "base-uri 'none'; form-action 'none'\">\n"
                       "<meta name=\"referrer\" content=\"no-referrer\">\n"
                       "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                       "<title>{}</title>\n<style>{}</style>\n</head>\n",
                       language.code, style_source(), html_escaped(content.title), style_css);
}

/// The figure beside it says the same, so readers of screens need not hear the bar.
std::string drawn(const Bar& bar) {
    if (!(bar.whole > 0)) return "";
    return fmt::format("<svg class=\"{}\" aria-hidden=\"true\" viewBox=\"0 0 {} 1\" preserveAspectRatio=\"none\">"
                       "<rect width=\"{}\" height=\"1\"/></svg>",
                       bar.of == Bar::Of::gpu ? "gpu" : "cpu", bar.whole, bar.part);
}

std::string inside(const Cell& cell) {
    if (cell.more.empty()) return html_escaped(cell.text) + drawn(cell.bar);
    std::string names;
    for (const std::string& name : cell.more)
        names += (names.empty() ? "" : ", ") + html_escaped(name);
    return fmt::format("<details><summary>{}</summary>{}</details>", html_escaped(cell.text), names);
}

std::string row_text(const std::vector<Cell>& row, const std::vector<Column>& columns) {
    std::string text = "<tr>";
    for (std::size_t i = 0; i < row.size(); ++i) {
        if (i == 0)
            text += "<th scope=\"row\">" + inside(row[i]) + "</th>";
        else
            text += (columns[i].number ? "<td class=\"number\">" : "<td>") + inside(row[i]) + "</td>";
    }
    return text + "</tr>\n";
}

std::string headings(const std::vector<Column>& columns) {
    if (columns.front().heading.empty()) return "";
    std::string text = "<thead><tr>";
    for (const Column& column : columns)
        text += fmt::format("<th scope=\"col\"{}>{}</th>", column.number ? " class=\"number\"" : "",
                            html_escaped(column.heading));
    return text + "</tr></thead>\n";
}

std::string table(const Section& section, std::size_t number) {
    const std::string above = headings(section.columns);
    // What scrolls must be reachable without a mouse, and then needs a name.
    std::string text = fmt::format("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-labelledby=\"s{}\">\n"
                                   "<table{}>\n{}<tbody>\n",
                                   number, above.empty() ? " class=\"plain\"" : "", above);
    for (const auto& row : section.rows)
        text += row_text(row, section.columns);
    return text + "</tbody>\n</table>\n</div>\n";
}

} // namespace

std::string html(const portrait::Portrait& portrait, const Language& language) {
    const Sheet content = sheet(portrait, language);
    std::string page = head(content, language);
    page += fmt::format("<body>\n<header>\n<h1>{}</h1>\n<p class=\"period\">{}</p>\n</header>\n<main>\n",
                        html_escaped(content.title), html_escaped(content.subtitle));
    for (std::size_t i = 0; i < content.sections.size(); ++i) {
        const Section& section = content.sections[i];
        page += fmt::format("<section>\n<h2 id=\"s{}\">{}</h2>\n", i, html_escaped(section.heading));
        for (const std::string& paragraph : section.paragraphs)
            page += "<p>" + html_escaped(paragraph) + "</p>\n";
        if (!section.columns.empty()) page += table(section, i);
        page += "</section>\n";
    }
    return page + "</main>\n</body>\n</html>\n";
}

} // namespace worklines::render
