// SPDX-License-Identifier: GPL-2.0-or-later
// Local time and back, by the system's zone files (TZif, RFC 8536). Own code because mktime is process-wide state,
// and too slow for some million conversions a second; std::chrono's zones come with g++ 13.
#pragma once

#include "core/result.h"

#include <compare>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::text {

struct Date {
    int year = 1970;
    int month = 1; ///< 1..12
    int day = 1;   ///< 1..31

    auto operator<=>(const Date&) const = default;
};

/// Days since 1970-01-01 in the Gregorian calendar, and back.
std::int64_t days_of(const Date& date);
Date date_of(std::int64_t days);
bool is_date(const Date& date);

/// `YYYY-MM-DD`; nothing else.
std::optional<Date> parse_date(std::string_view text);
/// `YYYY-MM`: the first of that month.
std::optional<Date> parse_month(std::string_view text);
Date next_month(const Date& date); ///< the first of the month after
std::string format_date(const Date& date);

/// Seconds as a clock on the wall counts them: days x 86400 + time of day, zone unknown.
using WallSeconds = std::int64_t;

/// `YYYY-MM-DDTHH:MM:SS`, with a blank instead of T too, with seconds or without.
std::optional<WallSeconds> parse_wall(std::string_view text);

/// One zone's history of offsets. A value; safe in several threads.
class Zone {
  public:
    /// IANA name. Empty: this machine's (/etc/localtime, UTC without it). Error: no such zone.
    static Result<Zone> named(const std::string& name);
    /// A TZif file's bytes. Error: not TZif.
    static Result<Zone> parse(std::string_view bytes);
    static Zone utc() { return {}; }

    std::int64_t offset_s(std::int64_t epoch) const; ///< seconds east of UTC then
    WallSeconds wall(std::int64_t epoch) const { return epoch + offset_s(epoch); }
    /// The first instant at which the wall clock shows this; where it is skipped in spring, the instant it would
    /// have been by the clock before.
    std::int64_t epoch(WallSeconds wall) const;
    /// The second instant, in the hour that comes twice in autumn.
    std::optional<std::int64_t> second_epoch(WallSeconds wall) const;

    std::int64_t midnight(const Date& date) const { return epoch(days_of(date) * 86400); }
    Date date(std::int64_t epoch) const;
    /// `YYYY-MM-DDTHH:MM:SS` on the wall.
    std::string format(std::int64_t epoch) const;

  private:
    struct Period {
        std::int64_t from; ///< epoch
        std::int64_t offset_s;
    };
    std::size_t period_of(std::int64_t epoch) const;
    std::size_t first_period_of_wall(WallSeconds wall) const;

    std::vector<Period> periods_{{INT64_MIN / 2, 0}}; ///< ascending; the first holds from ever on
};

} // namespace worklines::text
