// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/duration.h"

#include <array>
#include <charconv>

namespace worklines::text {
namespace {

/// A whole number at the front, which it removes.
std::optional<std::int64_t> take_number(std::string_view& text) {
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || value < 0 || value > 100'000'000) return std::nullopt; // negative, or absurd
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

bool take(std::string_view& text, char wanted) {
    if (text.empty() || text.front() != wanted) return false;
    text.remove_prefix(1);
    return true;
}

/// `.456` at the front: milliseconds.
std::optional<std::int64_t> take_fraction(std::string_view& text) {
    if (!take(text, '.')) return 0;
    std::int64_t value = 0, unit = 100;
    std::size_t length = 0;
    for (; length < text.size() && text[length] >= '0' && text[length] <= '9'; ++length, unit /= 10)
        value += (text[length] - '0') * unit;
    text.remove_prefix(length);
    return length == 0 ? std::nullopt : std::optional(value);
}

} // namespace

std::optional<std::int64_t> parse_duration_ms(std::string_view text) {
    std::array<std::int64_t, 3> parts{};
    auto first = take_number(text);
    if (!first) return std::nullopt;
    std::int64_t days = 0;
    const bool has_days = take(text, '-');
    if (has_days) {
        days = *first;
        first = take_number(text);
        if (!first) return std::nullopt;
    }
    std::size_t count = 0;
    parts[count++] = *first;
    while (count < parts.size() && take(text, ':')) {
        const auto part = take_number(text);
        if (!part) return std::nullopt;
        parts[count++] = *part;
    }
    const auto fraction = take_fraction(text);
    if (!fraction || !text.empty() || (count == 1 && !has_days)) return std::nullopt;
    // Behind days the first part is hours; else two parts are minutes and seconds.
    const std::int64_t seconds =
        has_days || count == 3 ? parts[0] * 3600 + parts[1] * 60 + parts[2] : parts[0] * 60 + parts[1];
    return (days * 86400 + seconds) * 1000 + *fraction;
}

std::string format_duration(std::int64_t seconds) {
    struct Unit {
        char letter;
        std::int64_t seconds;
    };
    constexpr std::array<Unit, 4> units{{{'d', 86400}, {'h', 3600}, {'m', 60}, {'s', 1}}};
    for (std::size_t i = 0; i < units.size(); ++i) {
        if (seconds < units[i].seconds && i + 1 < units.size()) continue;
        std::string text = std::to_string(seconds / units[i].seconds) + units[i].letter;
        const std::int64_t rest = seconds % units[i].seconds;
        if (i + 1 < units.size() && rest >= units[i + 1].seconds)
            text += ' ' + std::to_string(rest / units[i + 1].seconds) + units[i + 1].letter;
        return text;
    }
    return {};
}

} // namespace worklines::text
