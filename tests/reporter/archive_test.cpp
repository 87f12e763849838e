// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE archive
#include "core/spool/digest.h"
#include "reporter/archive/archive.h"
#include "reporter/archive/sqlite.h"
#include "tests/reporter/scratch.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <fstream>
#include <string>

#include <sys/stat.h>

namespace archive = worklines::archive;
namespace accounting = worklines::accounting;
namespace join = worklines::join;
namespace snapshot = worklines::snapshot;
namespace fs = std::filesystem;
using archive::Archive;
using worklines::tests::Scratch;

namespace {

constexpr std::int64_t noon = 1'769'943'600;

accounting::JobRecord record(std::int64_t id, std::int64_t submit = noon) {
    accounting::JobRecord r;
    r.cluster = "ants";
    r.id_raw = r.parent = id;
    r.id = std::to_string(id);
    r.user = "lola";
    r.uid = 1001;
    r.account = "bio";
    r.partition = "gpu";
    r.qos = "normal";
    r.name = "train";
    r.work_dir = "/home/lola";
    r.submit_line = "sbatch train.sh";
    r.node_list = "n[1-2]";
    r.submit = submit;
    r.eligible = submit;
    r.start = submit + 60;
    r.end = submit + 3660;
    r.elapsed_s = 3600;
    r.limit = {accounting::Limit::Kind::minutes, 120};
    r.state = accounting::State::completed;
    r.req_cpus = r.alloc_cpus = 8;
    r.nodes = 2;
    r.req_mem_bytes = 64ll << 30;
    r.requested = r.allocated = {8, 2, 64ll << 30, 2.0, std::nullopt};
    r.use = {1234.567, 5ll << 30, 7ll << 30, 0.4321, 9ll << 30};
    r.restarts = 0;
    return r;
}

Archive open(const fs::path& file, Archive::Mode mode = Archive::Mode::write) {
    auto opened = Archive::open(file, mode);
    BOOST_REQUIRE_MESSAGE(opened, (opened ? "" : opened.error().line()));
    return std::move(*opened);
}

std::string refusal(const fs::path& file, Archive::Mode mode) {
    const auto opened = Archive::open(file, mode);
    BOOST_REQUIRE(!opened);
    BOOST_TEST(opened.error().where == file.string());
    return opened.error().what;
}

archive::Tally add(Archive& archive, const std::vector<accounting::JobRecord>& records) {
    archive::Tally tally;
    BOOST_REQUIRE(archive.begin());
    for (const auto& one : records)
        BOOST_REQUIRE(archive.add_record(one, tally));
    BOOST_REQUIRE(archive.commit());
    return tally;
}

void add_script(Archive& archive, const std::string& bytes) {
    BOOST_REQUIRE(archive.add_script(worklines::spool::sha256_hex(bytes), bytes, "test"));
}

snapshot::Snapshot captured() {
    snapshot::Snapshot s;
    s.time_us = noon * 1'000'000 + 123'456;
    s.slurm = "22.05.8";
    s.uid = s.gid = s.submit_uid = 1001;
    s.name = "caf\xe9"; // Latin-1: bytes as they came
    s.submit_line = "sbatch train.sh a b";
    s.work_dir = "/home/lola";
    s.args = {"/home/lola/train.sh", "a", "", "b c"};
    s.array = "0-3%2";
    s.dependency = "afterok:12";
    s.time_limit_min = snapshot::unlimited;
    s.min_cpus = 8;
    s.session = 4711;
    s.environment = {{"LOADEDMODULES", "cuda/12"}};
    return s;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_record_comes_back_as_it_was) {
    Scratch scratch;
    Archive archive = open(scratch / "a.sqlite");
    auto task = record(130);
    task.id = "123_4";
    task.parent = 123;
    task.array_task = 4;
    auto pending = record(123);
    pending.id = "123_[5-9,12%2]";
    pending.state = accounting::State::pending;
    pending.start = pending.end = pending.elapsed_s = std::nullopt;
    pending.use = {};
    pending.allocated = {};
    pending.uid.reset();
    auto het = record(125);
    het.id = "124+1";
    het.parent = 124;
    het.het_offset = 1;
    const std::vector<accounting::JobRecord> all{pending, het, task};
    BOOST_TEST(add(archive, all).added == 3);
    for (const auto& one : all) {
        const auto found = archive.find("ants", *accounting::parse_job_id(one.id.substr(0, one.id.find("_["))));
        BOOST_REQUIRE(found);
        const auto same =
            std::find_if(found->begin(), found->end(), [&](const auto& f) { return f.record.id == one.id; });
        BOOST_REQUIRE((same != found->end()));
        BOOST_TEST((same->record == one), one.id);
    }
}

BOOST_AUTO_TEST_CASE(records_are_added_once_changed_when_they_change_and_never_reopened) {
    Scratch scratch;
    Archive archive = open(scratch / "a.sqlite");
    auto running = record(7);
    running.state = accounting::State::running;
    running.end.reset();
    running.use = {};
    BOOST_TEST(add(archive, {running, running}).known == 1);
    BOOST_TEST(add(archive, {record(7)}).updated == 1);
    BOOST_TEST(add(archive, {record(7)}).known == 1);
    BOOST_TEST(add(archive, {running}).known == 1);                  // an older dump
    BOOST_TEST(add(archive, {record(7, noon + 86'400)}).added == 1); // A9, A23: the same id, submitted again
    const auto found = archive.find("ants", *accounting::parse_job_id("7"));
    BOOST_REQUIRE(found->size() == 2);
    BOOST_TEST(found->at(0).record.end.has_value());
}

BOOST_AUTO_TEST_CASE(a_period_has_the_runs_that_touch_it_or_were_submitted_in_it) {
    Scratch scratch;
    Archive archive = open(scratch / "a.sqlite");
    auto open_run = record(4, noon - 500'000);
    open_run.end.reset();
    auto other = record(9);
    other.cluster = "bees"; // A27
    add(archive,
        {record(1, noon - 10'000), record(2, noon - 3'000), record(3), open_run, record(5, noon + 10'000), other});
    const auto runs = archive.runs("ants", noon, noon + 10'000);
    BOOST_REQUIRE(runs);
    std::string ids;
    for (const auto& run : runs->runs)
        ids.append(runs->text(run.id)).append(" ");
    BOOST_TEST(ids == "2 3 4 ");
    const auto& run = runs->runs[1];
    BOOST_TEST(runs->text(run.user) == "lola");
    BOOST_TEST(runs->text(run.nodes) == "n[1-2]");
    BOOST_TEST(run.alloc_gpus.value() == 2);
    BOOST_TEST(run.use.mem_upper_bytes.value() == 7ll << 30);
    BOOST_TEST(run.start.value() == noon + 60);
    BOOST_TEST((run.evidence == join::Evidence::no_snapshot));
    BOOST_TEST(archive.clusters()->front() == "ants");
    BOOST_TEST(archive.known_until("ants")->value() == noon + 13'660);
    BOOST_TEST(archive.open_records("ants")->size() == 1);
}

BOOST_AUTO_TEST_CASE(scripts_are_kept_once_and_come_back_byte_for_byte) {
    Scratch scratch;
    Archive archive = open(scratch / "a.sqlite");
    std::vector<std::string> scripts{"", std::string("\0\xff\r\n", 4), std::string(4 << 20, 'x')};
    for (int i = 0; i < 50; ++i) // versions of one
        scripts.push_back("#!/bin/bash\n#SBATCH --time=" + std::to_string(i) + ":00:00\npython train.py --seed " +
                          std::to_string(i) + "\n");
    BOOST_REQUIRE(archive.begin());
    for (int twice = 0; twice < 2; ++twice)
        for (const auto& bytes : scripts)
            add_script(archive, bytes);
    BOOST_REQUIRE(archive.commit());
    for (const auto& bytes : scripts)
        BOOST_TEST((*archive.script(worklines::spool::sha256_hex(bytes)) == bytes));
    BOOST_TEST(!archive.script(std::string(64, '0')));
    BOOST_TEST(!archive.script("no digest"));
    archive::Database db(scratch / "a.sqlite", false);
    BOOST_TEST(db.integer("SELECT count(*) FROM script") == 53);
    BOOST_TEST(db.integer("SELECT max(length(packed)) FROM script WHERE base IS NOT NULL") < 60);
}

BOOST_AUTO_TEST_CASE(a_damaged_script_is_an_error_and_never_a_large_allocation) {
    Scratch scratch;
    const std::string bytes = "#!/bin/sh\necho 1\n";
    {
        Archive archive = open(scratch / "a.sqlite");
        BOOST_REQUIRE(archive.begin());
        add_script(archive, bytes);
        BOOST_REQUIRE(archive.commit());
    }
    for (const char* damage :
         {"UPDATE script SET size = 99999999999999", "UPDATE script SET size = 5",
          "UPDATE script SET size = 17, packed = x'00112233'", "UPDATE script SET base = id"}) {
        archive::Database(scratch / "a.sqlite", true).run(damage);
        BOOST_TEST(!open(scratch / "a.sqlite").script(worklines::spool::sha256_hex(bytes)), damage);
    }
}

BOOST_AUTO_TEST_CASE(a_snapshot_comes_back_as_it_was_and_only_once) {
    Scratch scratch;
    Archive archive = open(scratch / "a.sqlite");
    const std::string bytes = "#!/bin/sh\ntrue\n";
    auto with_script = captured();
    with_script.script = {worklines::spool::sha256_hex(bytes), bytes.size(), true};
    auto lost_script = captured();
    lost_script.script = {std::string(64, 'a'), 10, true};
    BOOST_REQUIRE(archive.begin());
    add_script(archive, bytes);
    BOOST_TEST(*archive.add_snapshot("token", 0, with_script));
    BOOST_TEST(*archive.add_snapshot("token", 1, lost_script));
    BOOST_TEST(!*archive.add_snapshot("token", 1, with_script));
    BOOST_TEST(*archive.add_snapshot("other", 1, captured()));
    BOOST_REQUIRE(archive.set_cursor({"token", 4096}));
    BOOST_REQUIRE(archive.commit());
    BOOST_TEST((*archive.cursor("token"))->offset == 4096);
    BOOST_TEST(!archive.cursor("unknown")->has_value());
    BOOST_TEST(archive.first_snapshot()->value() == noon);
}

BOOST_AUTO_TEST_CASE(what_was_not_committed_is_not_there) {
    Scratch scratch;
    archive::Tally tally;
    {
        Archive archive = open(scratch / "a.sqlite");
        BOOST_REQUIRE(archive.begin());
        BOOST_REQUIRE(archive.add_record(record(1), tally));
        archive.rollback();
        BOOST_TEST(add(archive, {record(1)}).added == 1); // with texts that the rollback took back
        BOOST_REQUIRE(archive.begin());
        BOOST_REQUIRE(archive.add_record(record(2), tally));
    } // killed here
    Archive archive = open(scratch / "a.sqlite", Archive::Mode::read);
    BOOST_TEST(archive.runs("ants", 0, noon * 2)->runs.size() == 1);
    BOOST_TEST(archive.find("ants", *accounting::parse_job_id("1"))->at(0).record.user == "lola");
}

BOOST_AUTO_TEST_CASE(only_its_owner_can_read_the_file) {
    Scratch scratch;
    const mode_t before = ::umask(0);
    open(scratch / "a.sqlite");
    const auto lock = archive::CollectLock::take(scratch / "a.sqlite");
    ::umask(before);
    for (const char* name : {"a.sqlite", "a.sqlite.lock"}) {
        struct stat status {};
        BOOST_REQUIRE(::stat((scratch / name).c_str(), &status) == 0);
        BOOST_TEST((status.st_mode & 0777) == 0600);
    }
}

BOOST_AUTO_TEST_CASE(what_is_not_our_archive_is_refused_and_left_alone) {
    Scratch scratch;
    BOOST_TEST(refusal(scratch / "missing.sqlite", Archive::Mode::read) == "there is no archive");
    BOOST_TEST(!fs::exists(scratch / "missing.sqlite"));
    BOOST_TEST(refusal(scratch / "no" / "folder.sqlite", Archive::Mode::write).find("cannot open") == 0);
    std::ofstream(scratch / "text.sqlite")
        << "This is no database, whatever its name says, and it is long enough.\n";
    for (const auto mode : {Archive::Mode::read, Archive::Mode::write})
        BOOST_TEST(refusal(scratch / "text.sqlite", mode) == "not an archive of worklines");
    std::ofstream(scratch / "foreign.sqlite").close();
    archive::Database(scratch / "foreign.sqlite", true).run("CREATE TABLE t (x)");
    for (const auto mode : {Archive::Mode::read, Archive::Mode::write})
        BOOST_TEST(refusal(scratch / "foreign.sqlite", mode) == "not an archive of worklines");
    open(scratch / "newer.sqlite");
    archive::Database(scratch / "newer.sqlite", true).run("PRAGMA user_version = 99");
    BOOST_TEST(refusal(scratch / "newer.sqlite", Archive::Mode::write).find("newer worklines") !=
               std::string::npos);
    fs::create_symlink("newer.sqlite", scratch / "link.sqlite");
    BOOST_TEST(refusal(scratch / "link.sqlite", Archive::Mode::write) == "the archive is a symbolic link");
    std::ofstream(scratch / "empty.sqlite").close();
    BOOST_TEST(refusal(scratch / "empty.sqlite", Archive::Mode::read) == "the archive is empty");
}

BOOST_AUTO_TEST_CASE(an_archive_of_schema_1_is_brought_up_to_date_with_its_scripts_by_id) {
    Scratch scratch;
    {
        Archive archive = open(scratch / "a.sqlite");
        add(archive, {record(7)});
        worklines::sources::KeptScript script;
        script.id = 7;
        script.bytes = "kept";
        script.source = "folder";
        BOOST_REQUIRE(archive.add_script_by_id("ants", script));
    }
    archive::Database(scratch / "a.sqlite", true).run(R"(
        CREATE TABLE old (cluster INTEGER NOT NULL, id INTEGER NOT NULL, script INTEGER NOT NULL REFERENCES script,
                          PRIMARY KEY (cluster, id)) STRICT, WITHOUT ROWID;
        INSERT INTO old SELECT cluster, id, script FROM script_by_id;
        DROP TABLE script_by_id;
        ALTER TABLE old RENAME TO script_by_id;
        PRAGMA user_version = 1)");
    BOOST_TEST(refusal(scratch / "a.sqlite", Archive::Mode::read) == "the archive is of an older worklines");
    open(scratch / "a.sqlite");
    const auto found =
        *open(scratch / "a.sqlite", Archive::Mode::read).find("ants", *accounting::parse_job_id("7"));
    BOOST_REQUIRE(found.size() == 1);
    BOOST_TEST(*found[0].script_sha256 == worklines::spool::sha256_hex("kept"));
    BOOST_TEST(found[0].script_source == "folder");
}

BOOST_AUTO_TEST_CASE(two_collects_do_not_run_at_once) {
    Scratch scratch;
    auto first = archive::CollectLock::take(scratch / "a.sqlite");
    BOOST_REQUIRE(first);
    const auto second = archive::CollectLock::take(scratch / "a.sqlite");
    BOOST_REQUIRE(!second);
    BOOST_TEST(second.error().what == "another collect is running (process " + std::to_string(::getpid()) + ")");
}
