// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/join/stored.h"

#include "core/text/utf8.h"

#include <algorithm>

namespace worklines::join {
namespace {

constexpr std::size_t tinytext = 255, text_column = 65'535; // bytes of the columns in MySQL

/// Invalid bytes become `?` before the database cuts.
std::string stored(std::string_view given, std::size_t most) {
    return std::string(text::cut_utf8(text::replace_invalid(given, "?"), most));
}

void replace_quotes(std::string& text) { std::replace(text.begin(), text.end(), '"', '`'); }

} // namespace

std::string stored_name(std::string_view name) {
    std::string text = stored(name, tinytext);
    replace_quotes(text);
    return text.empty() ? "allocation" : text;
}

std::string stored_folder(std::string_view folder) {
    std::string text = stored(folder, text_column);
    replace_quotes(text);
    return text;
}

std::string stored_line(std::string_view submit_line) { return stored(submit_line, text_column); }

} // namespace worklines::join
