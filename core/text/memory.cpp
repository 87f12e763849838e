// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/memory.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace worklines::text {
namespace {

constexpr std::string_view letters = "KMGTPE";
constexpr double largest = 9.0e18; // int64_t

} // namespace

std::optional<std::int64_t> parse_memory(std::string_view text, std::int64_t bare_unit) {
    if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
    const char* const end = text.data() + text.size();
    std::int64_t whole = 0;
    auto [rest, error] = std::from_chars(text.data(), end, whole);
    double fraction = 0;
    if (error != std::errc{}) return std::nullopt;
    if (rest != end && *rest == '.') {
        double unit = 0.1;
        for (++rest; rest != end && *rest >= '0' && *rest <= '9'; ++rest, unit /= 10)
            fraction += (*rest - '0') * unit;
    }
    std::int64_t unit = bare_unit;
    if (rest != end) {
        const char upper = *rest >= 'a' && *rest <= 'z' ? static_cast<char>(*rest - 'a' + 'A') : *rest;
        const std::size_t power = letters.find(upper);
        if (power == std::string_view::npos || rest + 1 != end) return std::nullopt;
        unit = 1ll << (10 * (power + 1));
    }
    if (static_cast<double>(whole) * static_cast<double>(unit) > largest) return std::nullopt;
    return whole * unit + std::llround(fraction * static_cast<double>(unit));
}

std::optional<RequestedMemory> parse_requested_memory(std::string_view text) {
    RequestedMemory memory;
    if (text.ends_with('n')) memory.per = RequestedMemory::Per::node;
    if (text.ends_with('c')) memory.per = RequestedMemory::Per::cpu;
    if (memory.per != RequestedMemory::Per::job) text.remove_suffix(1);
    const auto bytes = parse_memory(text, mebibyte);
    if (!bytes) return std::nullopt;
    memory.bytes = *bytes;
    return memory;
}

std::string format_memory(std::int64_t bytes) {
    double value = static_cast<double>(bytes);
    std::size_t power = 0;
    while (value >= 1024 && power < letters.size()) {
        value /= 1024;
        ++power;
    }
    std::array<char, 48> text{};
    const int digits = power == 0 || value >= 100 ? 0 : 1;
    const std::string unit = power == 0 ? "B" : std::string(1, letters[power - 1]) + "iB";
    const int size = std::snprintf(text.data(), text.size(), "%.*f %s", digits, value, unit.c_str());
    return {text.data(), static_cast<std::size_t>(size)};
}

} // namespace worklines::text
