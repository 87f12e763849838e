// SPDX-License-Identifier: GPL-2.0-or-later
// Folders and tars: what is read, what is left out, and what hostile ones cannot do.
#define BOOST_TEST_MODULE sources_read
#include "tests/reporter/sources_made.h"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

namespace fs = std::filesystem;
using namespace worklines::tests;

namespace {

const std::string odd("t\0w\xff\r\n", 6); // not UTF-8, with a NUL

} // namespace

BOOST_AUTO_TEST_CASE(a_folder_is_read_with_those_in_it_but_not_through_links) {
    Scratch scratch;
    write(scratch / "kept/1.sh", "one");
    write(scratch / "kept/2026/2.sh", odd);
    write(scratch / "kept/3.sh", std::string(101, 'x'));
    write(scratch / "kept/README", "");
    write(scratch / "kept/1.env", "SECRET=1");
    write(scratch / "outside/9.sh", "not a script");
    fs::create_symlink(scratch / "outside/9.sh", scratch / "kept/4.sh");
    fs::create_symlink(scratch / "outside", scratch / "kept/more");
    BOOST_REQUIRE(::mkfifo((scratch / "kept/5.sh").c_str(), 0600) == 0);
    const auto outcome = read(scratch / "kept");
    BOOST_REQUIRE(outcome);
    BOOST_TEST(outcome->scripts.size() == 2);
    BOOST_TEST(outcome->scripts.at(1).bytes == "one");
    BOOST_TEST(outcome->scripts.at(1).source == "folder");
    BOOST_TEST((outcome->scripts.at(2).bytes == odd));
    BOOST_TEST(outcome->report.scripts == 2);
    BOOST_TEST(outcome->report.too_large == 1);
    BOOST_TEST(outcome->report.unnamed == 1);
    BOOST_TEST(outcome->report.links == 2);
    fs::create_symlink(scratch / "kept", scratch / "named"); // the path itself is the admin's word
    BOOST_TEST(read(scratch / "named")->scripts.size() == 2);
}

BOOST_AUTO_TEST_CASE(folders_in_each_other_without_end_are_left) {
    Scratch scratch;
    fs::path deep = scratch / "kept";
    for (int i = 0; i < 40; ++i)
        deep /= "f";
    write(deep / "1.sh", "deep");
    write(scratch / "kept/2.sh", "two");
    const auto outcome = read(scratch / "kept");
    BOOST_REQUIRE(outcome);
    BOOST_TEST(outcome->scripts.size() == 1);
    BOOST_TEST(outcome->report.unreadable == 1);
}

BOOST_AUTO_TEST_CASE(a_state_folder_and_a_tree_of_sarchive_are_known) {
    Scratch scratch;
    const std::string with_nul("script\n\0", 8);
    write(scratch / "state/hash.7/job.7/script", with_nul);
    write(scratch / "state/hash.7/job.7/environment", std::string("\0\0\0\1A=1\0", 8));
    write(scratch / "state/job_state", "binary");
    write(scratch / "kept/20261130/job.8_script", with_nul);
    write(scratch / "kept/20261130/job.8_environment", "A=1");
    const auto state = read(scratch / "state");
    BOOST_REQUIRE(state);
    BOOST_TEST(state->scripts.size() == 1);
    BOOST_TEST(state->scripts.at(7).bytes == "script\n");
    BOOST_TEST(state->scripts.at(7).source == "state folder");
    BOOST_TEST(state->scripts.at(7).submit_to == worklines::sources::end_of_time);
    const auto tree = read(scratch / "kept");
    BOOST_REQUIRE(tree);
    BOOST_TEST(tree->scripts.size() == 1);
    BOOST_TEST(tree->scripts.at(8).bytes == "script\n");
    BOOST_TEST(tree->scripts.at(8).source == "sarchive");
    BOOST_TEST(tree->scripts.at(8).submit_to == 1796083199); // 2026-11-30T23:59:59Z
}

