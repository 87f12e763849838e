// SPDX-License-Identifier: GPL-2.0-or-later
// What cron runs, as cron runs it: its own line in sh, with next to nothing in the environment.
#define BOOST_TEST_MODULE monthly
#include "tests/reporter/report_archive.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <ctime>
#include <regex>

#include <sys/stat.h>

using namespace worklines;
namespace fs = std::filesystem;

namespace {

/// A machine without a spool, whose sacct knows `test::dump`.
struct Machine {
    test::Scratch scratch;

    Machine() {
        write("dump", test::dump);
        write("worklines.conf", "archive = " + path("archive.sqlite") + "\nspool = " + path("spool") +
                                    "\nadvice = " + path("advice.idx") + "\nreports = " + path("reports") +
                                    "\ntimezone = UTC\n");
        write("sacct", R"(#!/bin/sh
header=$(head -n 1 ")" + path("dump") +
                           R"(")
if [ "$1" = --helpformat ]; then echo "$header" | tr '|' ' '; exit; fi
for word; do case $word in --delimiter=*) delimiter=${word#*=} ;; esac; done
sed -e 's/$/|/' -e "s/|/$delimiter/g" ")" +
                           path("dump") + "\"\n");
        chmod(path("sacct").c_str(), 0755);
    }

    std::string path(const std::string& name) const { return scratch.path / name; }
    void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }

    std::vector<std::string> environment() const {
        return {"WORKLINES_CONF=" + path("worklines.conf"), "LANG=C",
                "PATH=" + scratch.path.string() + ":" WORKLINES_BINARY_DIR "/reporter:/usr/bin:/bin"};
    }
    test::Outcome monthly(const std::vector<std::string>& words = {}) const {
        std::vector<std::string> all{"monthly"};
        all.insert(all.end(), words.begin(), words.end());
        return test::program(all, environment());
    }
};

std::vector<std::string> names_in(const fs::path& folder) {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(folder))
        names.push_back(entry.path().filename());
    std::ranges::sort(names);
    return names;
}

const std::vector<std::string> six_files{"public.html", "public.json", "public.txt",
                                         "staff.html",  "staff.json",  "staff.txt"};

} // namespace

BOOST_AUTO_TEST_CASE(a_month_makes_its_folder_with_both_audiences_and_the_advice) {
    const Machine machine;
    const auto outcome = machine.monthly({"--month", "2026-02"});
    BOOST_TEST(outcome.code == 0, outcome.err);
    BOOST_TEST(outcome.err == "");
    BOOST_TEST(names_in(machine.path("reports")) == std::vector<std::string>{"2026-02"});
    BOOST_TEST(names_in(machine.path("reports/2026-02")) == six_files, boost::test_tools::per_element());
    BOOST_TEST(fs::exists(machine.path("advice.idx")));
    const std::string page = test::contents(machine.path("reports/2026-02/public.html"));
    BOOST_TEST(page.ends_with("</html>\n"));
    for (const char* person : {"edda", "dora"})
        BOOST_TEST(page.find(person) == std::string::npos, person);
}

BOOST_AUTO_TEST_CASE(a_second_run_replaces_the_first) {
    const Machine machine;
    BOOST_TEST(machine.monthly({"--month", "2026-02"}).code == 0);
    const std::string before = test::contents(machine.path("reports/2026-02/staff.json"));
    BOOST_TEST(machine.monthly({"--month", "2026-02"}).code == 0);
    BOOST_TEST(test::contents(machine.path("reports/2026-02/staff.json")) == before);
    BOOST_TEST(names_in(machine.path("reports/2026-02")) == six_files, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(the_command_of_crons_line_works_in_sh_with_a_bare_environment) {
    const Machine machine;
    const std::string file = test::contents(WORKLINES_SOURCE_DIR "/packaging/cron/worklines");
    std::smatch line;
    BOOST_REQUIRE(std::regex_search(file, line, std::regex(R"(\n(\d+ \d+) 1 \* \* (\w+) (.+)\n)")));
    BOOST_TEST(std::regex_search(file, std::regex("\nPATH=.*/usr/bin")));
    const auto outcome = test::run("/bin/sh", {"-c", line[3]}, machine.environment());
    BOOST_TEST(outcome.code == 0, outcome.err);

    const auto folders = names_in(machine.path("reports"));
    BOOST_REQUIRE(folders.size() == 1);
    const std::time_t now = std::time(nullptr);
    const std::tm utc = *std::gmtime(&now);
    const int month = utc.tm_year * 12 + utc.tm_mon - 1; // the one before
    char expected[16];
    std::snprintf(expected, sizeof expected, "%04d-%02d", 1900 + month / 12, month % 12 + 1);
    BOOST_TEST(folders.front() == expected);
}

BOOST_AUTO_TEST_CASE(without_accounting_there_is_no_report) {
    const Machine machine;
    machine.write("sacct", "#!/bin/sh\necho 'sacct: error: slurm_persist_conn_open: down' >&2\nexit 1\n");
    const auto outcome = machine.monthly();
    BOOST_TEST(outcome.code == 1);
    BOOST_TEST(outcome.err.starts_with("worklines: "));
    BOOST_TEST(std::ranges::count(outcome.err, '\n') == 1);
    BOOST_TEST(!fs::exists(machine.path("reports")));
}

BOOST_AUTO_TEST_CASE(what_is_no_month_is_wrong_usage) {
    const Machine machine;
    for (const char* month : {"2026-13", "february", "2026-02-01"}) {
        const auto outcome = machine.monthly({"--month", month});
        BOOST_TEST(outcome.code == 2);
        BOOST_TEST(outcome.err.find(month) != std::string::npos);
    }
    BOOST_TEST(!fs::exists(machine.path("archive.sqlite")));
}
