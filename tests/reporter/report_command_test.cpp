// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines report` as a person calls it, on an archive made from a dump.
#define BOOST_TEST_MODULE report_command
#include "tests/reporter/report_archive.h"

#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>

using namespace worklines;
namespace fs = std::filesystem;

namespace {

const test::FilledArchive& archive() {
    static const test::FilledArchive filled;
    return filled;
}

test::Outcome report(std::vector<std::string> words) {
    words.insert(words.begin(), {"report", "--archive", archive().file()});
    return test::program(words);
}

bool is_one_line(const std::string& text) {
    return text.starts_with("worklines: ") && std::ranges::count(text, '\n') == 1 && text.ends_with('\n');
}

struct Misuse {
    std::vector<std::string> words;
    std::string says;
};

std::ostream& operator<<(std::ostream& stream, const Misuse& misuse) {
    for (const std::string& word : misuse.words)
        stream << word << ' ';
    return stream;
}

const Misuse misuses[] = {
    {{}, "no period"},
    {{"--from", "2026-02-01"}, "--to"},
    {{"--to", "2026-02-01"}, "--from"},
    {{"--from", "2026-02-30", "--to", "2026-03-01"}, "not a date: 2026-02-30"},
    {{"--from", "yesterday", "--to", "2026-03-01"}, "not a date: yesterday"},
    {{"--from", "2026-03-01", "--to", "2026-03-01"}, "there is no day"},
    {{"--from", "2026-03-02", "--to", "2026-03-01"}, "there is no day"},
    {{"--month", "2026-13"}, "not a month"},
    {{"--month", "2026-02", "--from", "2026-02-01"}, "two ways"},
    {{"--month", "2026-02", "--audience", "publik"}, "did you mean `public`?"},
    {{"--month", "2026-02", "--format", "htm"}, "did you mean `html`?"},
    {{"--month", "2026-02", "--format", ""}, "--format"},
    {{"--month", "2026-02", "--format", "text,"}, "--format"},
    {{"--month", "2026-02", "--format", "text,pdf"}, "pdf"},
    {{"--month", "2026-02", "--lang", "fr"}, "en, de, es"},
    {{"--month", "2026-02", "--format", "text,json", "--out", "-"}, "one format"},
    {{"--month", "2026-02", "--format", "text,json"}, "one format"},
    {{"--month", "2026-02", "--timezone", "Europe/Nowhere"}, "--timezone"},
    {{"--month", "2026-02", "surplus"}, "too many arguments"},
    {{"--mouth", "2026-02"}, "did you mean `--month`?"},
};

} // namespace

BOOST_DATA_TEST_CASE(wrong_usage_is_one_line_and_code_2, boost::unit_test::data::make(misuses), misuse) {
    const auto outcome = report(misuse.words);
    BOOST_TEST(outcome.code == 2);
    BOOST_TEST(outcome.out == "");
    BOOST_TEST(is_one_line(outcome.err), outcome.err);
    BOOST_TEST(outcome.err.find(misuse.says) != std::string::npos, outcome.err);
}

BOOST_AUTO_TEST_CASE(a_missing_archive_is_one_line_and_code_1) {
    const test::Scratch scratch;
    const auto outcome = test::program({"report", "--month", "2026-02", "--archive", scratch.path / "none.sqlite",
                                        "--format", "html,json", "--out", scratch.path / "out"});
    BOOST_TEST(outcome.code == 1);
    BOOST_TEST(is_one_line(outcome.err), outcome.err);
    BOOST_TEST(outcome.err.find("none.sqlite") != std::string::npos, outcome.err);
    BOOST_TEST(fs::is_empty(scratch.path));
}

BOOST_AUTO_TEST_CASE(standard_output_takes_one_format) {
    const auto outcome = report({"--month", "2026-02", "--format", "json", "--out", "-"});
    BOOST_TEST(outcome.code == 0);
    BOOST_TEST(outcome.err == "");
    const auto parsed = nlohmann::json::parse(outcome.out);
    BOOST_TEST(parsed["schema"] == 1);
    BOOST_TEST(parsed["cluster"] == "ants");
    BOOST_TEST(parsed["period"]["from"] == "2026-02-01");
    BOOST_TEST(parsed["period"]["to"] == "2026-03-01");
    BOOST_TEST(parsed["jobs"] == 2);
}

BOOST_AUTO_TEST_CASE(text_is_what_comes_without_a_format) {
    const auto outcome = report({"--from", "2026-02-01", "--to", "2026-03-01", "--lang", "de"});
    BOOST_TEST(outcome.code == 0);
    BOOST_TEST(outcome.out.starts_with("Wofür ants genutzt wird\n2026-02-01 bis 2026-03-01"));
}

BOOST_AUTO_TEST_CASE(a_folder_gets_a_file_for_each_format) {
    const test::Scratch scratch;
    const auto outcome =
        report({"--month", "2026-02", "--format", "html,md,text,json,html", "--out", scratch.path / "out"});
    BOOST_TEST(outcome.code == 0);
    BOOST_TEST(outcome.out == "");
    for (const char* name : {"staff.html", "staff.md", "staff.txt", "staff.json"})
        BOOST_TEST(fs::file_size(scratch.path / "out" / name) > 0u, name);
    BOOST_TEST(std::distance(fs::directory_iterator(scratch.path / "out"), {}) == 4);
}

BOOST_AUTO_TEST_CASE(a_folder_that_cannot_be_made_is_one_line_and_code_1) {
    const auto outcome = report({"--month", "2026-02", "--format", "html", "--out", "/dev/null/report"});
    BOOST_TEST(outcome.code == 1);
    BOOST_TEST(is_one_line(outcome.err), outcome.err);
}

BOOST_AUTO_TEST_CASE(nothing_of_a_person_or_a_script_is_in_a_public_report) {
    for (const char* format : {"html", "md", "text", "json"}) {
        const auto outcome = report({"--month", "2026-02", "--audience", "public", "--format", format});
        BOOST_TEST(outcome.code == 0);
        for (const char* secret : {"edda", "dora", "fold_edda", "protlab", "n01", "1007"})
            BOOST_TEST(outcome.out.find(secret) == std::string::npos, format << " holds " << secret);
    }
}
