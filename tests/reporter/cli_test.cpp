// SPDX-License-Identifier: GPL-2.0-or-later
// What a person sees who calls `worklines`: exit codes, one line that says what is wrong, and whole ways through.
#define BOOST_TEST_MODULE cli
#include "core/snapshot/snapshot_json.h"
#include "core/spool/digest.h"
#include "core/spool/frame.h"
#include "tests/reporter/program.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

namespace fs = std::filesystem;
using worklines::tests::Program;
using worklines::tests::Ran;
using worklines::tests::read_file;
using worklines::tests::write_file;

namespace {

const std::string dump =
    "JobID|JobIDRaw|Cluster|User|UID|JobName|Submit|Start|End|ElapsedRaw|State|AllocCPUS|WorkDir|SubmitLine\n"
    "7|7|ants|lola|1001|train|2026-02-01T10:00:00|2026-02-01T10:00:10|2026-02-01T11:00:10|3600|COMPLETED|4|"
    "/home/lola|sbatch train.sh\n"
    "7.batch|7.batch|ants|||batch|2026-02-01T10:00:10|2026-02-01T10:00:10|2026-02-01T11:00:10|3600|"
    "COMPLETED|4||\n";

/// As a spool's writer leaves it: one submission with --wrap.
std::string segment() {
    const std::string token = "00112233445566778899aabbccddeeff", script = "#!/bin/sh\n\ntrue\n";
    worklines::snapshot::Snapshot snapshot;
    snapshot.time_us = 1796103275000000;
    snapshot.uid = 1001;
    snapshot.name = "wrap";
    snapshot.submit_line = "sbatch --wrap true";
    snapshot.script = {worklines::spool::sha256_hex(script), script.size(), true};
    const std::string json = worklines::snapshot::to_json(snapshot);
    return worklines::spool::head_line(token, "2026-12-01T05:34:35Z") +
           worklines::spool::frame_line(token, 0, json, script.size()) + json + "\n" + script + "\n";
}

void one_line(const Ran& ran, int code, const std::string& says) {
    BOOST_TEST(ran.code == code);
    BOOST_TEST(ran.out == "");
    BOOST_TEST(ran.err.find(says) != std::string::npos, ran.err << " says not: " << says);
    BOOST_TEST(std::count(ran.err.begin(), ran.err.end(), '\n') == 1, ran.err);
}

/// A program of that name, first in PATH.
std::string with_sacct(const Program& worklines, const std::string& body) {
    const fs::path file = worklines.scratch / "bin" / "sacct";
    write_file(file, "#!/bin/sh\n" + body);
    fs::permissions(file, fs::perms::owner_all);
    return "PATH=" + file.parent_path().string() + ":$PATH";
}

} // namespace

BOOST_AUTO_TEST_CASE(wrong_usage_is_one_line_and_exit_code_2) {
    Program worklines;
    const std::vector<std::pair<const char*, const char*>> table{
        {"", "no command given"},
        {"colect", "did you mean `collect`?"},
        {"frobnicate", "no such command: frobnicate"},
        {"--frobnicate", "--frobnicate: no such option"},
        {"collect --archiv x", "did you mean `--archive`?"},
        {"collect --sacct", "--sacct"},
        {"collect surplus", "too many"},
        {"collect --since yesterday", "--since: not a date: yesterday"},
        {"collect --since 2026-02-30", "--since: not a date"},
        {"collect --since 2026-02-01 --sacct x", "--since is for running sacct"},
        {"collect --timezone Europe/Atlantis", "--timezone: no such time zone"},
        {"show", "no job given"},
        {"show seven", "not a job id: seven"},
        {"show 7.batch", "not a job id"},
        {"show 7 8", "too many"},
        {"show 7 --json --script", "exclude each other"},
        {"show \"$(printf 'a\\nb\\033[31m')\"", "not a job id: a b?[31m"},
        {"--config", "a file must follow"},
    };
    for (const auto& [arguments, says] : table)
        one_line(worklines(arguments), 2, says);
}

