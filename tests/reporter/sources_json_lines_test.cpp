// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE sources_json_lines
#include "reporter/sources/json_lines.h"
#include "reporter/sources/told_time.h"
#include "tests/reporter/sources_made.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <random>

namespace sources = worklines::sources;
namespace text = worklines::text;
using namespace worklines::tests;

namespace {

Outcome read_lines(const std::string& bytes, std::uint64_t max_script = 100, std::size_t part = 1 << 20) {
    Outcome outcome;
    const auto done = sources::read_json_lines(
        in_parts(bytes, part), "kept.jsonl", {max_script, *text::Zone::named("Europe/Madrid")},
        [&](const sources::KeptScript& kept) {
            keep(outcome, kept);
            return worklines::Result<void>{};
        },
        outcome.report);
    BOOST_TEST(bool(done));
    return outcome;
}

bool spans(const Read& read, std::int64_t submit) { return read.submit_from <= submit && submit <= read.submit_to; }

} // namespace

BOOST_AUTO_TEST_CASE(keys_of_several_tools_are_understood) {
    const auto outcome = read_lines(R"({"job_id": 1, "script": "one\n"}
{"JobID":"2_7","batch-script":"two","User":"lola","submit":1796103276,"cluster":"bees"}

{"id":99,"jobid":"3+0","job_script":"three","nested":{"jobid":4,"script":["x"]},"submit":null}
{"script":"five","job":"5","submit_time":"2026-12-01T05:34:36Z"}
)");
    BOOST_TEST(outcome.report.unreadable == 0);
    BOOST_TEST(outcome.scripts.size() == 4);
    BOOST_TEST(outcome.scripts.at(1).bytes == "one\n");
    BOOST_TEST(outcome.scripts.at(1).source == "JSON Lines");
    BOOST_TEST(outcome.scripts.at(1).submit_to == sources::end_of_time);
    const Read& two = outcome.scripts.at(2);
    BOOST_TEST(two.user == "lola");
    BOOST_TEST(two.cluster == "bees");
    BOOST_TEST((spans(two, 1796103276) && !spans(two, 1796103276 + 3600) && !spans(two, 1796103276 - 3600)));
    BOOST_TEST(outcome.scripts.at(3).bytes == "three");
    BOOST_TEST(spans(outcome.scripts.at(5), 1796103276));
}

BOOST_AUTO_TEST_CASE(lines_that_are_wrong_are_told_by_number_and_without_their_text) {
    const auto outcome = read_lines("\xef\xbb\xbf{\"jobid\":1,\"script\":\"one\"}\r\n"
                                    "{\"jobid\":2,\"script\":\"pass\xff\"}\n" // not UTF-8
                                    "{\"jobid\":3,\"script\":\"secret\n"
                                    "[1,2]\n"
                                    "42\n"
                                    "{\"jobid\":\"7.batch\",\"script\":\"a step\"}\n"
                                    "{\"script\":\"whose?\"}\n"
                                    "{\"jobid\":8}\n"
                                    "{\"jobid\":9,\"script\":\"" +
                                    std::string(101, 'x') +
                                    "\"}\n"
                                    "{\"jobid\":10,\"script\":\"ten\"}");
    BOOST_TEST(outcome.scripts.size() == 2);
    BOOST_TEST(outcome.scripts.at(10).bytes == "ten");
    BOOST_TEST(outcome.report.unreadable == 5);
    BOOST_TEST(outcome.report.unnamed == 2);
    BOOST_TEST(outcome.report.too_large == 1);
    BOOST_TEST(outcome.report.notes.front() == "kept.jsonl:2: not JSON");
    for (const std::string& note : outcome.report.notes)
        BOOST_TEST(note.find("secret") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_line_without_end_or_nested_without_end_costs_nothing_but_itself) {
    const std::string deep(500'000, '[');
    const auto outcome = read_lines("{\"jobid\":1,\"x\":" + deep + "\n{\"jobid\":2,\"script\":\"" +
                                    std::string(5 << 20, 'x') + "\"}\n{\"jobid\":3,\"script\":\"three\"}\n");
    BOOST_TEST(outcome.scripts.size() == 1);
    BOOST_TEST(outcome.report.unreadable == 1);
    BOOST_TEST(outcome.report.too_large == 1);
}

BOOST_AUTO_TEST_CASE(times_are_understood_as_tools_write_them) {
    const text::Zone zone = *text::Zone::named("Europe/Madrid");
    for (const char* told :
         {"1796103276", "1796103276123", "2026-12-01T05:34:36Z", "2026-12-01T06:34:36", "2026-12-01 06:34:36",
          "2026-12-01T06:34:36.123", "2026-12-01T04:34:36.5-01:00", "2026-12-01T07:34:36+0200"}) {
        sources::KeptScript kept;
        sources::set_submit(kept, told, zone);
        BOOST_TEST((kept.submit_from > 1796103276 - 3600 && kept.submit_from <= 1796103276 &&
                    kept.submit_to >= 1796103276 && kept.submit_to < 1796103276 + 3600),
                   told);
    }
    for (const char* untold : {"", "Unknown", "None", "0", "-5", "9999999999999999999999", "2026-13-01T00:00:00",
                               "2026-12-01T06:34:36 someday", "yesterday"}) {
        sources::KeptScript kept;
        sources::set_submit(kept, untold, zone);
        BOOST_TEST((kept.submit_from == 0 && kept.submit_to == sources::end_of_time), untold);
    }
    sources::KeptScript twice; // the hour that comes twice
    sources::set_submit(twice, "2026-10-25T02:30:00", zone);
    BOOST_TEST(twice.submit_to - twice.submit_from >= 3600);
}

BOOST_AUTO_TEST_CASE(whatever_is_written_is_read_again_in_parts_of_any_size_and_with_garbage_between) {
    std::mt19937 random(20261201);
    const auto up_to = [&](int most) { return std::uniform_int_distribution(0, most)(random); };
    for (int round = 0; round < 200; ++round) {
        std::map<std::int64_t, std::string> written;
        std::string bytes;
        for (int line = up_to(8); line > 0; --line) {
            if (up_to(3) == 0) { // any bytes that are no object
                std::string garbage(static_cast<std::size_t>(up_to(40)), '\0');
                for (char& c : garbage)
                    c = static_cast<char>(up_to(255));
                if (garbage.find_first_of("{\n") == std::string::npos) bytes += garbage + '\n';
            }
            std::string script;
            for (int i = up_to(90); i > 0; --i)
                script += up_to(4) == 0 ? std::string(1, '\0') : up_to(3) == 0 ? "\xc3\xa9" : "\n";
            if (script.size() > 100) continue;
            const std::int64_t id = 1 + up_to(1'000'000);
            written[id] = script;
            bytes += nlohmann::json{{"jobid", id}, {"script", script}}.dump(-1, ' ', up_to(1) == 1) + '\n';
        }
        const auto outcome = read_lines(bytes, 100, static_cast<std::size_t>(1 + up_to(50)));
        BOOST_TEST(outcome.scripts.size() == written.size());
        for (const auto& [id, script] : written)
            BOOST_TEST((outcome.scripts.at(id).bytes == script));
    }
}
