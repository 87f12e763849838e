// SPDX-License-Identifier: GPL-2.0-or-later
// The join on an archive: arrays, het jobs, requeues, ids given out again, and what comes late.
#define BOOST_TEST_MODULE join_match
#include "core/spool/digest.h"
#include "reporter/join/match.h"
#include "tests/reporter/scratch.h"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

namespace accounting = worklines::accounting;
namespace archive = worklines::archive;
namespace join = worklines::join;
namespace snapshot = worklines::snapshot;
using accounting::State;
using join::Evidence;

namespace {

constexpr std::int64_t t0 = 1'769'943'600;

worklines::sources::KeptScript kept(std::int64_t id, std::string_view bytes) {
    worklines::sources::KeptScript script;
    script.id = id;
    script.bytes = bytes;
    script.source = "folder";
    return script;
}

/// An archive with one person's submissions.
class World {
  public:
    World() : archive_(std::move(*archive::Archive::open(scratch_ / "a.sqlite", archive::Archive::Mode::write))) {}

    snapshot::Snapshot request(std::int64_t seconds, const std::string& script) {
        snapshot::Snapshot s;
        s.time_us = (t0 + seconds) * 1'000'000;
        s.uid = 1001;
        s.name = "train";
        s.work_dir = "/home/lola";
        s.submit_line = "sbatch train.sh";
        if (!script.empty()) s.script = {worklines::spool::sha256_hex(script), script.size(), true};
        scripts_.push_back(script);
        return s;
    }
    void capture(const snapshot::Snapshot& s) {
        BOOST_REQUIRE(archive_.begin());
        for (const auto& script : scripts_)
            BOOST_REQUIRE(archive_.add_script(worklines::spool::sha256_hex(script), script, "snapshot"));
        BOOST_REQUIRE(*archive_.add_snapshot("token", sequence_++, s));
        BOOST_REQUIRE(archive_.commit());
    }
    void capture(std::int64_t seconds, const std::string& script) { capture(request(seconds, script)); }

    accounting::JobRecord record(const std::string& id, std::int64_t id_raw, std::int64_t seconds) {
        const auto parsed = *accounting::parse_job_id(id);
        accounting::JobRecord r;
        r.cluster = "ants";
        r.id = id;
        r.id_raw = id_raw;
        r.parent = parsed.base;
        r.array_task = parsed.task;
        r.het_offset = parsed.het_offset;
        r.uid = 1001;
        r.user = "lola";
        r.name = "train";
        r.work_dir = "/home/lola";
        r.submit_line = "sbatch train.sh";
        r.submit = t0 + seconds;
        r.end = t0 + seconds + 100;
        r.state = State::completed;
        return r;
    }
    void account(const std::vector<accounting::JobRecord>& records) {
        archive::Tally tally;
        BOOST_REQUIRE(archive_.begin());
        for (const auto& one : records)
            BOOST_REQUIRE(archive_.add_record(one, tally));
        BOOST_REQUIRE(archive_.commit());
    }

    join::MatchReport match(const std::string& cluster = {}) {
        const auto report = join::match(archive_, {{}, cluster});
        BOOST_REQUIRE_MESSAGE(report, (report ? "" : report.error().line()));
        return *report;
    }

    /// Each run with the script that it was joined with: `7=first 7=first 8=-`.
    std::string joined() {
        const auto runs = *archive_.runs("ants", 0, t0 * 2);
        std::string text;
        for (const auto& run : runs.runs) {
            text += text.empty() ? "" : " ";
            text.append(runs.text(run.id)).append("=");
            text += run.script == join::none ? "-" : *archive_.script(runs.scripts[run.script].sha256);
        }
        return text;
    }

    archive::Archive& archive() { return archive_; }

  private:
    worklines::tests::Scratch scratch_;
    archive::Archive archive_;
    std::vector<std::string> scripts_;
    std::uint64_t sequence_ = 0;
};

} // namespace