BOOST_AUTO_TEST_CASE(bad_input_is_one_line_and_exit_code_1) {
    Program worklines;
    write_file(worklines.scratch / "text",
               "this is neither a dump nor a database, but long enough to be taken for one\n");
    write_file(worklines.scratch / "binary", std::string(100'000, '\0'));
    write_file(worklines.scratch / "empty", "");
    write_file(worklines.scratch / "dump", dump);
    const std::vector<std::pair<const char*, const char*>> table{
        {"show 7 --archive {}/missing", "there is no archive; run `worklines collect` first"},
        {"show 7 --archive {}/text", "not an archive of worklines"},
        {"show 7 --archive {}", "cannot open the archive"},
        {"advise --archive {}/missing", "there is no archive"},
        {"collect --archive {}/text --sacct {}/dump", "not an archive of worklines"},
        {"collect --archive {}/no/folder --sacct {}/dump", "make its folder first"},
        {"collect --archive {}/a --sacct {}/missing", "cannot open the dump: No such file"},
        {"collect --archive {}/a --sacct {}", "cannot read: Is a directory"},
        {"collect --archive {}/a --sacct {}/text", "not a dump of sacct"},
        {"collect --archive {}/a --sacct {}/binary", "not a dump of sacct"},
        {"collect --archive {}/a --sacct {}/empty", "the dump is empty"},
        {"collect --archive {}/a --sacct - </dev/null", "standard input: the dump is empty"},
        {"collect --archive {}/a --spool {}/missing --sacct {}/dump", "{}/missing"},
        {"--config {}/missing show 7", "{}/missing"},
    };
    for (const auto& [arguments, says] : table) {
        std::string text = says;
        if (text.starts_with("{}")) text.replace(0, 2, worklines.scratch.path().string());
        one_line(worklines(arguments), 1, text);
    }
}

BOOST_AUTO_TEST_CASE(every_command_explains_itself) {
    Program worklines;
    const Ran overview = worklines("--help");
    BOOST_TEST(overview.code == 0);
    BOOST_TEST(worklines("--version").out.starts_with("worklines "));
    for (const char* command : {"collect", "show", "advise"}) {
        BOOST_TEST(overview.out.find(std::string("\n  ") + command) != std::string::npos);
        const Ran help = worklines(std::string(command) + " --help");
        BOOST_TEST(help.code == 0);
        BOOST_TEST(help.out.starts_with(std::string("Usage: worklines ") + command));
        BOOST_TEST(help.out.find("--archive FILE") != std::string::npos);
        BOOST_TEST(help.err == "");
    }
}

BOOST_AUTO_TEST_CASE(a_full_disk_behind_standard_output_is_a_failure) {
    const int status = std::system(WORKLINES_BINARY_DIR "/reporter/worklines --help >/dev/full 2>/dev/null");
    BOOST_TEST(WEXITSTATUS(status) == 1);
}

BOOST_AUTO_TEST_CASE(a_dump_and_a_folder_of_scripts_become_an_archive_and_a_second_time_changes_nothing) {
    Program worklines;
    const std::string script = "#!/bin/sh\necho \xe9 \x1b[31m\r\n";
    write_file(worklines.scratch / "dump", dump);
    write_file(worklines.scratch / "scripts" / "7.sh", script);
    write_file(worklines.scratch / "scripts" / "notes.txt", "no job's");
    const std::string collect =
        "collect --archive {}/a --sacct {}/dump --scripts {}/scripts --timezone Europe/Madrid";
    const Ran first = worklines(collect);
    BOOST_TEST(first.code == 0);
    BOOST_TEST(first.err == "");
    BOOST_TEST(first.out.find("1 records, 1 of them new and 0 changed; 1 steps") != std::string::npos, first.out);
    BOOST_TEST(first.out.find("1 files or lines have no job id for a name") != std::string::npos, first.out);
    BOOST_TEST(first.out.find("joined: 1 of 1 records (100.0 %)") != std::string::npos, first.out);
    const std::string bytes = read_file(worklines.scratch / "a");
    BOOST_TEST(worklines(collect).code == 0);
    const Ran again = worklines(collect);
    BOOST_TEST(again.out.find("0 of them new and 0 changed") != std::string::npos, again.out);

    BOOST_TEST((worklines("show 7 --script --archive {}/a").out == script));
    const Ran shown = worklines("show 7 --archive {}/a --timezone Europe/Madrid");
    BOOST_TEST(shown.out.find("2026-02-01T10:00:10") != std::string::npos, shown.out);
    BOOST_TEST(shown.out.find('\x1b') == std::string::npos);
    const auto json = nlohmann::json::parse(worklines("show 7 --json --archive {}/a").out);
    BOOST_TEST(json["runs"][0]["user"] == "lola");
    BOOST_TEST(json["runs"][0]["evidence"] == "by_id");
    BOOST_TEST(json["script"]["size"] == script.size());
    BOOST_TEST(json["script"]["source"] == "folder");
    BOOST_TEST(shown.out.find("  from       folder\n") != std::string::npos, shown.out);
    one_line(worklines("show 8 --archive {}/a"), 1, "no such job in the archive: 8");
}

BOOST_AUTO_TEST_CASE(what_is_captured_is_joined_with_what_sacct_says_and_the_spool_is_drained) {
    Program worklines;
    const fs::path spool = worklines.scratch / "spool";
    const std::string stem = "20261201T053435Z-00112233445566778899aabbccddeeff";
    write_file(spool / (stem + ".sealed"), segment());
    write_file(worklines.scratch / "worklines.conf", "cluster = ants\nspool = " + spool.string() + "\narchive = " +
                                                         (worklines.scratch / "a").string() + "\n");
    // As sacct does: the fields asked for, the delimiter behind each, epoch times by the environment.
    const std::string sacct = with_sacct(worklines, R"(
case "$*" in
*--helpformat*) echo "JobID JobIDRaw Cluster User UID JobName Submit End State SubmitLine WorkDir"; exit 0;;
*--starttime*) ;;
*) exit 0;;
esac
for a in "$@"; do case $a in --delimiter=*) d=${a#--delimiter=};; --format=*) f=${a#--format=};; esac; done
[ "$SLURM_TIME_FORMAT" = %s ] || exit 3
row() { printf '%s' "$1" | sed "s/,/$d/g"; printf '%s\n' "$d"; }
row "$f"
row "7,7,ants,lola,1001,1796103276,1796103300,COMPLETED,wrap,,sbatch --wrap true"
)");
    const Ran ran = worklines("collect --since 2026-11-30", sacct);
    BOOST_TEST(ran.code == 0, ran.err);
    BOOST_TEST(ran.out.find("spool: 1 snapshots, 1 of them new, in 1 segments; 1 segments done with") !=
                   std::string::npos,
               ran.out);
    BOOST_TEST(ran.out.find("joined: 1 of 1 records (100.0 %)") != std::string::npos, ran.out);
    BOOST_TEST(fs::is_empty(spool));
    BOOST_TEST(worklines("show 7 --script").out.ends_with("\n\ntrue\n"));
    BOOST_TEST(worklines("collect", sacct).out.find("0 of them new") != std::string::npos);
    const Ran advise = worklines("advise --advice {}/advice.idx");
    BOOST_TEST(advise.code == 0, advise.err);
}

