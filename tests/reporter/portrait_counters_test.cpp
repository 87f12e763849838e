// SPDX-License-Identifier: GPL-2.0-or-later
// What counts, for how long, and what is left out.
#define BOOST_TEST_MODULE portrait_counters
#include "reporter/portrait/counters.h"
#include "tests/reporter/portrait_runs.h"

#include <boost/test/unit_test.hpp>

using namespace worklines;
using namespace worklines::tests;
using accounting::Limit;
using accounting::State;
using portrait::count;
using portrait::Counted;

namespace {

Counted count_february(const RunsMaker& maker, const portrait::OptedOut& opted_out = {}) {
    return count(maker.runs(), february_known_later, opted_out);
}

/// The GPU-hours of one run alone, by its hours on one GPU.
void check_hours(const Counted& counted, double gpu) {
    BOOST_TEST(counted.hours.gpu == gpu, boost::test_tools::tolerance(1e-9));
    BOOST_TEST(counted.hours.cpu == 4 * gpu, boost::test_tools::tolerance(1e-9));
}

} // namespace

BOOST_AUTO_TEST_CASE(hours_are_elapsed_by_allocated) {
    RunsMaker maker;
    maker.add(1);
    const auto counted = count_february(maker);
    check_hours(counted, 2);
    BOOST_TEST(counted.jobs == 1u);
    BOOST_TEST(counted.runs.size() == 1u);
    BOOST_TEST(counted.submissions == 1u);
    BOOST_TEST(counted.users == 1u);
}

BOOST_AUTO_TEST_CASE(nothing_at_all_is_a_portrait_of_zeros) {
    const auto counted = count_february(RunsMaker{});
    check_hours(counted, 0);
    BOOST_TEST(counted.jobs == 0u);
    BOOST_TEST(!counted.gpus_in_accounting);
    BOOST_TEST(counted.waits.empty());
}

// A2, A3
BOOST_AUTO_TEST_CASE(a_cluster_without_gpus_in_accounting_is_said_to_be_one) {
    RunsMaker maker;
    auto& run = maker.add(1);
    run.alloc_gpus.reset();
    run.req_gpus.reset();
    BOOST_TEST(!count_february(maker).gpus_in_accounting);
    maker.add(2);
    BOOST_TEST(count_february(maker).gpus_in_accounting);
}

// A5
BOOST_AUTO_TEST_CASE(without_a_known_limit_nothing_is_clipped) {
    for (const auto kind : {Limit::Kind::unlimited, Limit::Kind::partition, Limit::Kind::unknown}) {
        RunsMaker maker;
        maker.add(1, february + day, 10 * day).limit = {kind, 0};
        const auto counted = count_february(maker);
        check_hours(counted, 240);
        BOOST_TEST(counted.over_limit.empty());
    }
}

BOOST_AUTO_TEST_CASE(a_limit_of_zero_minutes_is_none) {
    RunsMaker maker;
    maker.add(1).limit = minutes(0);
    check_hours(count_february(maker), 2);
}

// A7
BOOST_AUTO_TEST_CASE(a_run_that_goes_on_long_past_its_limit_is_an_orphan) {
    RunsMaker maker;
    maker.add_running(1, march - 10 * day, 2 * 24 * 60);
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 0u);
    BOOST_TEST(counted.users == 0u);
    check_hours(counted, 0);
    BOOST_REQUIRE(counted.orphans.size() == 1u);
    BOOST_TEST(counted.orphans[0].hours.gpu == 240);
    BOOST_TEST(counted.orphans[0].hours.cpu == 960);
    BOOST_TEST(counted.over_limit.empty());
}

BOOST_AUTO_TEST_CASE(an_orphan_adds_nothing_after_what_is_known) {
    RunsMaker maker;
    maker.add_running(1, february, 60);
    const auto counted = count(maker.runs(), {february, march, february + 2 * day}, {});
    BOOST_REQUIRE(counted.orphans.size() == 1u);
    BOOST_TEST(counted.orphans[0].hours.gpu == 48);
}

BOOST_AUTO_TEST_CASE(a_run_within_a_day_of_its_limit_is_no_orphan) {
    RunsMaker maker;
    auto& run = maker.add_running(1, march - 2 * day, 24 * 60);
    run.elapsed_s = 47 * hour;
    const auto counted = count(maker.runs(), {february, march, march - hour}, {});
    BOOST_TEST(counted.orphans.empty());
    BOOST_TEST(counted.jobs == 1u);
    check_hours(counted, 24);
}

