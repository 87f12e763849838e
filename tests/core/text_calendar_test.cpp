// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE text_calendar
#include "core/text/calendar.h"
#include "core/text/posix_zone.h"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <ctime>

namespace text = worklines::text;

namespace {

text::Zone zone(const std::string& name) {
    auto found = text::Zone::named(name);
    BOOST_REQUIRE(found);
    return *found;
}

std::int64_t wall(const char* written) {
    const auto seconds = text::parse_wall(written);
    BOOST_REQUIRE(seconds);
    return *seconds;
}

} // namespace

BOOST_AUTO_TEST_CASE(days_and_dates_are_each_others_inverse) {
    BOOST_TEST(text::days_of({1970, 1, 1}) == 0);
    BOOST_TEST(text::days_of({2000, 3, 1}) == 11017);
    for (std::int64_t days = -200'000; days < 200'000; days += 37)
        BOOST_TEST(text::days_of(text::date_of(days)) == days);
}

BOOST_AUTO_TEST_CASE(only_dates_that_exist_are_dates) {
    for (const char* good : {"2026-02-28", "2024-02-29", "2000-02-29", "1970-01-01"})
        BOOST_TEST(text::parse_date(good).has_value(), good);
    for (const char* bad : {"2026-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-1-1", "26-01-01",
                            "2026-01-32", "2026/01/01", "2026-01-01 ", "", "yesterday", "2026-01-0x"})
        BOOST_TEST(!text::parse_date(bad).has_value(), bad);
    BOOST_TEST(text::format_date(text::next_month(*text::parse_month("2026-12"))) == "2027-01-01");
    BOOST_TEST(!text::parse_month("2026-13").has_value());
}

BOOST_AUTO_TEST_CASE(wall_times_are_read_with_T_or_blank) {
    BOOST_TEST(wall("1970-01-02T00:00:01") == 86401);
    BOOST_TEST(wall("1970-01-02 00:00") == 86400);
    for (const char* bad : {"Unknown", "None", "1970-01-02T24:00:00", "1970-01-02T00:60:00", "1970-01-02T00:00:0",
                            "1970-01-02X00:00:00", "1970-01-02T00-00:00"})
        BOOST_TEST(!text::parse_wall(bad).has_value(), bad);
}

BOOST_AUTO_TEST_CASE(month_borders_follow_the_zone_and_its_summer_time) {
    const text::Zone madrid = zone("Europe/Madrid");
    BOOST_TEST(madrid.midnight({2026, 2, 1}) == 1769900400); // +01:00
    BOOST_TEST(madrid.midnight({2026, 6, 1}) == 1780264800); // +02:00
    BOOST_TEST(madrid.format(1780264800) == "2026-06-01T00:00:00");
    BOOST_TEST(madrid.midnight({2026, 3, 30}) - madrid.midnight({2026, 3, 29}) == 23 * 3600);
    BOOST_TEST(madrid.midnight({2026, 10, 26}) - madrid.midnight({2026, 10, 25}) == 25 * 3600);
}

BOOST_AUTO_TEST_CASE(the_hour_that_comes_twice_has_two_instants) {
    const text::Zone madrid = zone("Europe/Madrid");
    const auto twice = wall("2026-10-25T02:30:00");
    BOOST_TEST(madrid.epoch(twice) == 1792888200);
    BOOST_TEST(madrid.second_epoch(twice).value() == 1792888200 + 3600);
    BOOST_TEST(!madrid.second_epoch(wall("2026-10-25T03:30:00")).has_value());
    BOOST_TEST(!madrid.second_epoch(wall("2026-10-25T01:59:59")).has_value());
}

BOOST_AUTO_TEST_CASE(the_hour_that_is_skipped_is_read_by_the_clock_before) {
    const text::Zone madrid = zone("Europe/Madrid");
    BOOST_TEST(madrid.format(madrid.epoch(wall("2026-03-29T02:30:00"))) == "2026-03-29T03:30:00");
}

BOOST_AUTO_TEST_CASE(offsets_agree_with_the_c_library_everywhere) {
    for (const char* name : {"Europe/Madrid", "America/Sao_Paulo", "Asia/Kolkata", "Australia/Lord_Howe", "UTC",
                             "Africa/Casablanca", "America/St_Johns", "Asia/Tehran"}) {
        setenv("TZ", name, 1);
        tzset();
        const text::Zone ours = zone(name);
        for (std::int64_t t = 0; t < 4'000'000'000; t += 1'234'567) { // to 2096: beyond the table, by its rule
            const auto time = static_cast<std::time_t>(t);
            std::tm broken{};
            localtime_r(&time, &broken);
            if (ours.offset_s(t) != broken.tm_gmtoff)
                BOOST_ERROR(name << " at " << t << ": " << ours.offset_s(t) << " for " << broken.tm_gmtoff);
            const auto back = ours.epoch(ours.wall(t));
            BOOST_TEST((back == t || ours.second_epoch(ours.wall(t)) == t));
        }
    }
}

BOOST_AUTO_TEST_CASE(an_unknown_zone_is_an_error_and_no_path) {
    for (const char* bad : {"Europe/Atlantis", "../../etc/passwd", "/etc/localtime", "Europe", "a b"})
        BOOST_TEST(!text::Zone::named(bad), bad);
    for (const std::string& bad :
         {std::string(), std::string("TZif"), std::string(100, 'x'), "TZif2" + std::string(39, '\xff')})
        BOOST_TEST(!text::Zone::parse(bad));
}

BOOST_AUTO_TEST_CASE(posix_rules_are_read) {
    const auto madrid = text::parse_posix_zone("CET-1CEST,M3.5.0,M10.5.0/3");
    BOOST_REQUIRE(madrid);
    BOOST_TEST(madrid->standard_s == 3600);
    BOOST_TEST(madrid->summer_s.value() == 7200);
    BOOST_TEST(text::change_in(madrid->to_summer, 2026) == wall("2026-03-29T02:00:00"));
    BOOST_TEST(text::change_in(madrid->to_standard, 2026) == wall("2026-10-25T03:00:00"));
    BOOST_TEST(text::parse_posix_zone("<+0330>-3:30")->standard_s == 12600);
    for (const char* bad : {"", "CE-1", "CET", "CET-1CEST", "CET-1CEST,M13.1.0,M1.1.0", "CET-1CEST,M3.5.0"})
        BOOST_TEST(!text::parse_posix_zone(bad).has_value(), bad);
}