BOOST_AUTO_TEST_CASE(jobs_and_snapshots_are_joined_and_counted) {
    World world;
    world.capture(0, "first");
    world.capture(50, "second");
    world.capture(500, "refused");
    world.account({world.record("7", 7, 0), world.record("8", 8, 51), world.record("9", 9, 9000)});
    const auto report = world.match();
    BOOST_TEST(world.joined() == "7=first 8=second 9=-");
    BOOST_TEST(report.of(Evidence::snapshot) == 2);
    BOOST_TEST(report.of(Evidence::no_snapshot) == 1);
    BOOST_TEST(report.snapshots_open == 1);
}

BOOST_AUTO_TEST_CASE(a_second_match_without_anything_new_does_nothing) {
    World world;
    world.capture(0, "first");
    world.account({world.record("7", 7, 0), world.record("9", 9, 9000)});
    world.match();
    const auto again = world.match();
    for (const auto records : again.records)
        BOOST_TEST(records == 0);
    BOOST_TEST(world.joined() == "7=first 9=-");
}

BOOST_AUTO_TEST_CASE(tasks_of_an_array_share_its_snapshot_also_those_that_split_off_later) { // A14
    World world;
    auto array = world.request(0, "array");
    array.array = "0-3%2";
    array.submit_line = "sbatch --array=0-3%2 train.sh";
    world.capture(array);
    world.capture(1, "other");
    const auto task = [&](const std::string& id, std::int64_t raw) {
        auto r = world.record(id, raw, 0);
        r.submit_line = "sbatch --array=0-3%2 train.sh";
        return r;
    };
    auto pending = task("6_[2-3%2]", 6);
    pending.end.reset();
    pending.state = State::pending;
    world.account({pending, task("6_0", 7), task("6_1", 8), world.record("9", 9, 1)});
    world.match();
    BOOST_TEST(world.joined() == "6_[2-3%2]=array 6_0=array 6_1=array 9=other");
    world.account({task("6_3", 6), task("6_2", 10)});
    world.match();
    BOOST_TEST(world.joined() == "6_3=array 6_0=array 6_1=array 9=other 6_2=array");
}

BOOST_AUTO_TEST_CASE(each_component_of_a_het_job_has_its_own_snapshot) { // A15
    World world;
    for (std::uint32_t i = 0; i < 2; ++i) {
        auto component = world.request(static_cast<std::int64_t>(i), i == 0 ? "leader" : "");
        component.het_offset = i;
        world.capture(component);
    }
    world.account({world.record("13+0", 13, 0), world.record("13+1", 14, 1)});
    const auto report = world.match();
    BOOST_TEST(report.of(Evidence::snapshot) == 2);
    BOOST_TEST(world.joined() == "13+0=leader 13+1=-");
}

