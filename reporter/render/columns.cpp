// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/render/columns.h"

#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace worklines::render {
namespace {

struct Range {
    std::uint32_t first, last;
};

// Unicode 15, in coarse blocks: enough to keep columns straight.
constexpr std::array<Range, 8> combining{{{0x300, 0x36f},
                                          {0x483, 0x489},
                                          {0x591, 0x5bd},
                                          {0x610, 0x61a},
                                          {0x64b, 0x65f},
                                          {0x200b, 0x200f},
                                          {0x20d0, 0x20ff},
                                          {0xfe00, 0xfe0f}}};
constexpr std::array<Range, 9> wide{{{0x1100, 0x115f},
                                     {0x2e80, 0xa4cf},
                                     {0xac00, 0xd7a3},
                                     {0xf900, 0xfaff},
                                     {0xfe30, 0xfe6f},
                                     {0xff00, 0xff60},
                                     {0xffe0, 0xffe6},
                                     {0x1f300, 0x1faff},
                                     {0x20000, 0x3fffd}}};

/// A title may be a whole comment; beside figures there is room for so much.
constexpr std::size_t most_columns = 60;

template <std::size_t size>
bool in(const std::array<Range, size>& ranges, std::uint32_t point) {
    return std::ranges::any_of(ranges, [&](const Range& r) { return point >= r.first && point <= r.last; });
}

/// Of a well-formed sequence.
std::uint32_t code_point(std::string_view sequence) {
    constexpr std::array<unsigned, 5> lead_bits{0, 0x7f, 0x1f, 0x0f, 0x07};
    std::uint32_t point = static_cast<unsigned char>(sequence[0]) & lead_bits[sequence.size()];
    for (const char byte : sequence.substr(1))
        point = point << 6 | (static_cast<unsigned char>(byte) & 0x3f);
    return point;
}

std::size_t width_of(std::string_view sequence) {
    const std::uint32_t point = code_point(sequence);
    return in(combining, point) ? 0 : in(wide, point) ? 2 : 1;
}

std::string padded(const std::string& text, std::size_t width, bool right) {
    const std::string blanks(width - std::min(width, display_width(text)), ' ');
    return right ? blanks + text : text + blanks;
}

std::string row_text(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                     const std::vector<Column>& columns) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i)
        line += (i == 0 ? "  " : "   ") + padded(cells[i], widths[i], columns[i].number);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + "\n";
}

} // namespace

std::size_t display_width(std::string_view text) {
    std::size_t columns = 0;
    while (!text.empty()) {
        const std::size_t length = text::utf8_sequence(text);
        columns += length == 0 ? 1 : width_of(text.substr(0, length));
        text.remove_prefix(std::max<std::size_t>(length, 1));
    }
    return columns;
}

std::string fitted(std::string_view text, std::size_t most) {
    if (display_width(text) <= most) return std::string(text);
    std::string shown;
    for (std::size_t columns = 0; !text.empty();) {
        const std::size_t length = std::max<std::size_t>(text::utf8_sequence(text), 1);
        columns += display_width(text.substr(0, length));
        if (columns >= most) break;
        shown += text.substr(0, length);
        text.remove_prefix(length);
    }
    return shown + "…";
}

std::string table(const Section& section) {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::string> headings;
    for (const Column& column : section.columns)
        headings.push_back(column.heading);
    if (std::ranges::any_of(headings, [](const auto& text) { return !text.empty(); })) rows.push_back(headings);
    for (const auto& row : section.rows) {
        rows.emplace_back();
        for (std::size_t i = 0; i < row.size(); ++i) {
            std::string shown = text::printable(row[i].text);
            rows.back().push_back(section.columns[i].whole ? std::move(shown) : fitted(shown, most_columns));
        }
    }
    std::vector<std::size_t> widths(section.columns.size());
    for (const auto& row : rows)
        for (std::size_t i = 0; i < row.size(); ++i)
            widths[i] = std::max(widths[i], display_width(row[i]));
    std::string text;
    for (const auto& row : rows)
        text += row_text(row, widths, section.columns);
    return text;
}

} // namespace worklines::render
