// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines lines` as a person calls it.
#define BOOST_TEST_MODULE report_lines
#include "tests/reporter/report_archive.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <sstream>

using namespace worklines;

namespace {

test::Outcome lines(std::vector<std::string> words) {
    static const test::FilledArchive archive;
    words.insert(words.begin(), {"lines", "--archive", archive.file(), "--timezone", "UTC"});
    return test::program(words);
}

std::vector<std::string> rows(const std::string& text) {
    std::istringstream stream(text);
    std::vector<std::string> all;
    for (std::string row; std::getline(stream, row);)
        all.push_back(row);
    return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(tsv_has_a_row_for_each_submission_and_an_array_is_one) {
    const auto outcome = lines({"--from", "2026-02-01", "--to", "2026-04-01", "--tsv"});
    BOOST_TEST(outcome.code == 0, outcome.err);
    const auto all = rows(outcome.out);
    BOOST_REQUIRE(all.size() == 3u);
    for (std::size_t i = 0; i < all.size(); ++i)
        BOOST_TEST(all[i].starts_with(std::to_string(101 + i) + "\tL"), all[i]);
}

BOOST_AUTO_TEST_CASE(json_and_table_name_the_same_lines) {
    const auto json = nlohmann::json::parse(lines({"--month", "2026-02", "--json"}).out);
    const auto table = lines({"--month", "2026-02"}).out;
    BOOST_TEST(json.size() == 2u);
    for (const auto& line : json) {
        BOOST_TEST(table.find(line["id"].get<std::string>()) != std::string::npos, line["id"]);
        BOOST_TEST(line["jobs"] == 1);
    }
    BOOST_TEST(rows(table).size() == 3u); // and a heading
}

BOOST_AUTO_TEST_CASE(a_month_without_jobs_has_no_lines) {
    BOOST_TEST(lines({"--month", "2020-02"}).out == "none\n");
    BOOST_TEST(lines({"--month", "2020-02", "--tsv"}).out == "");
    BOOST_TEST(lines({"--month", "2020-02", "--json"}).out == "[]\n");
}

BOOST_AUTO_TEST_CASE(why_is_said_of_a_job_a_task_and_an_array_without_a_period) {
    for (const char* job : {"101", "103_1", "103"}) {
        const auto outcome = lines({"--why", job});
        BOOST_TEST(outcome.code == 0, outcome.err);
        BOOST_TEST(outcome.out.starts_with(std::string("Job ") + job + " is in line L"), outcome.out);
        BOOST_TEST(outcome.out.find("script is not known") != std::string::npos, outcome.out);
    }
}

BOOST_AUTO_TEST_CASE(a_job_that_is_not_there_is_one_line_and_code_1) {
    for (const auto& words : {std::vector<std::string>{"--why", "999"}, {"--why", "101", "--month", "2026-03"}}) {
        const auto outcome = lines(words);
        BOOST_TEST(outcome.code == 1);
        BOOST_TEST(outcome.err.starts_with("worklines: "));
        BOOST_TEST(std::ranges::count(outcome.err, '\n') == 1);
        BOOST_TEST(outcome.out == "");
    }
}

BOOST_AUTO_TEST_CASE(wrong_usage_is_one_line_and_code_2) {
    for (const auto& words : {std::vector<std::string>{},
                              {"--tsv"},
                              {"--month", "2026-02", "--tsv", "--json"},
                              {"--why", "101", "--tsv"},
                              {"--why", "job"},
                              {"--why", "101", "--from", "2026-02-01"}}) {
        const auto outcome = lines(words);
        BOOST_TEST(outcome.code == 2);
        BOOST_TEST(std::ranges::count(outcome.err, '\n') == 1, outcome.err);
    }
}
