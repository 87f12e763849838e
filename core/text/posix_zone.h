// SPDX-License-Identifier: GPL-2.0-or-later
// The rule behind the last transition of a zone file: a POSIX TZ string such as `CET-1CEST,M3.5.0,M10.5.0/3`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace worklines::text {

/// A day of the year and the second of it at which a change is due, by the wall clock before the change.
struct ChangeRule {
    enum class Kind : std::uint8_t { month_week_day, julian, day_of_year };
    Kind kind = Kind::month_week_day;
    int month = 1, week = 1, day = 0;
    std::int64_t second = 7200;
};

struct PosixZone {
    std::int64_t standard_s = 0; ///< seconds east of UTC
    std::optional<std::int64_t> summer_s;
    ChangeRule to_summer, to_standard;
};

std::optional<PosixZone> parse_posix_zone(std::string_view text);

/// When the change is due in this year, in wall seconds.
std::int64_t change_in(const ChangeRule& rule, int year);

} // namespace worklines::text