BOOST_AUTO_TEST_CASE(a_service_without_limit_is_no_orphan) {
    RunsMaker maker;
    auto& run = maker.add_running(1, february - 500 * day, 0);
    run.limit = {Limit::Kind::unlimited, 0};
    run.elapsed_s = 500 * day + 56 * day;
    const auto counted = count_february(maker);
    BOOST_TEST(counted.orphans.empty());
    BOOST_TEST(counted.absurd.empty());
    check_hours(counted, 28 * 24);
}

BOOST_AUTO_TEST_CASE(a_running_job_without_elapsed_counts_up_to_what_is_known) {
    RunsMaker maker;
    maker.add_running(1, march - 5 * hour, 24 * 60).elapsed_s.reset();
    check_hours(count(maker.runs(), {february, march, march - 2 * hour}, {}), 3);
}

// A8
BOOST_AUTO_TEST_CASE(what_is_closed_long_after_its_limit_counts_up_to_the_limit) {
    RunsMaker maker;
    for (std::int64_t id = 1; id <= 5; ++id)
        maker.add(id, february + day, 20 * hour).limit = minutes(120);
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 5u);
    check_hours(counted, 10);
    BOOST_REQUIRE(counted.over_limit.size() == 5u);
    BOOST_TEST(counted.over_limit[0].hours.gpu == 18);
    BOOST_TEST(counted.over_limit[0].hours.cpu == 72);
    BOOST_TEST(counted.late_kills == 0u);
}

BOOST_AUTO_TEST_CASE(a_late_kill_is_clipped_but_not_listed) {
    RunsMaker maker;
    maker.add(1, february + day, 2 * hour + 600).limit = minutes(120);
    maker.add(2, february + day, 2 * hour + 601).limit = minutes(120);
    const auto counted = count_february(maker);
    check_hours(counted, 4);
    BOOST_TEST(counted.over_limit.size() == 1u);
    BOOST_TEST(counted.over_limit[0].run == 1u);
    BOOST_TEST(counted.late_kills == 1u);
    BOOST_TEST(counted.late_kill_hours.gpu == 600. / 3600);
}

BOOST_AUTO_TEST_CASE(beyond_the_limit_only_what_lies_inside_is_removed) {
    RunsMaker maker;
    maker.add(1, march - 3 * hour, 10 * hour).limit = minutes(60);
    const auto counted = count_february(maker);
    check_hours(counted, 1);
    BOOST_REQUIRE(counted.over_limit.size() == 1u);
    BOOST_TEST(counted.over_limit[0].hours.gpu == 2);

    const auto in_march = count(maker.runs(), {march, march + 31 * day, march + 60 * day}, {});
    BOOST_TEST(in_march.jobs == 0u);
    BOOST_TEST(in_march.over_limit.at(0).hours.gpu == 7);
}

// A9
BOOST_AUTO_TEST_CASE(the_runs_of_a_requeued_job_count_each_once_as_one_job) {
    RunsMaker maker;
    maker.add(1, february + day, hour).state = State::node_fail;
    maker.add(1, february + 2 * day, 2 * hour).state = State::requeued;
    maker.add(1, february + 3 * day, 4 * hour);
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 1u);
    BOOST_TEST(counted.runs.size() == 3u);
    BOOST_TEST(counted.submissions == 1u);
    check_hours(counted, 7);
    BOOST_TEST(counted.waits.at(0).runs == 1u);
}

BOOST_AUTO_TEST_CASE(a_requeued_job_that_waits_again_has_started) {
    RunsMaker maker;
    maker.add(1).state = State::requeued;
    maker.add_never_started(1, "1", february + 3 * day);
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 1u);
    BOOST_TEST(counted.never_started == 0u);
}

// A11
BOOST_AUTO_TEST_CASE(two_months_of_a_split_job_add_up_to_the_whole) {
    RunsMaker maker;
    maker.add(1, march - 5 * hour, 12 * hour);
    const std::int64_t end = march + 31 * day, known = end + day;
    const auto first = count(maker.runs(), {february, march, known}, {});
    const auto second = count(maker.runs(), {march, end, known}, {});
    const auto both = count(maker.runs(), {february, end, known}, {});
    check_hours(first, 5);
    check_hours(second, 7);
    check_hours(both, 12);
    BOOST_TEST(first.jobs == 1u);
    BOOST_TEST(second.jobs == 1u);
    BOOST_TEST(both.jobs == 1u);
}