BOOST_AUTO_TEST_CASE(an_interrupted_walk_through_accounting_goes_on_where_it_stopped) {
    Program worklines;
    const std::string asked = (worklines.scratch / "asked").string(),
                      broken = (worklines.scratch / "broken").string();
    // A job of the first window that ends in the year 2033: the newest record says nothing of what has been asked
    // for.
    const std::string sacct = with_sacct(worklines, R"(
case "$*" in
*--helpformat*) echo "JobID JobIDRaw Cluster User UID Submit End State"; exit 0;;
*--starttime*) ;;
*) exit 0;;
esac
for a in "$@"; do
    case $a in --delimiter=*) d=${a#--delimiter=};; --format=*) f=${a#--format=};;
    --starttime=*) echo "${a#--starttime=uts}" >> )" + asked +
                                                        R"( ;; esac
done
[ -e )" + broken + R"( ] && [ $(wc -l < )" + asked + R"() -eq 3 ] && { echo "sacct: error: gone" >&2; exit 1; }
row() { printf '%s' "$1" | sed "s/,/$d/g"; printf '%s\n' "$d"; }
row "$f"
row "7,7,ants,lola,1001,1767225700,2000000000,COMPLETED"
)");
    write_file(broken, "");
    const std::string collect = "collect --archive {}/a --spool {}/spool --since 2026-01-01 --timezone UTC";
    fs::create_directory(worklines.scratch / "spool");
    BOOST_TEST(worklines(collect, sacct).code == 1);
    std::istringstream before(read_file(asked));
    long first = 0, second = 0, third = 0;
    before >> first >> second >> third;
    BOOST_REQUIRE(third > second);

    fs::remove(broken);
    fs::remove(asked);
    const Ran again = worklines("collect --archive {}/a --spool {}/spool --timezone UTC", sacct);
    BOOST_TEST(again.code == 0, again.err);
    std::istringstream after(read_file(asked));
    long resumed = 0;
    after >> resumed;
    BOOST_TEST(resumed <= third);
    BOOST_TEST(resumed > first);
}

