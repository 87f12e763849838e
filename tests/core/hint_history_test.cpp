// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE hint_history
#include <boost/test/unit_test.hpp>

#include "core/hint/history.h"

using namespace worklines::hint;

namespace {
constexpr std::int64_t gib = 1LL << 30;
}

BOOST_AUTO_TEST_CASE(the_largest_of_all_runs_counts_and_the_newest_request_is_the_last) {
    History h;
    add(h, {.end = 300, .mem_task_bytes = 1 * gib, .mem_upper_bytes = 2 * gib, .mem_asked_bytes = 64 * gib});
    add(h, {.end = 100, .mem_task_bytes = 3 * gib, .mem_upper_bytes = 3 * gib, .mem_asked_bytes = 32 * gib});
    BOOST_TEST(h.runs == 2u);
    BOOST_TEST(h.mem_runs == 2u);
    BOOST_TEST(*h.mem_task_bytes == 3 * gib);
    BOOST_TEST(*h.mem_upper_bytes == 3 * gib);
    BOOST_TEST(*h.mem_asked_bytes.least == 32 * gib);
    BOOST_TEST(*h.mem_asked_bytes.most == 64 * gib);
    BOOST_TEST(*h.mem_asked_bytes.last == 64 * gib);
    BOOST_TEST(h.last_end == 300);
}

BOOST_AUTO_TEST_CASE(what_was_not_measured_or_is_zero_is_unknown) {
    History h;
    add(h, {.end = 1, .mem_task_bytes = 0, .mem_upper_bytes = 0, .cpu_s = 0.0, .elapsed_s = 0});
    add(h, {.end = 2});
    BOOST_TEST(h.runs == 2u);
    BOOST_TEST(h.mem_runs == 0u);
    BOOST_TEST(!h.mem_upper_bytes);
    BOOST_TEST(h.cpu_runs == 0u);
    BOOST_TEST(h.elapsed_runs == 0u);
    BOOST_TEST(!h.mem_asked_bytes.last);
}

BOOST_AUTO_TEST_CASE(runs_that_did_not_complete_are_no_evidence_but_their_peaks_count) {
    History h;
    add(h, {.outcome = Outcome::stopped, .end = 1, .mem_task_bytes = gib, .mem_upper_bytes = gib, .elapsed_s = 50});
    BOOST_TEST(h.runs + h.mem_runs + h.elapsed_runs == 0u);
    BOOST_TEST(*h.mem_upper_bytes == gib);
    BOOST_TEST(*h.elapsed_s == 50);
}

BOOST_AUTO_TEST_CASE(a_run_that_hit_its_limit_needed_at_least_the_limit) {
    History h;
    add(h, {.outcome = Outcome::out_of_memory, .end = 1, .mem_upper_bytes = gib, .mem_asked_bytes = 8 * gib});
    add(h, {.outcome = Outcome::out_of_time, .end = 2, .elapsed_s = 3600, .limit_s = 3660});
    BOOST_TEST(*h.mem_upper_bytes == 8 * gib);
    BOOST_TEST(*h.elapsed_s == 3660);
}

BOOST_AUTO_TEST_CASE(the_upper_figure_is_never_below_the_largest_task) {
    History h;
    add(h, {.end = 1, .mem_task_bytes = 2 * gib, .mem_upper_bytes = gib});
    BOOST_TEST(*h.mem_upper_bytes == 2 * gib);
}

BOOST_AUTO_TEST_CASE(cpus_used_are_rounded_up_and_absurd_ones_unknown) {
    History h;
    add(h, {.end = 1, .cpu_s = 150.0, .cpus_asked = 32, .elapsed_s = 100});
    BOOST_TEST(*h.cpus_used_milli == 1500);
    add(h, {.end = 2, .cpu_s = 1e30, .elapsed_s = 1});
    BOOST_TEST(*h.cpus_used_milli == 1500);
    BOOST_TEST(h.cpu_runs == 1u);
}