BOOST_AUTO_TEST_CASE(a_job_that_ends_or_starts_at_the_border_is_outside) {
    RunsMaker maker;
    maker.add(1, february - 2 * hour, 2 * hour);
    maker.add(2, march, 2 * hour);
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 0u);
    check_hours(counted, 0);
}

// A12: the last Sunday of March has 23 hours in Madrid
BOOST_AUTO_TEST_CASE(over_the_clock_change_seconds_are_seconds) {
    constexpr std::int64_t april = march + 31 * day - hour;
    RunsMaker maker;
    maker.add(1, april - 4 * day, 6 * day).limit = minutes(7 * 24 * 60);
    const auto counted = count(maker.runs(), {march, april, april + 30 * day}, {});
    check_hours(counted, 96);
}

// A13
BOOST_AUTO_TEST_CASE(suspended_time_is_not_reserved) {
    RunsMaker maker;
    auto& run = maker.add(1);
    run.end = *run.start + 10 * hour;
    check_hours(count_february(maker), 2);
}

// A14
BOOST_AUTO_TEST_CASE(tasks_of_an_array_are_jobs_of_one_submission) {
    RunsMaker maker;
    for (std::int64_t task = 0; task < 3; ++task) {
        auto& run = maker.add(124 + task);
        run.parent = 123;
        run.id = maker.text("123_" + std::to_string(task));
    }
    maker.add_never_started(123, "123_[5-9%2]").state = State::pending;
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 3u);
    BOOST_TEST(counted.submissions == 1u);
    BOOST_TEST(counted.never_started == 5u);
}

// A15
BOOST_AUTO_TEST_CASE(components_of_a_het_job_are_jobs_of_one_submission) {
    RunsMaker maker;
    maker.add(124);
    maker.add(125).parent = 124;
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 2u);
    BOOST_TEST(counted.submissions == 1u);
    check_hours(counted, 4);
}

// A21, A22
BOOST_AUTO_TEST_CASE(what_never_started_is_no_job_and_did_not_wait) {
    RunsMaker maker;
    maker.add_never_started(1, "1");
    auto& with_times = maker.add_never_started(2, "2");
    with_times.start = with_times.end = february + 2 * day;
    with_times.elapsed_s = 0;
    auto& before_23_02_5 = maker.add_never_started(3, "3");
    before_23_02_5.start = before_23_02_5.end = february + 2 * day;
    before_23_02_5.alloc_cpus = 4;
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 0u);
    BOOST_TEST(counted.users == 0u);
    BOOST_TEST(counted.submissions == 0u);
    BOOST_TEST(counted.never_started == 3u);
    BOOST_TEST(counted.waits.empty());
}

BOOST_AUTO_TEST_CASE(what_never_started_belongs_to_the_month_of_its_submission) {
    RunsMaker maker;
    maker.add_never_started(1, "1", february - hour);
    maker.add_never_started(2, "2", march);
    BOOST_TEST(count_february(maker).never_started == 0u);
}

BOOST_AUTO_TEST_CASE(a_job_that_failed_at_once_is_a_job) {
    RunsMaker maker;
    maker.add(1, february + day, 0).state = State::failed;
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 1u);
    check_hours(counted, 0);
}

// A23
BOOST_AUTO_TEST_CASE(an_id_that_came_twice_is_two_jobs) {
    RunsMaker maker;
    maker.add(1);
    auto& later = maker.add(1, february + 9 * day);
    later.user = maker.text("bruno");
    later.submit_line = maker.text("sbatch other.sh");
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 2u);
    BOOST_TEST(counted.submissions == 2u);
    BOOST_TEST(counted.users == 2u);
}

// A27
BOOST_AUTO_TEST_CASE(ids_of_two_clusters_do_not_collide) {
    RunsMaker maker;
    maker.add(1);
    maker.add(1).cluster = maker.text("bees");
    BOOST_TEST(count_february(maker).jobs == 2u);
}

