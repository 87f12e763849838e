// SPDX-License-Identifier: GPL-2.0-or-later
// Which snapshot is whose, on values: bursts, tries that were refused, slow controllers, missing columns.
#define BOOST_TEST_MODULE join_assign
#include "reporter/join/assign.h"
#include "reporter/join/stored.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <random>
#include <string>
#include <vector>

namespace join = worklines::join;
namespace accounting = worklines::accounting;
using join::Captured;
using join::Evidence;
using join::Submitted;

namespace {

constexpr std::int64_t t0 = 1'769'943'600;

join::Identity somebody() {
    join::Identity identity;
    identity.uid = 1001;
    identity.name = 1;
    identity.folder = 2;
    identity.line = 3;
    return identity;
}

Captured asked(double seconds) {
    Captured c;
    c.id = static_cast<std::int64_t>(seconds * 1000) + 1;
    c.time_us = t0 * 1'000'000 + static_cast<std::int64_t>(seconds * 1e6);
    c.identity = somebody();
    return c;
}

Submitted job(std::int64_t id, std::int64_t seconds) {
    Submitted s;
    s.parent = id;
    s.submit = t0 + seconds;
    s.identity = somebody();
    return s;
}

/// For each job the position of its snapshot, or -; then the evidence's number.
std::string pairs(const std::vector<Captured>& captured, const std::vector<Submitted>& submitted) {
    std::string text;
    for (const auto& one : join::assign(captured, submitted, {})) {
        text += one.captured ? std::to_string(*one.captured) : "-";
        text += one.evidence == Evidence::snapshot_tie ? "t " : one.evidence == Evidence::ambiguous ? "a " : " ";
    }
    return text;
}

} // namespace

BOOST_AUTO_TEST_CASE(one_snapshot_and_one_job_are_a_pair_within_the_tolerance) {
    BOOST_TEST(pairs({asked(0)}, {job(1, 0)}) == "0 ");
    BOOST_TEST(pairs({asked(0.9)}, {job(1, 0)}) == "0 ");
    BOOST_TEST(pairs({asked(0)}, {job(1, 120)}) == "0 ");
    BOOST_TEST(pairs({asked(0)}, {job(1, 121)}) == "- ");
    BOOST_TEST(pairs({asked(2.5)}, {job(1, 0)}) == "0 "); // a clock that was set
    BOOST_TEST(pairs({asked(3.1)}, {job(1, 0)}) == "- ");
    BOOST_TEST(pairs({}, {job(1, 0)}) == "- ");
    BOOST_TEST(pairs({asked(0)}, {}) == "");
}

BOOST_AUTO_TEST_CASE(whatever_differs_keeps_them_apart) {
    for (int field = 0; field < 6; ++field) {
        Captured other = asked(0);
        if (field == 0) other.identity.uid = 1002;
        if (field == 1) other.identity.name = 9;
        if (field == 2) other.identity.folder = 9;
        if (field == 3) other.identity.line = 9;
        if (field == 4) other.identity.is_array = true;
        if (field == 5) other.identity.het_offset = 0;
        BOOST_TEST(pairs({other}, {job(1, 0)}) == "- ");
    }
}

BOOST_AUTO_TEST_CASE(of_a_refused_try_and_the_next_the_next_became_the_job) {
    BOOST_TEST(pairs({asked(0), asked(30)}, {job(1, 30)}) == "1 ");
    BOOST_TEST(pairs({asked(0), asked(30), asked(31)}, {job(1, 30), job(2, 31)}) == "1t 2t ");
    BOOST_TEST(pairs({asked(0), asked(30)}, {job(1, 0)}) == "0 "); // here the second was refused
    BOOST_TEST(pairs({asked(10.1), asked(11.5)}, {job(1, 10)}) == "0t ");
}

BOOST_AUTO_TEST_CASE(a_burst_of_equal_submissions_is_paired_in_order) {
    std::vector<Captured> captured;
    std::vector<Submitted> jobs, slow;
    std::string in_order;
    for (int i = 0; i < 10; ++i) {
        captured.push_back(asked(i * 0.1));
        jobs.push_back(job(100 + i, 0));
        slow.push_back(job(100 + i, 3 + i)); // the controller was busy: one a second
        in_order += std::to_string(i) + "t ";
    }
    BOOST_TEST(pairs(captured, jobs) == in_order);
    BOOST_TEST(pairs(captured, slow) == in_order);
    captured.insert(captured.begin(), asked(-20)); // refused
    std::string shifted;
    for (int i = 1; i <= 10; ++i)
        shifted += std::to_string(i) + "t ";
    BOOST_TEST(pairs(captured, slow) == shifted);
}

