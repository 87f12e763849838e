// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE report_public
#include "reporter/commands/report_public.h"

#include <boost/test/unit_test.hpp>

using namespace worklines;

namespace {

/// A run of Ada, whose account is `bio`, and one of `xu`.
join::Runs runs() {
    join::Runs runs;
    runs.texts = {"", "Ada", "bio", "xu"};
    runs.runs.resize(2);
    runs.runs[0].user = 1;
    runs.runs[0].account = 2;
    runs.runs[1].user = 3;
    return runs;
}

std::string title_for(std::string_view audience, const std::string& title) {
    portrait::Portrait portrait;
    portrait.lines.resize(1);
    portrait.lines[0].id = "L0000001";
    portrait.lines[0].title = title;
    portrait.lines[0].summary = title;
    const auto seen = commands::for_audience(portrait, audience, runs(), *render::language("en"));
    BOOST_TEST(seen.lines[0].summary == (seen.lines[0].title == title ? title : ""));
    return seen.lines[0].title;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_title_that_tells_a_person_or_an_account_is_an_id_for_the_public) {
    for (const char* title : {"Runs adarun", "ADA's folds", "For bio", "bio_tools", "Runs xu and gcc"})
        BOOST_TEST(title_for("public", title) == "Line L0000001", title);
}

BOOST_AUTO_TEST_CASE(a_title_without_one_stays) {
    for (const char* title : {"Runs bioperl", "Runs xubuntu", "Docking"})
        BOOST_TEST(title_for("public", title) == title);
}

BOOST_AUTO_TEST_CASE(staff_sees_all) { BOOST_TEST(title_for("staff", "Runs adarun") == "Runs adarun"); }
