// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/posix_zone.h"

#include "core/text/calendar.h"

#include <algorithm>

namespace worklines::text {
namespace {

/// Reads a string from its front; each step says whether it could.
class Cursor {
  public:
    explicit Cursor(std::string_view rest) : rest_(rest) {}

    bool done() const { return rest_.empty(); }
    bool take(char wanted) {
        if (rest_.empty() || rest_.front() != wanted) return false;
        rest_.remove_prefix(1);
        return true;
    }
    /// `CET`, `<+0330>`
    bool name() {
        if (take('<')) {
            const std::size_t end = rest_.find('>');
            if (end == std::string_view::npos) return false;
            rest_.remove_prefix(end + 1);
            return true;
        }
        const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
        const auto end = std::find_if_not(rest_.begin(), rest_.end(), is_letter);
        const auto length = static_cast<std::size_t>(end - rest_.begin());
        rest_.remove_prefix(length);
        return length >= 3;
    }
    std::optional<int> number() {
        int value = 0;
        std::size_t length = 0;
        while (length < rest_.size() && length < 4 && rest_[length] >= '0' && rest_[length] <= '9')
            value = value * 10 + (rest_[length++] - '0');
        rest_.remove_prefix(length);
        return length == 0 ? std::nullopt : std::optional(value);
    }
    /// `[+-]h[h][:mm[:ss]]` in seconds
    std::optional<std::int64_t> time() {
        const bool negative = take('-');
        if (!negative) take('+');
        const auto hours = number();
        if (!hours) return std::nullopt;
        std::int64_t seconds = *hours * 3600;
        for (const int unit : {60, 1}) {
            if (!take(':')) break;
            const auto part = number();
            if (!part) return std::nullopt;
            seconds += *part * unit;
        }
        return negative ? -seconds : seconds;
    }
    std::optional<ChangeRule> rule() {
        ChangeRule rule;
        std::optional<int> day;
        if (take('M')) {
            const auto month = number();
            if (!month || *month < 1 || *month > 12 || !take('.')) return std::nullopt;
            const auto week = number();
            if (!week || *week < 1 || *week > 5 || !take('.')) return std::nullopt;
            rule.month = *month;
            rule.week = *week;
            day = number();
            if (!day || *day > 6) return std::nullopt;
        } else {
            rule.kind = take('J') ? ChangeRule::Kind::julian : ChangeRule::Kind::day_of_year;
            day = number();
            if (!day || *day > 365) return std::nullopt;
        }
        rule.day = *day;
        if (!take('/')) return rule;
        const auto second = time();
        if (!second) return std::nullopt;
        rule.second = *second;
        return rule;
    }

  private:
    std::string_view rest_;
};

std::int64_t month_week_day(const ChangeRule& rule, int year) {
    const std::int64_t first = days_of({year, rule.month, 1});
    const std::int64_t weekday = (first % 7 + 7 + 4) % 7; // 1970-01-01 was a Thursday; 0 is Sunday
    std::int64_t day = first + (rule.day - weekday + 7) % 7 + (rule.week - 1) * 7;
    const Date next = next_month({year, rule.month, 1});
    while (day >= days_of(next)) // week 5 means the last
        day -= 7;
    return day;
}

} // namespace

std::optional<PosixZone> parse_posix_zone(std::string_view text) {
    Cursor cursor(text);
    PosixZone zone;
    if (!cursor.name()) return std::nullopt;
    const auto standard = cursor.time();
    if (!standard) return std::nullopt;
    zone.standard_s = -*standard; // POSIX counts west of Greenwich
    if (cursor.done()) return zone;

    if (!cursor.name()) return std::nullopt;
    zone.summer_s = zone.standard_s + 3600;
    if (!cursor.take(',')) {
        const auto summer = cursor.time();
        if (!summer || !cursor.take(',')) return std::nullopt;
        zone.summer_s = -*summer;
    }
    const auto to_summer = cursor.rule();
    if (!to_summer || !cursor.take(',')) return std::nullopt;
    const auto to_standard = cursor.rule();
    if (!to_standard || !cursor.done()) return std::nullopt;
    zone.to_summer = *to_summer;
    zone.to_standard = *to_standard;
    return zone;
}

std::int64_t change_in(const ChangeRule& rule, int year) {
    std::int64_t day = 0;
    switch (rule.kind) {
    case ChangeRule::Kind::month_week_day:
        day = month_week_day(rule, year);
        break;
    case ChangeRule::Kind::julian: // 29 February is never counted: counted in a year that has none
        day = days_of({year, 1, 1}) + rule.day - 1;
        if (rule.day >= 60 && is_date({year, 2, 29})) ++day;
        break;
    case ChangeRule::Kind::day_of_year:
        day = days_of({year, 1, 1}) + rule.day;
        break;
    }
    return day * 86400 + rule.second;
}

} // namespace worklines::text