BOOST_AUTO_TEST_CASE(the_request_tells_two_tries_apart) {
    Captured short_limit = asked(0), long_limit = asked(1);
    short_limit.limit_min = 60;
    long_limit.limit_min = 120;
    Submitted one = job(1, 1);
    one.limit = {accounting::Limit::Kind::minutes, 60};
    BOOST_TEST(pairs({short_limit, long_limit}, {one}) == "0 ");
    one.limit = {accounting::Limit::Kind::minutes, 120};
    BOOST_TEST(pairs({short_limit, long_limit}, {one}) == "1 ");
    long_limit.limit_min = join::no_limit;
    one.limit = {accounting::Limit::Kind::unlimited, 0};
    BOOST_TEST(pairs({short_limit, long_limit}, {one}) == "1 ");
}

BOOST_AUTO_TEST_CASE(cpus_that_slurm_raised_do_not_prevent_a_pair_but_an_equal_request_comes_first) {
    Captured two = asked(0), four = asked(1);
    two.cpus = 2;
    four.cpus = 4;
    Submitted one = job(1, 1);
    one.cpus = 2;
    BOOST_TEST(pairs({two, four}, {one}) == "0 ");
    one.cpus = 8;
    BOOST_TEST(pairs({two}, {one}) == "0 ");
}

BOOST_AUTO_TEST_CASE(a_limit_changed_later_is_no_obstacle_where_there_is_one_choice) {
    Captured first = asked(0), second = asked(1);
    first.limit_min = 60;
    second.limit_min = 70;
    Submitted changed = job(1, 1);
    changed.limit = {accounting::Limit::Kind::minutes, 240};
    BOOST_TEST(pairs({first}, {changed}) == "0 ");
    BOOST_TEST(pairs({first, second}, {changed}) == "-a ");
}

BOOST_AUTO_TEST_CASE(columns_that_a_dump_lacks_are_not_compared) {
    Submitted poor = job(1, 0);
    poor.identity.line.reset();
    poor.identity.uid.reset();
    BOOST_TEST(pairs({asked(0)}, {poor}) == "0 ");
    // Who says more is served first.
    BOOST_TEST(pairs({asked(0)}, {poor, job(2, 0)}) == "- 0 ");
}

BOOST_AUTO_TEST_CASE(the_order_of_the_input_does_not_matter) {
    std::vector<Captured> captured;
    std::vector<Submitted> jobs;
    std::mt19937 random(1);
    for (int i = 0; i < 200; ++i) {
        captured.push_back(asked(static_cast<double>(random() % 10'000) / 10));
        captured.back().id = i;
        if (random() % 4 != 0) jobs.push_back(job(i, static_cast<std::int64_t>(random() % 1'000)));
    }
    const auto snapshots_of_jobs = [&] {
        std::vector<std::pair<std::int64_t, std::int64_t>> all;
        const auto assigned = join::assign(captured, jobs, {});
        for (std::size_t i = 0; i < jobs.size(); ++i)
            all.emplace_back(jobs[i].parent, assigned[i].captured ? captured[*assigned[i].captured].id : -1);
        std::sort(all.begin(), all.end());
        return all;
    };
    const auto before = snapshots_of_jobs();
    for (int again = 0; again < 5; ++again) {
        std::shuffle(captured.begin(), captured.end(), random);
        std::shuffle(jobs.begin(), jobs.end(), random);
        BOOST_TEST((snapshots_of_jobs() == before));
    }
}

BOOST_AUTO_TEST_CASE(ten_thousand_equal_submissions_in_a_minute_take_no_time) {
    std::vector<Captured> captured;
    std::vector<Submitted> jobs;
    for (int i = 0; i < 10'000; ++i) {
        captured.push_back(asked(i * 0.006));
        captured.back().id = i;
        jobs.push_back(job(i, static_cast<std::int64_t>(i * 0.006)));
    }
    const auto assigned = join::assign(captured, jobs, {});
    for (std::size_t i = 0; i < jobs.size(); ++i)
        BOOST_REQUIRE(assigned[i].captured == i);
}

BOOST_AUTO_TEST_CASE(texts_are_compared_as_accounting_stores_them) { // A20
    BOOST_TEST(join::stored_name("a \"b\"") == "a `b`");
    BOOST_TEST(join::stored_name("caf\xe9") == "caf?");
    BOOST_TEST(join::stored_name("") == "allocation");
    BOOST_TEST(join::stored_name(std::string(300, 'x')) == std::string(255, 'x'));
    BOOST_TEST(join::stored_name(std::string(254, 'x') + "€uro") == std::string(254, 'x'));
    BOOST_TEST(join::stored_folder("/home/a \"b\"") == "/home/a `b`");
    BOOST_TEST(join::stored_line("sbatch --wrap=\"x\"") == "sbatch --wrap=\"x\"");
    BOOST_TEST(join::stored_line(std::string(70'000, 'x')).size() == 65'535);
}
