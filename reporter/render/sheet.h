// SPDX-License-Identifier: GPL-2.0-or-later
// A report as headings, paragraphs and tables, before any format: what is said and in which order, once for text,
// Markdown and HTML. Cells hold texts as they came from scripts; each format makes them harmless.
#pragma once

#include "reporter/portrait/portrait.h"
#include "reporter/render/language.h"

#include <cstdint>
#include <string>
#include <vector>

namespace worklines::render {

/// A part of a whole, for formats that can draw. Drawn only if the whole is above zero.
struct Bar {
    enum class Of : std::uint8_t { gpu, cpu };
    Of of = Of::cpu;
    double part = 0, whole = 0;
};

struct Cell {
    std::string text;
    Bar bar = {};
    std::vector<std::string> more = {}; ///< what a page can fold away behind the cell
};

struct Column {
    std::string heading;
    bool number = false; ///< aligned to the right
    bool whole = false;  ///< a sentence, which says nothing if it is cut
};

struct Section {
    std::string heading;
    std::vector<std::string> paragraphs = {};
    std::vector<Column> columns = {}; ///< empty: no table
    std::vector<std::vector<Cell>> rows = {};
};

struct Sheet {
    std::string title, subtitle;
    std::vector<Section> sections;
};

Section lines_section(const portrait::Portrait& portrait, const Language& language);
Sheet sheet(const portrait::Portrait& portrait, const Language& language);

} // namespace worklines::render
