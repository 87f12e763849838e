// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/calendar.h"

#include <array>
#include <cstdio>

namespace worklines::text {
namespace {

bool is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

int days_in(int year, int month) {
    constexpr std::array<int, 12> days{31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return month == 2 && is_leap(year) ? 29 : days[static_cast<std::size_t>(month - 1)];
}

/// Digits at [at, at + count) as a number, -1 if there is anything else.
int digits(std::string_view text, std::size_t at, std::size_t count) {
    int value = 0;
    for (std::size_t i = at; i < at + count; ++i) {
        const int digit = text[i] - '0';
        if (digit < 0 || digit > 9) return -1;
        value = value * 10 + digit;
    }
    return value;
}

} // namespace

// Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms": years begin in March, eras have 400 years.
std::int64_t days_of(const Date& date) {
    const std::int64_t year = date.month <= 2 ? date.year - 1 : date.year;
    const std::int64_t era = (year >= 0 ? year : year - 399) / 400;
    const std::int64_t year_of_era = year - era * 400;
    const std::int64_t day_of_year = (153 * (date.month + (date.month > 2 ? -3 : 9)) + 2) / 5 + date.day - 1;
    return era * 146097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719468;
}

Date date_of(std::int64_t days) {
    days += 719468;
    const std::int64_t era = (days >= 0 ? days : days - 146096) / 146097;
    const std::int64_t day_of_era = days - era * 146097;
    const std::int64_t year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    const std::int64_t day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    const std::int64_t month = (5 * day_of_year + 2) / 153;
    Date date;
    date.day = static_cast<int>(day_of_year - (153 * month + 2) / 5 + 1);
    date.month = static_cast<int>(month < 10 ? month + 3 : month - 9);
    date.year = static_cast<int>(year_of_era + era * 400 + (date.month <= 2));
    return date;
}

bool is_date(const Date& date) {
    return date.year >= 1 && date.year <= 9999 && date.month >= 1 && date.month <= 12 && date.day >= 1 &&
           date.day <= days_in(date.year, date.month);
}

std::optional<Date> parse_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
    const Date date{digits(text, 0, 4), digits(text, 5, 2), digits(text, 8, 2)};
    return is_date(date) ? std::optional(date) : std::nullopt;
}

std::optional<Date> parse_month(std::string_view text) {
    if (text.size() != 7 || text[4] != '-') return std::nullopt;
    const Date date{digits(text, 0, 4), digits(text, 5, 2), 1};
    return is_date(date) ? std::optional(date) : std::nullopt;
}

Date next_month(const Date& date) {
    return date.month == 12 ? Date{date.year + 1, 1, 1} : Date{date.year, date.month + 1, 1};
}

std::string format_date(const Date& date) {
    std::array<char, 48> text{};
    const int size = std::snprintf(text.data(), text.size(), "%04d-%02d-%02d", date.year, date.month, date.day);
    return {text.data(), static_cast<std::size_t>(size)};
}

std::optional<WallSeconds> parse_wall(std::string_view text) {
    if (text.size() != 19 && text.size() != 16) return std::nullopt;
    const auto date = parse_date(text.substr(0, 10));
    if (!date || (text[10] != 'T' && text[10] != ' ') || text[13] != ':') return std::nullopt;
    if (text.size() == 19 && text[16] != ':') return std::nullopt;
    const int hour = digits(text, 11, 2), minute = digits(text, 14, 2);
    const int second = text.size() == 19 ? digits(text, 17, 2) : 0;
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return std::nullopt;
    return days_of(*date) * 86400 + hour * 3600 + minute * 60 + second;
}

} // namespace worklines::text
