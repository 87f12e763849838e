// SPDX-License-Identifier: GPL-2.0-or-later
// The format page is the specification: its example must be what the code writes and reads.
#define BOOST_TEST_MODULE spool_format
#include "core/snapshot/snapshot_json.h"
#include "core/spool/digest.h"
#include "core/spool/frame.h"
#include "core/spool/reader.h"
#include "core/spool/segment.h"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <iterator>

using namespace worklines;

namespace {

/// The indented block between the two marks, unindented.
std::string example_of_the_page() {
    std::ifstream in(WORKLINES_SOURCE_DIR "/core/spool/FORMAT.md");
    std::string page{std::istreambuf_iterator<char>(in), {}}, line, example;
    const std::string open = "<!-- example -->\n", close = "<!-- end -->";
    const std::size_t begin = page.find(open) + open.size();
    page = page.substr(begin, page.find(close) - begin);
    for (std::size_t at = 0; at < page.size();) {
        const std::size_t end = page.find('\n', at);
        example += page.substr(at, end - at).substr(std::min<std::size_t>(4, end - at)) + '\n';
        at = end + 1;
    }
    return example;
}

} // namespace

BOOST_AUTO_TEST_CASE(the_example_of_the_page_is_read) {
    std::vector<spool::Record> records;
    std::string script;
    const auto report = spool::read_segment(example_of_the_page(), 0, "", false, [&](const spool::Record& record) {
        script = record.script.value_or("none");
        records.push_back(record);
    });
    for (const auto& damage : report.damages)
        BOOST_TEST_MESSAGE(spool::damage_text(damage.kind) << " at " << damage.offset << ", " << damage.bytes);
    BOOST_TEST(report.damage_count == 0u);
    BOOST_REQUIRE_EQUAL(records.size(), 1u);
    BOOST_TEST(script == "#!/bin/sh\n# This script was created by sbatch --wrap.\n\ntrue\n");
    BOOST_TEST(records[0].snapshot.uid == 1001u);
    BOOST_TEST(*records[0].snapshot.submit_line == "sbatch --wrap true");
}

BOOST_AUTO_TEST_CASE(the_example_of_the_page_is_what_is_written) {
    const std::string example = example_of_the_page();
    const std::string token = "00112233445566778899aabbccddeeff";
    const std::string script = "#!/bin/sh\n# This script was created by sbatch --wrap.\n\ntrue\n";
    snapshot::Snapshot s;
    s.time_us = 1796103275000000;
    s.slurm = "22.05.8";
    s.uid = s.gid = s.submit_uid = 1001;
    s.name = "wrap";
    s.submit_line = "sbatch --wrap true";
    s.script = {spool::sha256_hex(script), script.size(), true};
    const std::string json = snapshot::to_json(s);
    BOOST_TEST(example == spool::head_line(token, spool::utc_time(1796103275)) +
                              spool::frame_line(token, 0, json, script.size()) + json + '\n' + script + '\n');
}

BOOST_AUTO_TEST_CASE(framing_lines_are_parsed_strictly) {
    const std::string good = "worklines-record 1 0 234 66 5a9180dfcfba0895\n";
    BOOST_TEST(spool::parse_frame(good).has_value());
    BOOST_TEST(spool::parse_frame(good)->line_size == good.size());
    for (const char* bad :
         {"worklines-record 2 0 234 66 5a9180dfcfba0895\n", "worklines-record 1 00 234 66 5a9180dfcfba0895\n",
          "worklines-record 1 0 234 66 5A9180DFCFBA0895\n", "worklines-record 1 0 234 66 5a9180dfcfba089\n",
          "worklines-record 1 0 -1 66 5a9180dfcfba0895\n", "worklines-record 1 0  234 66 5a9180dfcfba0895\n",
          "worklines-record 1 0 234 66 5a9180dfcfba0895 ",
          "worklines-record 1 0 99999999999999999999 6 5a9180dfcfba0895\n", "worklines-record 1 0 234 66 ",
          "worklines-record", ""})
        BOOST_TEST(!spool::parse_frame(bad).has_value(), bad);
}

BOOST_AUTO_TEST_CASE(names_of_segments_tell_token_and_state) {
    const std::string token = "00112233445566778899aabbccddeeff";
    const auto open = spool::parse_segment_name(spool::segment_stem(1796103275, token) + ".open");
    BOOST_REQUIRE(open.has_value());
    BOOST_TEST(open->token == token);
    BOOST_TEST(!open->sealed);
    BOOST_TEST(spool::parse_segment_name("20261201T053435Z-" + token + ".sealed")->sealed);
    for (const std::string bad : {"status.json", ".open", "x-y.open", "20261201T053435Z.sealed"})
        BOOST_TEST(!spool::parse_segment_name(bad).has_value(), bad);
    BOOST_TEST(spool::random_token() != spool::random_token());
}
