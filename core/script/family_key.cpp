// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/family_key.h"

#include "core/script/hash64.h"

#include <array>

namespace worklines::script {
namespace {

// What a script does is said well before this; what comes later in such a one is data. Keeps the longest scripts
// cheap.
constexpr std::size_t enough = 128u << 10;

enum class Kind : unsigned char { word, blank, separator, digit };

/// Where a path ends: blanks, quotes, and what a shell or an option puts beside a path.
constexpr std::array<Kind, 256> kinds = [] {
    std::array<Kind, 256> table{};
    for (char c : std::string_view("\"'`=:,;()|&<>[]"))
        table[static_cast<unsigned char>(c)] = Kind::separator;
    for (char c : std::string_view(" \t\r\v\f"))
        table[static_cast<unsigned char>(c)] = Kind::blank;
    for (char c : std::string_view("0123456789"))
        table[static_cast<unsigned char>(c)] = Kind::digit;
    return table;
}();

Kind kind(char c) { return kinds[static_cast<unsigned char>(c)]; }
bool in_word(char c) { return kind(c) == Kind::word || kind(c) == Kind::digit; }

std::string_view last_component(std::string_view word) {
    const auto end = word.find_last_not_of('/');
    if (end == std::string_view::npos) return word.substr(0, 1);
    word = word.substr(0, end + 1);
    return word.substr(word.rfind('/') + 1); // npos + 1 is 0
}

/// The length of the number that text begins with: 7, 0.001, 1e-4. Text begins with a digit.
std::size_t number_length(std::string_view text) {
    const auto digits = [&](std::size_t at) {
        while (at < text.size() && kind(text[at]) == Kind::digit)
            ++at;
        return at;
    };
    std::size_t end = digits(0);
    if (end < text.size() && text[end] == '.') {
        if (const auto more = digits(end + 1); more > end + 1) end = more;
    }
    if (end < text.size() && (text[end] == 'e' || text[end] == 'E')) {
        const bool sign = end + 1 < text.size() && (text[end + 1] == '-' || text[end + 1] == '+');
        if (const auto more = digits(end + 1 + sign); more > end + 1 + sign) end = more;
    }
    return end;
}

void add_word(std::string_view word, Hash64& hash) {
    std::size_t plain = 0;
    for (std::size_t i = 0; i < word.size();) {
        if (kind(word[i]) != Kind::digit) {
            ++i;
            continue;
        }
        hash.bytes(word.substr(plain, i - plain));
        hash.byte('#');
        i += number_length(word.substr(i));
        plain = i;
    }
    hash.bytes(word.substr(plain));
}

/// `line` begins with what is neither blank nor a comment.
void add_line(std::string_view line, Hash64& hash) {
    while (!line.empty()) {
        std::size_t length = 0;
        if (kind(line[0]) == Kind::blank) {
            while (length < line.size() && kind(line[length]) == Kind::blank)
                ++length;
            if (length < line.size()) hash.byte(' ');
        } else if (kind(line[0]) == Kind::separator) {
            length = 1;
            hash.byte(static_cast<unsigned char>(line[0]));
        } else {
            bool path = false;
            for (; length < line.size() && in_word(line[length]); ++length)
                path |= line[length] == '/';
            const auto word = line.substr(0, length);
            add_word(path ? last_component(word) : word, hash);
        }
        line.remove_prefix(length);
    }
    hash.byte('\n');
}

} // namespace

std::uint64_t family_key(std::string_view script) {
    Hash64 hash;
    while (!script.empty() && hash.size() < enough) {
        const auto end = script.find('\n');
        std::string_view line = script.substr(0, end);
        script.remove_prefix(end == std::string_view::npos ? script.size() : end + 1);
        while (!line.empty() && kind(line[0]) == Kind::blank)
            line.remove_prefix(1);
        // '#' covers directives, comments and the line that names the interpreter
        if (!line.empty() && line[0] != '#') add_line(line.substr(0, enough), hash);
    }
    if (hash.size() == 0) return 0;
    const auto key = hash.value();
    return key == 0 ? 1 : key;
}

} // namespace worklines::script