// A30
BOOST_AUTO_TEST_CASE(times_that_cannot_be_are_listed_and_not_counted) {
    RunsMaker maker;
    maker.add(1, february + day, -500);
    auto& longer_than_it_was = maker.add(2);
    longer_than_it_was.elapsed_s = 2 * hour + day + 1;
    maker.add(3, february - 390 * day, 400 * day).limit = minutes(5 * 24 * 60);
    auto& no_end = maker.add(4);
    no_end.end.reset();
    no_end.elapsed_s.reset();
    const auto counted = count_february(maker);
    BOOST_TEST(counted.jobs == 0u);
    check_hours(counted, 0);
    BOOST_REQUIRE(counted.absurd.size() == 4u);
    BOOST_TEST(counted.absurd[0].hours.gpu == 0);
    BOOST_TEST(counted.absurd[1].hours.gpu == (2 * hour + day + 1) / 3600.);
    BOOST_TEST(counted.absurd[2].hours.gpu == 240);
    BOOST_TEST(counted.over_limit.empty());
}

BOOST_AUTO_TEST_CASE(numbers_as_large_as_they_come_do_no_harm) {
    RunsMaker maker;
    auto& run = maker.add_running(1, february + day, 0);
    run.limit = {Limit::Kind::unlimited, 0};
    run.elapsed_s = INT64_MAX;
    auto& limit = maker.add(2);
    limit.limit = minutes(INT64_MAX);
    check_hours(count_february(maker), 27 * 24 + 2);
}

BOOST_AUTO_TEST_CASE(who_opted_out_is_in_no_figure) {
    RunsMaker maker;
    const auto theirs = maker.text("yola");
    maker.add(1);
    maker.add(2).user = theirs;
    maker.add(3, february + day, 20 * hour).user = theirs;
    maker.add_running(4, february, 60).user = theirs;
    maker.add(5, february + day, -1).user = theirs;
    maker.add_never_started(6, "6").user = theirs;
    const auto counted = count_february(maker, {"yola", "nobody"});
    BOOST_TEST(counted.jobs == 1u);
    BOOST_TEST(counted.users == 1u);
    BOOST_TEST(counted.never_started == 0u);
    BOOST_TEST(counted.orphans.empty());
    BOOST_TEST(counted.absurd.empty());
    BOOST_TEST(counted.waits.at(0).runs == 1u);
    check_hours(counted, 2);
    BOOST_REQUIRE(counted.opted_out.size() == 2u);
    BOOST_TEST(counted.opted_out[1].hours.gpu == 20);
}

BOOST_AUTO_TEST_CASE(scripts_are_those_with_a_job) {
    RunsMaker maker;
    const auto one = maker.script("aa"), other = maker.script("bb"), never = maker.script("cc");
    maker.add(1).script = one;
    maker.add(2).script = one;
    maker.add(3).script = other;
    maker.add_never_started(4, "4").script = never;
    BOOST_TEST(count_february(maker).scripts == 2u);
}

BOOST_AUTO_TEST_CASE(jobs_are_told_apart_by_evidence) {
    RunsMaker maker;
    maker.add(1).evidence = join::Evidence::snapshot;
    maker.add(2).evidence = join::Evidence::snapshot;
    maker.add(3).evidence = join::Evidence::by_id;
    maker.add(4);
    const std::array<std::uint64_t, 5> expected{2, 0, 1, 1, 0};
    BOOST_TEST(count_february(maker).jobs_by_evidence == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(waits_are_sorted_by_cpus_asked_for) {
    RunsMaker maker;
    const std::int64_t cpus[] = {1, 2, 7, 8, 31, 32, 512};
    for (std::int64_t id = 0; id < 7; ++id) {
        auto& run = maker.add(id);
        run.req_cpus = cpus[id];
        run.eligible = *run.start - 100 * (id + 1);
    }
    maker.add(8).eligible.reset();
    const auto waits = count_february(maker).waits;
    BOOST_REQUIRE(waits.size() == 4u);
    BOOST_TEST(waits[0].size == "1 cpu");
    BOOST_TEST(waits[1].size == "2-7 cpus");
    BOOST_TEST(waits[2].size == "8-31 cpus");
    BOOST_TEST(waits[3].size == "32+ cpus");
    BOOST_TEST(waits[1].runs == 2u);
    BOOST_TEST(waits[1].max_s == 300);
    BOOST_TEST(waits[3].median_s == 700);
}

BOOST_AUTO_TEST_CASE(median_and_ninetieth_percentile_are_waits_that_somebody_had) {
    RunsMaker maker;
    for (std::int64_t i = 1; i <= 10; ++i) {
        auto& run = maker.add(i);
        run.eligible = *run.start - i;
    }
    const auto wait = count_february(maker).waits.at(0);
    BOOST_TEST(wait.median_s == 6);
    BOOST_TEST(wait.p90_s == 10);
    BOOST_TEST(wait.max_s == 10);
}
