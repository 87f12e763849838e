// SPDX-License-Identifier: GPL-2.0-or-later
// What was counted, line by line, as a renderer gets it.
#define BOOST_TEST_MODULE portrait_compose
#include "reporter/portrait/compose.h"
#include "tests/reporter/portrait_runs.h"

#include <boost/test/unit_test.hpp>

using namespace worklines;
using namespace worklines::tests;

namespace {

/// A script's bytes are its digest here.
portrait::Portrait compose(const RunsMaker& maker, const portrait::OptedOut& opted_out = {}) {
    const join::Runs& runs = maker.runs();
    const auto notes = lines::read_scripts(
        runs, [&](std::uint32_t script) { return Result<std::string>(runs.scripts[script].sha256); },
        built_in_lexicon());
    BOOST_REQUIRE(notes);
    const auto lines = lines::assign(runs, *notes);
    const auto counted = portrait::count(runs, february_known_later, opted_out);
    return portrait::compose(runs, *notes, lines, counted, "ants", {"2026-02-01", "2026-03-01"});
}

} // namespace

BOOST_AUTO_TEST_CASE(totals_and_period_are_passed_on) {
    RunsMaker maker;
    maker.add(1).script = maker.script("gmx");
    maker.add_never_started(2, "2");
    const auto portrait = compose(maker);
    BOOST_TEST(portrait.cluster == "ants");
    BOOST_TEST(portrait.period.from == "2026-02-01");
    BOOST_TEST(portrait.period.to == "2026-03-01");
    BOOST_TEST(portrait.jobs == 1u);
    BOOST_TEST(portrait.users == 1u);
    BOOST_TEST(portrait.scripts == 1u);
    BOOST_TEST(portrait.submissions == 1u);
    BOOST_TEST(portrait.never_started == 1u);
    BOOST_TEST(portrait.hours.gpu == 2);
    BOOST_TEST(portrait.hours.cpu == 8);
    BOOST_TEST(portrait.gpus_in_accounting);
    BOOST_TEST(portrait.waits.size() == 1u);
    BOOST_TEST(portrait.excluded.empty());
}

BOOST_AUTO_TEST_CASE(the_heaviest_line_comes_first) {
    RunsMaker maker;
    const auto little = maker.script("little"), much = maker.script("much"), cpu = maker.script("cpu");
    maker.add(1, february + day, hour).script = little;
    maker.add(2, february + day, 9 * hour).script = much;
    auto& without_gpu = maker.add(3, february + day, 20 * hour);
    without_gpu.script = cpu;
    without_gpu.alloc_gpus = 0;
    const auto lines = compose(maker).lines;
    BOOST_REQUIRE(lines.size() == 3u);
    BOOST_TEST(lines[0].title == "Scripts that run much");
    BOOST_TEST(lines[1].title == "Scripts that run little");
    BOOST_TEST(lines[2].title == "Scripts that run cpu");
}

BOOST_AUTO_TEST_CASE(lines_of_the_same_weight_come_by_id) {
    RunsMaker maker;
    for (std::int64_t id = 0; id < 20; ++id)
        maker.add(id).script = maker.script("program" + std::string(static_cast<std::size_t>(id), 'x'));
    const auto lines = compose(maker).lines;
    BOOST_TEST(lines.size() == 20u);
    BOOST_TEST(std::ranges::is_sorted(lines, {}, &portrait::Line::id));
}

BOOST_AUTO_TEST_CASE(a_line_has_its_jobs_people_scripts_and_hours) {
    RunsMaker maker;
    const auto one = maker.script("gmx 1"), version = maker.script("gmx 2"), other = maker.script("orca");
    maker.add(1, february + day, hour).script = one;
    maker.add(1, february + 2 * day, hour).script = one; // requeued
    auto& theirs = maker.add(2);
    theirs.script = version;
    theirs.user = maker.text("bruno");
    maker.add(3, february + day, hour).script = other;
    const auto lines = compose(maker).lines;
    BOOST_REQUIRE(lines.size() == 2u);
    BOOST_TEST(lines[0].jobs == 2u);
    BOOST_TEST(lines[0].users == 2u);
    BOOST_TEST(lines[0].families == 1u);
    BOOST_TEST(lines[0].scripts == 2u);
    BOOST_TEST(lines[0].hours.gpu == 4);
    BOOST_TEST(lines[0].hours.cpu == 16);
    BOOST_TEST(lines[1].jobs == 1u);
}

BOOST_AUTO_TEST_CASE(a_line_without_a_job_in_the_period_is_left_out) {
    RunsMaker maker;
    maker.add(1).script = maker.script("gmx");
    maker.add(2, march + day).script = maker.script("orca");
    maker.add_never_started(3, "3").script = maker.script("cdo");
    BOOST_TEST(compose(maker).lines.size() == 1u);
}

BOOST_AUTO_TEST_CASE(exclusions_have_reasons_ids_and_hours) {
    RunsMaker maker;
    maker.add_running(1, march - 10 * hour, 60);
    maker.add(2, february + day, 20 * hour).limit = minutes(120);
    maker.add(3, february + day, 20 * hour).limit = minutes(120);
    maker.add(4, february + day, -1);
    const auto excluded = compose(maker).excluded;
    BOOST_REQUIRE(excluded.size() == 3u);
    BOOST_TEST(excluded[0].reason == "orphan");
    BOOST_TEST(excluded[0].jobs == std::vector<std::string>{"1"}, boost::test_tools::per_element());
    BOOST_TEST(excluded[0].hours.gpu == 10);
    BOOST_TEST(excluded[1].reason == "over_limit");
    BOOST_TEST(excluded[1].jobs == (std::vector<std::string>{"2", "3"}), boost::test_tools::per_element());
    BOOST_TEST(excluded[1].hours.gpu == 36);
    BOOST_TEST(excluded[2].reason == "absurd");
    BOOST_TEST(excluded[2].hours.gpu == 0);
}

BOOST_AUTO_TEST_CASE(who_opted_out_is_told_as_hours_without_ids) {
    RunsMaker maker;
    maker.add(1).script = maker.script("gmx");
    auto& theirs = maker.add(2);
    theirs.user = maker.text("yola");
    theirs.script = maker.script("orca");
    const auto portrait = compose(maker, {"yola"});
    BOOST_TEST(portrait.lines.size() == 1u);
    BOOST_REQUIRE(portrait.excluded.size() == 1u);
    BOOST_TEST(portrait.excluded[0].reason == "opt_out");
    BOOST_TEST(portrait.excluded[0].jobs.empty());
    BOOST_TEST(portrait.excluded[0].hours.gpu == 2);
}

BOOST_AUTO_TEST_CASE(joined_are_the_jobs_with_a_snapshot_or_a_script) {
    RunsMaker maker;
    maker.add(1).evidence = join::Evidence::snapshot;
    maker.add(2).evidence = join::Evidence::snapshot_tie;
    maker.add(3).evidence = join::Evidence::by_id;
    maker.add(4).evidence = join::Evidence::no_snapshot;
    const auto portrait = compose(maker);
    BOOST_TEST(portrait.joined_jobs == 3u);
    BOOST_TEST(portrait.joined_share == 0.75);
    const std::map<std::string, std::uint64_t> by{
        {"by_id", 1}, {"no_snapshot", 1}, {"snapshot", 1}, {"snapshot_tie", 1}};
    BOOST_TEST((portrait.joined_by == by));
}

BOOST_AUTO_TEST_CASE(nothing_at_all_has_a_joined_share_of_zero) {
    BOOST_TEST(compose(RunsMaker{}).joined_share == 0);
}
