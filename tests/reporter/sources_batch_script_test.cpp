// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE sources_batch_script
#include "reporter/sources/batch_script.h"
#include "tests/reporter/sources_made.h"

#include <boost/test/unit_test.hpp>

#include <random>

namespace sources = worklines::sources;
using namespace worklines::tests;

namespace {

const std::string rule = std::string(80, '-') + '\n';

/// As sacct prints it.
std::string printed(const std::string& id, const std::string& script) {
    return "Batch Script for " + id + '\n' + rule + script + '\n';
}

Outcome read_output(const std::string& bytes, std::size_t part = 1 << 20) {
    Outcome outcome;
    const auto done = sources::read_batch_scripts(
        in_parts(bytes, part), "kept", {300, {}},
        [&](const sources::KeptScript& kept) {
            keep(outcome, kept);
            return worklines::Result<void>{};
        },
        outcome.report);
    BOOST_TEST(bool(done));
    return outcome;
}

} // namespace

BOOST_AUTO_TEST_CASE(scripts_are_told_apart_and_kept_byte_for_byte) {
    const std::string like_headers =
        "Batch Script for 8\nBatch Script for 9\n---\n" + rule + "Batch Script for nobody\n" + rule;
    const auto outcome =
        read_output(printed("1", "#!/bin/sh\ntrue\n") + printed("2_7", "no newline at its end") +
                    printed("3+0", "\n\n\r\n") + printed("4", "NONE\n") + printed("5", std::string(301, 'x')) +
                    printed("6", std::string(300, 'y')) + printed("7", like_headers));
    BOOST_TEST(outcome.report.scripts == 5);
    BOOST_TEST(outcome.report.too_large == 1);
    BOOST_TEST(outcome.scripts.at(1).bytes == "#!/bin/sh\ntrue\n");
    BOOST_TEST(outcome.scripts.at(1).source == "sacct");
    BOOST_TEST(outcome.scripts.at(2).bytes == "no newline at its end");
    BOOST_TEST(outcome.scripts.at(3).bytes == "\n\n\r\n");
    BOOST_TEST(outcome.scripts.at(7).bytes == like_headers);
    BOOST_TEST(!outcome.scripts.contains(4));
    BOOST_TEST(outcome.scripts.at(6).bytes == std::string(300, 'y'));
}

BOOST_AUTO_TEST_CASE(a_script_that_forges_anothers_header_gains_nothing) {
    Scratch scratch;
    write(scratch / "kept", printed("1", "mine\n" + printed("2", "forged\n")) + printed("2", "true one\n") +
                                printed("3_1", "array\n") + printed("3_2", "array\n"));
    const auto outcome = read(scratch / "kept");
    BOOST_REQUIRE(outcome);
    BOOST_TEST(outcome->report.ambiguous == 1);
    BOOST_TEST(!outcome->scripts.contains(2));
    BOOST_TEST(outcome->scripts.at(3).bytes == "array\n");
    BOOST_TEST(outcome->report.scripts == 3);
}

BOOST_AUTO_TEST_CASE(a_text_that_ends_within_its_header_is_no_script) {
    for (const char* text : {"", "Batch Script for 1", "Batch Script for 1\n", "Batch Script for 1\n-----"})
        BOOST_TEST(read_output(text).scripts.empty(), text);
    BOOST_TEST(read_output(printed("1", "")).scripts.empty());
}

BOOST_AUTO_TEST_CASE(whatever_is_printed_is_read_again_in_parts_of_any_size) {
    std::mt19937 random(20261201);
    const auto up_to = [&](int most) { return std::uniform_int_distribution(0, most)(random); };
    const std::vector<std::string> pieces{"\n",  "-",   "Batch Script for ", "x\xff", std::string(1, '\0'),
                                          "7\n", "\r\n"};
    for (int round = 0; round < 500; ++round) {
        std::map<std::int64_t, std::string> written;
        std::string bytes;
        for (int count = up_to(6); count > 0; --count) {
            std::string script = "#!";
            for (int i = up_to(8); i > 0; --i)
                script += pieces[static_cast<std::size_t>(up_to(static_cast<int>(pieces.size()) - 1))];
            if (script.size() > 100) continue;
            const std::int64_t id = 1 + up_to(1'000'000);
            written[id] = script;
            bytes += printed(std::to_string(id), script);
        }
        const auto outcome = read_output(bytes, static_cast<std::size_t>(1 + up_to(100)));
        BOOST_TEST(outcome.scripts.size() == written.size());
        for (const auto& [id, script] : written)
            BOOST_TEST((outcome.scripts.at(id).bytes == script));
    }
}
