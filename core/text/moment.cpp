// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/moment.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace worklines::text {
namespace {

constexpr std::array<std::string_view, 12> months{"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                  "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<std::int64_t> whole(std::string_view text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (text.empty() || !is_digit(text.front()) || error != std::errc{} || rest != end) return std::nullopt;
    return value;
}

/// `Z`, `+0100`, `-05:30` in seconds.
std::optional<std::int64_t> offset_s(std::string_view text) {
    if (text == "Z") return 0;
    if (text.size() == 6 && text[3] != ':') return std::nullopt;
    if (text.size() != 5 && text.size() != 6) return std::nullopt;
    const auto hours = whole(text.substr(1, 2)), minutes = whole(text.substr(text.size() - 2));
    if (!hours || !minutes || *hours > 26 || *minutes > 59) return std::nullopt;
    return (text.front() == '-' ? -1 : 1) * (*hours * 3600 + *minutes * 60);
}

std::optional<WallSeconds> wall_of(std::int64_t year, std::int64_t month, std::int64_t day,
                                   std::string_view clock) {
    const Date date{static_cast<int>(std::min<std::int64_t>(year, 10'000)),
                    static_cast<int>(std::min<std::int64_t>(month, 13)),
                    static_cast<int>(std::min<std::int64_t>(day, 32))};
    return is_date(date) ? parse_wall(format_date(date).append("T").append(clock)) : std::nullopt;
}

/// `10.02.2026 08:00:00`: dots mean that the day comes first, everywhere.
std::optional<WallSeconds> parse_dotted(std::string_view text) {
    if (text.size() < 16 || text[2] != '.' || text[5] != '.' || (text[10] != ' ' && text[10] != 'T'))
        return std::nullopt;
    const auto day = whole(text.substr(0, 2)), month = whole(text.substr(3, 2)), year = whole(text.substr(6, 4));
    if (!day || !month || !year) return std::nullopt;
    return wall_of(*year, *month, *day, text.substr(11));
}

/// `Tue Feb 10 08:00:00 2026`: %c in the C locale.
std::optional<WallSeconds> parse_c(std::string_view text) {
    if (text.size() != 24 || text[3] != ' ' || text[7] != ' ' || text[10] != ' ' || text[19] != ' ')
        return std::nullopt;
    const auto month = std::find(months.begin(), months.end(), text.substr(4, 3));
    const auto day = whole(text.substr(text[8] == ' ' ? 9 : 8, text[8] == ' ' ? 1 : 2));
    const auto year = whole(text.substr(20));
    if (month == months.end() || !day || !year) return std::nullopt;
    return wall_of(*year, month - months.begin() + 1, *day, text.substr(11, 8));
}

} // namespace

std::optional<std::int64_t> parse_moment(std::string_view text, const Zone& zone) {
    if (const auto wall = parse_wall(text)) return zone.epoch(*wall);
    if (text.size() > 19)
        if (const auto wall = parse_wall(text.substr(0, 19)))
            if (const auto offset = offset_s(text.substr(19))) return *wall - *offset;
    if (const auto epoch = whole(text)) return epoch;
    const auto dotted = parse_dotted(text);
    if (const auto wall = dotted ? dotted : parse_c(text)) return zone.epoch(*wall);
    return std::nullopt;
}

} // namespace worklines::text
