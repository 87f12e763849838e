// SPDX-License-Identifier: GPL-2.0-or-later
// An upgrade of Slurm that leaves an old plugin behind must be seen before slurmctld is restarted.
#define BOOST_TEST_MODULE health_plugin_version
#include <boost/test/included/unit_test.hpp>

#include "core/text/built_for.h"
#include "reporter/health/plugin_version.h"
#include "tests/reporter/scratch.h"

#include <filesystem>
#include <fstream>

using namespace worklines;
using health::State;

namespace {

struct Directories {
    tests::Scratch scratch;

    std::string put(const std::string& directory, const std::string& bytes) {
        const auto where = scratch.path() / directory;
        std::filesystem::create_directories(where);
        std::ofstream(where / "job_submit_worklines.so", std::ios::binary) << bytes;
        return where.string();
    }
};

std::string plugin_of(const std::string& version) {
    return std::string("\x7f"
                       "ELF\0\0",
                       6) +
           std::string(text::built_for_mark) + version + std::string("\0rest", 5);
}

} // namespace

BOOST_FIXTURE_TEST_CASE(the_same_version_is_well, Directories) {
    const auto check = health::plugin_version(put("a", plugin_of("24.11.5")), "24.11.5");
    BOOST_CHECK(check.state == State::good);
    BOOST_CHECK_EQUAL(check.says, "built for Slurm 24.11.5");
}

BOOST_FIXTURE_TEST_CASE(another_version_is_bad_and_both_are_named, Directories) {
    const auto check = health::plugin_version(put("a", plugin_of("22.05.8")), "22.05.9");
    BOOST_CHECK(check.state == State::bad);
    BOOST_CHECK_NE(check.says.find("22.05.8"), std::string::npos);
    BOOST_CHECK_NE(check.todo.find("22.05.9"), std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(slurm_takes_the_first_that_it_finds, Directories) {
    const auto old_one = put("old", plugin_of("22.05.8"));
    const auto new_one = put("new", plugin_of("24.11.5"));
    BOOST_CHECK(health::plugin_version("/nowhere:" + new_one + ":" + old_one, "24.11.5").state == State::good);
    BOOST_CHECK(health::plugin_version(old_one + ":" + new_one, "24.11.5").state == State::bad);
}

BOOST_FIXTURE_TEST_CASE(what_cannot_be_seen_is_unknown, Directories) {
    BOOST_CHECK(health::plugin_version("/nowhere", "24.11.5").state == State::unknown);
    BOOST_CHECK(health::plugin_version("", "24.11.5").state == State::unknown);
    BOOST_CHECK(health::plugin_version(put("a", "no mark"), "24.11.5").state == State::unknown);
    BOOST_CHECK(health::plugin_version(put("a", ""), "24.11.5").state == State::unknown);
}
