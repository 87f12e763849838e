// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE hint_manners
#include <boost/test/unit_test.hpp>

#include "core/hint/manners.h"

#include <atomic>
#include <string>
#include <thread>
#include <vector>

using namespace worklines::hint;

namespace {

Hint hint(const std::string& slug, double stake) {
    return {slug, Severity::waste, "worklines: " + slug, "", stake};
}

std::string slugs(const std::vector<Hint>& hints) {
    std::string text;
    for (const auto& one : hints)
        text += (text.empty() ? "" : " ") + one.slug;
    return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(three_lines_at_most_the_most_useful_first) {
    Manners manners(3600);
    BOOST_TEST(slugs(manners.choose(1, {hint("a", 1), hint("b", 9), hint("c", 5), hint("d", 5)}, 0)) == "b c d");
}

BOOST_AUTO_TEST_CASE(a_hint_stays_away_from_a_person_for_the_quiet_time) {
    Manners manners(3600);
    BOOST_TEST(slugs(manners.choose(1, {hint("a", 1)}, 1000)) == "a");
    BOOST_TEST(slugs(manners.choose(1, {hint("a", 1), hint("b", 1)}, 1001)) == "b");
    BOOST_TEST(slugs(manners.choose(2, {hint("a", 1)}, 1001)) == "a");
    BOOST_TEST(slugs(manners.choose(1, {hint("a", 1)}, 4599)) == "");
    BOOST_TEST(slugs(manners.choose(1, {hint("a", 1)}, 4600)) == "a");
}

BOOST_AUTO_TEST_CASE(a_hint_that_found_no_room_is_not_taken_for_told) {
    Manners manners(3600);
    manners.choose(1, {hint("a", 1), hint("b", 2), hint("c", 3), hint("d", 4)}, 0);
    BOOST_TEST(slugs(manners.choose(1, {hint("a", 1)}, 1)) == "a");
}

BOOST_AUTO_TEST_CASE(nothing_is_said_in_a_loop_until_it_pauses) {
    Manners manners(0);
    std::int64_t now = 1000;
    for (int i = 0; i < 7; ++i)
        BOOST_TEST(manners.may_speak(1, now += 2));
    for (int i = 0; i < 1000; ++i)
        BOOST_TEST(!manners.may_speak(1, now += 2));
    BOOST_TEST(manners.may_speak(2, now));
    BOOST_TEST(manners.may_speak(1, now + 60));
}

BOOST_AUTO_TEST_CASE(submissions_far_apart_are_no_loop) {
    Manners manners(0);
    for (int i = 0; i < 100; ++i)
        BOOST_TEST(manners.may_speak(1, i * 9));
}

BOOST_AUTO_TEST_CASE(what_was_not_used_for_longest_is_forgotten_first) {
    Recent<int, int> recent(3);
    for (int i = 0; i < 3; ++i)
        recent[i] = i;
    recent.find(0);
    recent[3] = 3;
    BOOST_TEST(recent.size() == 3u);
    BOOST_TEST(recent.find(1) == nullptr);
    BOOST_TEST(*recent.find(0) == 0);
    for (int i = 0; i < 100000; ++i)
        recent[i] = i;
    BOOST_TEST(recent.size() == 3u);
}

BOOST_AUTO_TEST_CASE(one_of_many_threads_tells_a_hint) {
    Manners manners(3600);
    std::atomic<int> told{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (std::uint32_t uid = 0; uid < 200; ++uid) {
                manners.may_speak(uid, 0);
                told += static_cast<int>(manners.choose(uid, {hint("a", 1)}, 0).size());
            }
        });
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(told == 200);
}
