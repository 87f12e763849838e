// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/terms.h"

#include <array>

namespace worklines::lines {
namespace {

constexpr std::size_t shortest = 3, longest = 40; // longer ones are data

/// The small letter, or 0 for what is in no word. Bytes of other alphabets are letters.
constexpr std::array<char, 256> letters = [] {
    std::array<char, 256> table{};
    for (int c = 'a'; c <= 'z'; ++c)
        table[static_cast<std::size_t>(c)] = table[static_cast<std::size_t>(c - 32)] = static_cast<char>(c);
    for (int c = 0x80; c < 0x100; ++c)
        table[static_cast<std::size_t>(c)] = static_cast<char>(c);
    return table;
}();

bool is_directive(std::string_view line) { return line.starts_with("#SBATCH") || line.starts_with("#!"); }

} // namespace

std::uint32_t TermPool::number(std::string_view text) {
    if (const auto known = numbers_.find(text); known != numbers_.end()) return known->second;
    const auto number = static_cast<std::uint32_t>(texts_.size());
    numbers_.emplace(texts_.emplace_back(text), number);
    return number;
}

void each_word(std::string_view script, const std::function<void(std::string_view)>& take) {
    std::array<char, longest + 1> word;
    for (std::size_t at = 0; at < script.size();) {
        const std::size_t end = std::min(script.find('\n', at), script.size());
        const std::string_view line = script.substr(at, end - at);
        at = end + 1;
        if (is_directive(line)) continue;
        std::size_t size = 0;
        for (std::size_t i = 0; i <= line.size(); ++i) {
            const char letter = i < line.size() ? letters[static_cast<unsigned char>(line[i])] : '\0';
            if (letter != 0) {
                if (size < word.size()) word[size++] = letter;
            } else if (size > 0) {
                if (size >= shortest && size <= longest) take({word.data(), size});
                size = 0;
            }
        }
    }
}

} // namespace worklines::lines