BOOST_AUTO_TEST_CASE(every_run_of_a_requeued_job_has_the_first_ones_snapshot) { // A9
    World world;
    world.capture(0, "first");
    auto first = world.record("7", 7, 0), second = world.record("7", 7, 5000),
         third = world.record("7", 7, 200'000);
    first.state = State::requeued;
    second.state = State::node_fail;
    world.account({first, second, third});
    BOOST_TEST(world.match().of(Evidence::snapshot) == 3);
    BOOST_TEST(world.joined() == "7=first 7=first 7=first");
}

BOOST_AUTO_TEST_CASE(a_requeue_does_not_take_the_snapshot_of_a_submission_at_the_same_moment) {
    World world;
    world.capture(0, "first");
    world.capture(5000, "other");
    auto first = world.record("7", 7, 0);
    first.state = State::preempted;
    world.account({first, world.record("7", 7, 5000), world.record("8", 8, 5000)});
    world.match();
    BOOST_TEST(world.joined() == "7=first 7=first 8=other");
}

BOOST_AUTO_TEST_CASE(an_id_given_out_again_after_a_crash_has_a_snapshot_of_its_own) { // A23
    World world;
    world.capture(0, "before");
    world.capture(300, "after");
    world.account({world.record("7", 7, 0), world.record("7", 7, 300)});
    world.match();
    BOOST_TEST(world.joined() == "7=before 7=after");
    auto stranger = world.record("7", 7, 100'000);
    stranger.user = "otto";
    stranger.uid = 1002;
    world.account({stranger});
    world.match();
    BOOST_TEST(world.joined() == "7=before 7=after 7=-");
}

BOOST_AUTO_TEST_CASE(what_comes_late_is_joined_late) {
    World world;
    world.account({world.record("7", 7, 0)});
    world.match();
    BOOST_TEST(world.joined() == "7=-");
    world.capture(0, "late snapshot");
    world.match();
    BOOST_TEST(world.joined() == "7=late snapshot");
    world.capture(400'000, "late record");
    world.match();
    world.account({world.record("9", 9, 400'000)});
    world.match();
    BOOST_TEST(world.joined() == "7=late snapshot 9=late record");
}

BOOST_AUTO_TEST_CASE(a_test_only_submission_is_nobodys) {
    World world;
    auto test_only = world.request(0, "tried");
    test_only.submit_line = "sbatch train.sh --test-only";
    world.capture(test_only);
    auto record = world.record("7", 7, 0);
    record.submit_line.clear(); // a dump without that column
    world.account({record});
    world.match();
    BOOST_TEST(world.joined() == "7=-");
}

BOOST_AUTO_TEST_CASE(snapshots_without_a_cluster_are_of_the_configured_one) { // A27
    World world;
    world.capture(0, "here");
    auto elsewhere = world.record("7", 7, 0);
    elsewhere.cluster = "bees";
    world.account({elsewhere, world.record("8", 8, 0)});
    world.match("bees");
    BOOST_TEST(world.joined() == "8=-");
}

BOOST_AUTO_TEST_CASE(a_script_kept_under_the_jobs_id_serves_where_no_snapshot_does) {
    World world;
    world.capture(0, "snapshot");
    world.account({world.record("7", 7, 0), world.record("8", 8, 5000), world.record("9_1", 12, 5000)});
    BOOST_REQUIRE(world.archive().begin());
    for (const std::int64_t id : {7, 8, 9})
        BOOST_REQUIRE(world.archive().add_script_by_id("ants", kept(id, "file " + std::to_string(id))));
    BOOST_REQUIRE(world.archive().commit());
    const auto report = world.match();
    BOOST_TEST(report.of(Evidence::by_id) == 2);
    BOOST_TEST(world.joined() == "7=snapshot 8=file 8 9_1=file 9");
}

BOOST_AUTO_TEST_CASE(a_script_whose_source_tells_time_or_person_goes_to_no_other_job_of_that_id) {
    World world;
    const std::int64_t years = 40'000'000;
    auto requeued = world.record("7", 7, 0);
    requeued.state = State::requeued;
    auto foreign = world.record("9", 9, 0);
    foreign.user = "manu";
    auto again = world.record("7", 7, years); // the database was reset, ids began anew
    again.name = "other";
    world.account({requeued, world.record("7", 7, 200), again, world.record("8_1", 9'000, 0),
                   world.record("8_1", 9'000, years), foreign});
    const auto keep = [&](worklines::sources::KeptScript script, std::int64_t submit, const char* user) {
        script.submit_from = t0 + submit - 10;
        script.submit_to = t0 + submit + 10;
        script.user = user;
        BOOST_REQUIRE(world.archive().add_script_by_id("ants", script));
    };
    BOOST_REQUIRE(world.archive().begin());
    keep(kept(7, "first"), 0, "");
    keep(kept(8, "array"), 0, "lola");
    keep(kept(8, "later array"), years, "lola");
    keep(kept(9, "lola's"), 0, "lola");
    BOOST_REQUIRE(world.archive().add_script_by_id("ants", kept(8, "any array")));
    BOOST_REQUIRE(world.archive().commit());
    const auto report = world.match();
    BOOST_TEST(report.of(Evidence::by_id) == 4);
    BOOST_TEST(world.joined() == "7=first 7=first 7=- 9=- 8_1=array 8_1=later array");
    const auto found = *world.archive().find("ants", *accounting::parse_job_id("8_1"));
    BOOST_REQUIRE(found.size() == 2);
    BOOST_TEST(found[0].script_source == "folder");
    BOOST_TEST(*found[1].script_sha256 == worklines::spool::sha256_hex("later array"));
}
