// SPDX-License-Identifier: GPL-2.0-or-later
// Who waits for whom, from what people typed to lines and activities.
#define BOOST_TEST_MODULE portrait_edges
#include "reporter/portrait/dependencies.h"
#include "reporter/portrait/edges.h"
#include "tests/reporter/portrait_runs.h"

#include <boost/test/unit_test.hpp>

#include <numeric>

using namespace worklines;
using namespace worklines::tests;

namespace {

/// `2 afterok 1`, by ids of submissions, in order.
std::string found(const RunsMaker& maker) {
    const join::Runs& runs = maker.runs();
    std::vector<std::uint32_t> all(runs.runs.size());
    std::iota(all.begin(), all.end(), 0U);
    std::string text;
    for (const portrait::Dependency& one : portrait::dependencies_of(runs, all))
        text += (text.empty() ? "" : "; ") + std::to_string(runs.runs[one.run].id_raw) + " " +
                std::string(one.type) + " " + std::to_string(runs.runs[one.on].id_raw);
    return text;
}

/// A script's bytes are its digest here.
std::vector<portrait::Edge> edges(const RunsMaker& maker, const portrait::OptedOut& opted_out = {}) {
    const join::Runs& runs = maker.runs();
    const auto notes = lines::read_scripts(
        runs, [&](std::uint32_t script) { return Result<std::string>(runs.scripts[script].sha256); },
        built_in_lexicon());
    BOOST_REQUIRE(notes);
    return portrait::edges_of(runs, *notes, lines::assign(runs, *notes),
                              portrait::count(runs, february_known_later, opted_out));
}

constexpr std::int64_t later = february + 3 * day;
const char* const training = "#!/bin/bash\npython train.py --epochs 3\n";
const char* const evaluation = "#!/bin/bash\npython evaluate.py\n";

} // namespace

BOOST_AUTO_TEST_CASE(the_submit_line_tells_and_the_snapshot_tells_better) {
    RunsMaker maker;
    maker.add(1);
    maker.add(2);
    maker.add(3, later).submit_line = maker.text("sbatch -d afterok:1 run.sh");
    maker.add(4, later).dependency = maker.text("afterany:1:2");
    auto& both = maker.add(5, later);
    both.submit_line = maker.text("sbatch --dependency=afterok:1 run.sh");
    both.dependency = maker.text("afterok:2");
    BOOST_TEST(found(maker) == "3 afterok 1; 4 afterany 1; 4 afterany 2; 5 afterok 2");
}

BOOST_AUTO_TEST_CASE(what_is_not_there_comes_later_or_is_the_job_itself_is_no_end) {
    RunsMaker maker;
    maker.add(1, later).dependency = maker.text("afterok:99,singleton");
    maker.add(2, february + day).dependency = maker.text("afterok:1");
    maker.add(3, later).dependency = maker.text("afterok:3");
    BOOST_TEST(found(maker) == "");
}

BOOST_AUTO_TEST_CASE(a_task_is_of_its_array_by_either_id) {
    RunsMaker maker;
    for (const std::int64_t id : {11, 12, 10})
        maker.add(id).parent = 10;
    maker.add(20, later).dependency = maker.text("afterok:10_1");
    maker.add(21, later).dependency = maker.text("afterok:10");
    maker.add(22, later).dependency = maker.text("afterok:12");
    BOOST_TEST(found(maker) == "20 afterok 11; 21 afterok 11; 22 afterok 12");
}

BOOST_AUTO_TEST_CASE(an_id_used_again_is_the_last_one_before) {
    RunsMaker maker;
    maker.add(1, february + day).submit_line = maker.text("sbatch old.sh");
    maker.add(1, february + 5 * day).submit_line = maker.text("sbatch new.sh");
    maker.add(7, february + 2 * day).dependency = maker.text("afterok:1");
    maker.add(8, february + 6 * day).dependency = maker.text("afterany:1");
    const auto& runs = maker.runs();
    const std::vector<std::uint32_t> all{0, 1, 2, 3};
    const auto dependencies = portrait::dependencies_of(runs, all);
    BOOST_REQUIRE(dependencies.size() == 2u);
    BOOST_TEST(dependencies[0].on == 0u);
    BOOST_TEST(dependencies[1].on == 1u);
}

BOOST_AUTO_TEST_CASE(jobs_are_counted_by_line_and_by_what_is_done) {
    RunsMaker maker;
    const auto train = maker.script(training), evaluate = maker.script(evaluation);
    maker.add(1).script = train;
    for (const std::int64_t id : {10, 11, 12}) {
        auto& task = maker.add(id, later);
        task.parent = 10;
        task.script = evaluate;
        task.dependency = maker.text("afterok:1");
    }
    auto& unread = maker.add(13, later);
    unread.name = maker.text("other");
    unread.dependency = maker.text("afterany:10");
    maker.add(14, later).dependency = maker.text("after:1"); // placed by its name
    const auto list = edges(maker);
    BOOST_REQUIRE(list.size() == 3u);
    BOOST_TEST(list[0].jobs == 3u);
    BOOST_TEST(list[0].type == "afterok");
    BOOST_TEST(list[0].from_activity == "train");
    BOOST_TEST(list[0].to_activity == "evaluate");
    BOOST_TEST(list[0].from == list[0].to);
    BOOST_TEST(list[1].type == "after");
    BOOST_TEST(list[1].to_activity == "evaluate");
    BOOST_TEST(list[2].jobs == 1u);
    BOOST_TEST(list[2].from_activity == "evaluate");
    BOOST_TEST(list[2].to_activity == "unknown");
}

BOOST_AUTO_TEST_CASE(the_runs_of_a_requeued_job_and_two_parents_of_a_kind_are_one_job) {
    RunsMaker maker;
    const auto train = maker.script(training), evaluate = maker.script(evaluation);
    maker.add(1).script = train;
    maker.add(2).script = train;
    for (const std::int64_t start : {later, later + day}) {
        auto& run = maker.add(3, start);
        run.script = evaluate;
        run.dependency = maker.text("afterok:1:2");
    }
    const auto list = edges(maker);
    BOOST_REQUIRE(list.size() == 1u);
    BOOST_TEST(list[0].jobs == 1u);
}

BOOST_AUTO_TEST_CASE(who_never_started_or_opted_out_is_at_no_end) {
    RunsMaker maker;
    maker.add(1);
    maker.add_never_started(2, "2", later).dependency = maker.text("afterok:1");
    auto& theirs = maker.add(3);
    theirs.user = maker.text("yola");
    maker.add(4, later).dependency = maker.text("afterok:3");
    auto& waits = maker.add(5, later);
    waits.user = maker.text("yola");
    waits.dependency = maker.text("afterok:1");
    BOOST_TEST(edges(maker, {"yola"}).empty());
    const auto with_yola = edges(maker);
    BOOST_TEST(with_yola.size() == 2u); // from her line, and to it
}
