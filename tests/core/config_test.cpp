// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE config
#include "core/config/config.h"
#include "core/config/keys.h"

#include <boost/test/unit_test.hpp>

using namespace worklines;

BOOST_AUTO_TEST_CASE(values_are_read_with_their_units) {
    const auto loaded =
        config::parse("# a comment\n\n cluster = ants\r\nmax_script=4M\nretention = 400d\nsync = 200ms\n"
                      "hints = always\nhints_dir = /a:/b\nenvironment = A, B C\nspool = \"/var/my spool\"\n",
                      "w.conf");
    BOOST_TEST(loaded.problems.empty());
    BOOST_TEST(loaded.config.cluster == "ants");
    BOOST_TEST(loaded.config.max_script == 4u << 20);
    BOOST_TEST(loaded.config.retention_days == 400u);
    BOOST_TEST(loaded.config.sync_ms == 200);
    BOOST_TEST((loaded.config.hints == config::Hints::always));
    BOOST_TEST(loaded.config.hints_dir.size() == 2u);
    BOOST_TEST(loaded.config.environment.size() == 3u);
    BOOST_TEST(loaded.config.spool == "/var/my spool");
}

BOOST_AUTO_TEST_CASE(a_wrong_line_is_named_and_the_others_count) {
    const auto loaded =
        config::parse("spol = /x\nmax_script = lots\nspool = relative\nnonsense\ncluster = a\n", "w.conf");
    BOOST_REQUIRE_EQUAL(loaded.problems.size(), 4u);
    BOOST_TEST(loaded.problems[0].line() == "w.conf:1: unknown key `spol`; did you mean `spool`?");
    BOOST_TEST(loaded.problems[1].line() ==
               "w.conf:2: `max_script` cannot be `lots`; it takes a size such as 512K, 64M or 10G");
    BOOST_TEST(loaded.problems[3].where == "w.conf:4");
    BOOST_TEST(loaded.config.cluster == "a");
    BOOST_TEST(loaded.config.max_script == config::Config{}.max_script);
}

BOOST_AUTO_TEST_CASE(sizes_that_do_not_fit_are_refused) {
    for (const char* size : {"99999999999999999999", "17179869184G", "-1", "", "4 M", "4MB"})
        BOOST_TEST(config::parse(std::string("max_script = ") + size, "w").problems.size() == 1u, size);
}

BOOST_AUTO_TEST_CASE(every_key_refuses_or_takes_but_never_throws) {
    for (const auto& key : config::keys())
        for (const char* value : {"", "0", "/x", "on", "7d", "\xff"}) {
            config::Config config;
            key.set(config, value);
        }
}
