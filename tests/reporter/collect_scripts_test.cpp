// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE collect_scripts
#include "core/spool/digest.h"
#include "reporter/commands/collect_scripts.h"
#include "tests/reporter/sources_made.h"

#include <boost/test/unit_test.hpp>

#include <sstream>

using worklines::archive::Archive;
namespace commands = worklines::commands;
namespace tests = worklines::tests;

BOOST_AUTO_TEST_CASE(scripts_of_several_sources_are_kept_and_what_is_left_out_is_said) {
    tests::Scratch scratch;
    const std::string two("t\0w\xff", 4);
    tests::write(scratch / "kept/1.sh", "one");
    tests::write(scratch / "kept/3.sh", std::string(1000, 'x'));
    tests::write(scratch / "kept/README", "");
    tests::write_tar(scratch / "tar", {{"2.sh", two}});
    tests::write(scratch / "lines", "{\"jobid\":4,\"script\":\"four\"}\nnonsense\n");
    auto archive = Archive::open(scratch / "a.sqlite", Archive::Mode::write);
    BOOST_REQUIRE(archive);
    std::ostringstream said;
    for (const char* name : {"kept", "tar", "lines"}) {
        const auto report = commands::collect_scripts(*archive, scratch / name, "ants", {100, {}});
        BOOST_REQUIRE(report);
        BOOST_TEST(report->scripts == 1);
        commands::print(said, name, *report);
    }
    for (const std::string& script : {std::string("one"), two, std::string("four")})
        BOOST_TEST((*archive->script(worklines::spool::sha256_hex(script)) == script));
    BOOST_TEST(said.str() == "scripts: 1 kept by job id from kept\n"
                             "  1 files or lines have no job id for a name\n"
                             "  1 are larger than max_script\n"
                             "scripts: 1 kept by job id from tar\n"
                             "scripts: 1 kept by job id from lines\n"
                             "  1 cannot be read:\n"
                             "    " +
                                 (scratch / "lines").string() + ":2: not JSON\n");
    BOOST_TEST(!commands::collect_scripts(*archive, scratch / "missing", "ants", {100, {}}));
}