BOOST_AUTO_TEST_CASE(tars_are_read_packed_or_not) {
    Scratch scratch;
    const std::vector<Member> members{{"kept/", "", AE_IFDIR, ""},
                                      {"kept/1.sh", "one"},
                                      {"kept/2_5.sh", odd},
                                      {"kept/3.sh", std::string(101, 'x')},
                                      {"kept/README", "no job's"},
                                      {"kept/1.env", "SECRET=1"},
                                      {"hash.4/job.4/script", std::string("four\0", 5)},
                                      {"202612/job.5_script", "five"}};
    for (const int filter :
         {ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD, ARCHIVE_FILTER_XZ, ARCHIVE_FILTER_BZIP2}) {
        write_tar(scratch / "tar", members, filter);
        const auto outcome = read(scratch / "tar");
        BOOST_REQUIRE(outcome);
        BOOST_TEST(outcome->scripts.size() == 4);
        BOOST_TEST(outcome->scripts.at(1).bytes == "one");
        BOOST_TEST(outcome->scripts.at(1).source == "tar");
        BOOST_TEST((outcome->scripts.at(2).bytes == odd));
        BOOST_TEST(outcome->scripts.at(4).bytes == "four");
        BOOST_TEST(outcome->scripts.at(5).source == "sarchive");
        BOOST_TEST(outcome->report.too_large == 1);
        BOOST_TEST(outcome->report.unnamed == 1);
        BOOST_TEST(outcome->report.unreadable == 0);
    }
}

BOOST_AUTO_TEST_CASE(a_hostile_tar_writes_nothing_and_leads_nowhere) {
    Scratch scratch;
    write(scratch / "secret", "not a script");
    write_tar(scratch / "tar", {{"../../1.sh", "up"},
                                {(scratch / "2.sh").string(), "absolute"},
                                {"3.sh", "", AE_IFLNK, (scratch / "secret").string()},
                                {"4.sh", "", AE_IFREG, (scratch / "secret").string()},
                                {"5.sh", "", AE_IFIFO, ""},
                                {std::string(5000, 'x') + "/6.sh", "long"}});
    const auto outcome = read(scratch / "tar");
    BOOST_REQUIRE(outcome);
    BOOST_TEST(outcome->scripts.size() == 3);
    BOOST_TEST(outcome->scripts.at(1).bytes == "up");
    BOOST_TEST(outcome->report.links == 2);
    BOOST_TEST(!fs::exists(scratch / "../../1.sh"));
    BOOST_TEST(!fs::exists(scratch / "2.sh"));
}

BOOST_AUTO_TEST_CASE(of_a_cut_tar_the_members_before_the_cut_count_and_the_cut_is_told) {
    Scratch scratch;
    std::vector<Member> members;
    for (int id = 1; id <= 50; ++id)
        members.push_back({std::to_string(id) + ".sh", std::string(90, 'x')});
    for (const int filter : {ARCHIVE_FILTER_NONE, ARCHIVE_FILTER_GZIP, ARCHIVE_FILTER_ZSTD}) {
        write_tar(scratch / "tar", members, filter);
        fs::resize_file(scratch / "tar",
                        filter == ARCHIVE_FILTER_NONE ? 20'000 + 700 : fs::file_size(scratch / "tar") / 2);
        const auto outcome = read(scratch / "tar");
        if (!outcome) continue; // packed this small, all of it is in the last block
        BOOST_TEST(outcome->report.unreadable == 1);
        BOOST_TEST(outcome->report.notes.size() == 1);
        BOOST_TEST(outcome->scripts.size() < 50);
        if (filter == ARCHIVE_FILTER_NONE) BOOST_TEST(outcome->scripts.size() == 20);
    }
}

BOOST_AUTO_TEST_CASE(a_large_member_is_not_held_whatever_it_unpacks_to) {
    Scratch scratch;
    write_tar(scratch / "tar", {{"1.sh", std::string(64 << 20, '\0')}, {"2.sh", "two"}}, ARCHIVE_FILTER_ZSTD);
    const auto outcome = read(scratch / "tar");
    BOOST_REQUIRE(outcome);
    BOOST_TEST(outcome->scripts.size() == 1);
    BOOST_TEST(outcome->report.too_large == 1);
}

BOOST_AUTO_TEST_CASE(what_is_no_source_is_refused_in_one_line) {
    Scratch scratch;
    write(scratch / "text", "#!/bin/sh\ntrue\n");
    write(scratch / "binary", std::string("\x1f\x8b\x08\0\0\0\0\0garbage that is no gzip", 30));
    for (const char* name : {"text", "binary", "missing"}) {
        const auto outcome = read(scratch / name);
        BOOST_TEST(!outcome);
        if (outcome) continue;
        BOOST_TEST(outcome.error().where == (scratch / name).string());
        BOOST_TEST(outcome.error().line().find('\n') == std::string::npos);
    }
    BOOST_TEST(!read("/dev/null"));
    write(scratch / "empty", "");
    BOOST_TEST(read(scratch / "empty")->scripts.empty());
}