BOOST_AUTO_TEST_CASE(a_sacct_that_fails_is_quoted_and_what_the_spool_gave_is_kept) {
    Program worklines;
    const fs::path file = worklines.scratch / "spool" / "20261201T053435Z-00112233445566778899aabbccddeeff.sealed";
    write_file(file, segment());
    const std::string sacct = with_sacct(worklines, R"(
[ "$1" = --helpformat ] && { echo "JobID Submit"; exit 0; }
echo "sacct: error: slurm_persist_conn_open: failed" >&2; echo "more" >&2; exit 1
)");
    const Ran ran = worklines("collect --archive {}/a --spool {}/spool", sacct);
    BOOST_TEST(ran.code == 1);
    BOOST_TEST(ran.err == "worklines: sacct: failed with exit status 1: error: slurm_persist_conn_open: failed\n");
    BOOST_TEST(ran.out.find("1 of them new") != std::string::npos, ran.out);
    BOOST_TEST(!fs::exists(file));
}

BOOST_AUTO_TEST_CASE(an_open_segment_is_read_as_far_as_it_goes_and_stays) {
    Program worklines;
    const fs::path spool = worklines.scratch / "spool";
    const fs::path file = spool / "20261201T053435Z-00112233445566778899aabbccddeeff.open";
    write_file(worklines.scratch / "dump", dump);
    const std::string whole = segment();
    const std::string collect = "collect --archive {}/a --spool {}/spool --sacct {}/dump";
    write_file(file, whole + "worklines-record 1 1 23");
    const Ran first = worklines(collect);
    BOOST_TEST(first.code == 0);
    BOOST_TEST(first.out.find("1 of them new") != std::string::npos, first.out);
    BOOST_TEST(fs::exists(file));
    const Ran second = worklines(collect);
    BOOST_TEST(second.out.find("spool: 0 snapshots") != std::string::npos, second.out);
    fs::rename(file, fs::path(file).replace_extension(".sealed"));
    BOOST_TEST(worklines(collect).code == 0);
    BOOST_TEST(fs::is_empty(spool));
}
