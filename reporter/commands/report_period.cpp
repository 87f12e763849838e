// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/report_period.h"

namespace worklines::commands {
namespace {

constexpr const char* how = "give --month YYYY-MM, or --from and --to as YYYY-MM-DD";

Result<text::Date> day(const std::string& given, const char* option) {
    const auto date = text::parse_date(given);
    if (!date) return Error{"not a date: " + given, option, "give it as YYYY-MM-DD"};
    return *date;
}

} // namespace

void PeriodOptions::declare(Options& options) {
    options.text("from", from, "DATE", "the first day, YYYY-MM-DD");
    options.text("to", to, "DATE", "the day after the last one");
    options.text("month", month, "YYYY-MM", "a whole month instead");
}

Result<Period> period_of(const PeriodOptions& options, const text::Zone& zone) {
    if (!options.month.empty()) {
        if (!options.from.empty() || !options.to.empty())
            return Error{"--month and --from, --to are two ways to say it", "", "leave one out"};
        const auto first = text::parse_month(options.month);
        if (!first) return Error{"not a month: " + options.month, "--month", "give it as YYYY-MM"};
        return month_from(*first, zone);
    }
    if (options.from.empty() && options.to.empty()) return Error{"no period", "", how};
    if (options.from.empty()) return Error{"no first day", "--from", how};
    if (options.to.empty()) return Error{"no day after the last one", "--to", how};
    const auto from = day(options.from, "--from");
    if (!from) return from.error();
    const auto to = day(options.to, "--to");
    if (!to) return to.error();
    if (*from >= *to)
        return Error{"there is no day from " + options.from + " on and before " + options.to, "--to",
                     "the day of --to is not part of the period"};
    return Period{*from, *to, zone.midnight(*from), zone.midnight(*to)};
}

Period month_from(const text::Date& first, const text::Zone& zone) {
    const text::Date end = text::next_month(first);
    return {first, end, zone.midnight(first), zone.midnight(end)};
}

Period last_month(std::int64_t now, const text::Zone& zone) {
    text::Date this_month = zone.date(now);
    this_month.day = 1;
    text::Date first = text::date_of(text::days_of(this_month) - 1);
    first.day = 1;
    return month_from(first, zone);
}

} // namespace worklines::commands
