// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE report_files
#include "reporter/commands/report_files.h"

#include "tests/reporter/report_program.h"

#include <boost/test/unit_test.hpp>

#include <sys/stat.h>

using namespace worklines;
namespace fs = std::filesystem;

namespace {

mode_t mode_of(const fs::path& path) {
    struct stat status {};
    BOOST_REQUIRE(stat(path.c_str(), &status) == 0);
    return status.st_mode & 07777;
}

std::size_t entries(const fs::path& folder) {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), fs::directory_iterator{}));
}

} // namespace

BOOST_AUTO_TEST_CASE(folder_and_files_have_their_modes_whatever_the_umask_is) {
    for (const mode_t mask : {000, 022, 077}) {
        const test::Scratch scratch;
        const mode_t before = umask(mask);
        const auto done = commands::publish(scratch.path / "reports" / "2026-11", {{"staff.txt", "text"}});
        umask(before);
        BOOST_REQUIRE(done);
        BOOST_TEST(mode_of(scratch.path / "reports/2026-11") == 0750);
        BOOST_TEST(mode_of(scratch.path / "reports/2026-11/staff.txt") == 0640);
        BOOST_TEST(test::contents(scratch.path / "reports/2026-11/staff.txt") == "text");
    }
}

BOOST_AUTO_TEST_CASE(a_second_report_replaces_the_first_and_leaves_nothing_aside) {
    const test::Scratch scratch;
    BOOST_REQUIRE(commands::publish(scratch.path, {{"a", "old"}, {"b", "old"}}));
    BOOST_REQUIRE(commands::publish(scratch.path, {{"a", "new"}}));
    BOOST_TEST(test::contents(scratch.path / "a") == "new");
    BOOST_TEST(test::contents(scratch.path / "b") == "old");
    BOOST_TEST(entries(scratch.path) == 2u);
}

BOOST_AUTO_TEST_CASE(where_one_file_cannot_be_written_nothing_is_left_and_an_earlier_report_stays) {
    const test::Scratch scratch;
    BOOST_REQUIRE(commands::publish(scratch.path, {{"a", "old"}}));
    const auto done = commands::publish(scratch.path, {{"a", "new"}, {"no/such/folder", ""}});
    BOOST_REQUIRE(!done);
    BOOST_TEST(done.error().where == (scratch.path / "no/such/folder").string());
    BOOST_TEST(test::contents(scratch.path / "a") == "old");
    BOOST_TEST(entries(scratch.path) == 1u);
}

BOOST_AUTO_TEST_CASE(a_folder_made_for_nothing_goes_again) {
    const test::Scratch scratch;
    BOOST_REQUIRE(!commands::publish(scratch.path / "new", {{"no/such/folder", ""}}));
    BOOST_TEST(!fs::exists(scratch.path / "new"));
}

BOOST_AUTO_TEST_CASE(a_folder_that_is_a_file_is_refused) {
    const test::Scratch scratch;
    std::ofstream(scratch.path / "file") << "mine";
    BOOST_TEST(!commands::publish(scratch.path / "file", {{"a", ""}}));
    BOOST_TEST(!commands::publish(scratch.path / "file" / "below", {{"a", ""}}));
    BOOST_TEST(test::contents(scratch.path / "file") == "mine");
}
