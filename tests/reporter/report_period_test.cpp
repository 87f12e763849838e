// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE report_period
#include "reporter/commands/report_period.h"

#include <boost/test/unit_test.hpp>

using namespace worklines;
using commands::PeriodOptions;

namespace {

text::Zone madrid() {
    const auto zone = text::Zone::named("Europe/Madrid");
    BOOST_REQUIRE(zone);
    return *zone;
}

std::string refusal(const PeriodOptions& options) {
    const auto period = commands::period_of(options, text::Zone::utc());
    return period ? "" : period.error().line();
}

} // namespace

BOOST_AUTO_TEST_CASE(a_month_is_from_its_first_local_midnight_to_the_next_ones) {
    const auto march = commands::period_of({"", "", "2026-03"}, madrid());
    BOOST_REQUIRE(march);
    BOOST_TEST(text::format_date(march->from) == "2026-03-01");
    BOOST_TEST(text::format_date(march->to) == "2026-04-01");
    BOOST_TEST(march->to_s - march->from_s == 31 * 86400 - 3600); // the hour that is skipped in spring
}

BOOST_AUTO_TEST_CASE(the_last_month_is_by_the_local_clock) {
    const std::int64_t half_past_midnight = madrid().midnight({2026, 1, 1}) + 1800; // still December in UTC
    BOOST_TEST(text::format_date(commands::last_month(half_past_midnight, madrid()).from) == "2025-12-01");
    BOOST_TEST(text::format_date(commands::last_month(half_past_midnight, madrid()).to) == "2026-01-01");
    BOOST_TEST(text::format_date(commands::last_month(half_past_midnight, text::Zone::utc()).from) == "2025-11-01");
}

BOOST_AUTO_TEST_CASE(from_and_to_are_days_and_to_is_not_part_of_it) {
    const auto day = commands::period_of({"2026-02-28", "2026-03-01", ""}, text::Zone::utc());
    BOOST_REQUIRE(day);
    BOOST_TEST(day->to_s - day->from_s == 86400);
}

BOOST_AUTO_TEST_CASE(what_is_no_period_is_refused_with_the_option_at_fault) {
    BOOST_TEST(refusal({}).starts_with("no period"));
    BOOST_TEST(refusal({"2026-01-01", "", ""}).starts_with("--to: "));
    BOOST_TEST(refusal({"", "2026-01-01", ""}).starts_with("--from: "));
    BOOST_TEST(refusal({"2026-02-30", "2026-03-01", ""}).starts_with("--from: not a date"));
    BOOST_TEST(refusal({"2026-02-01", "tomorrow", ""}).starts_with("--to: not a date"));
    BOOST_TEST(refusal({"2026-02-01", "2026-02-01", ""}).starts_with("--to: "));
    BOOST_TEST(refusal({"2026-03-01", "2026-02-01", ""}).starts_with("--to: "));
    BOOST_TEST(refusal({"", "", "2026-13"}).starts_with("--month: not a month"));
    BOOST_TEST(refusal({"2026-03-01", "", "2026-02"}).find("two ways") != std::string::npos);
}
