// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE hint_wording
#include <boost/test/unit_test.hpp>

#include "core/hint/wording.h"

#include <string>
#include <utility>
#include <vector>

using namespace worklines::hint;

namespace {

Table figures() {
    Table table;
    table.fields.emplace("runs", Value{std::int64_t{14}});
    table.fields.emplace("peak", Value{1.4 * (1 << 30)});
    table.fields.emplace("option", Value{std::string("--mem=2G")});
    table.fields.emplace("flag", Value{true});
    table.fields.emplace("nan", Value{0.0 / 0.0});
    return table;
}

} // namespace

BOOST_AUTO_TEST_CASE(sizes_and_counts_read_as_people_write_them) {
    for (const auto& [bytes, text] : std::vector<std::pair<double, std::string>>{
             {0, "0 KB"},
             {5 << 20, "5 MB"},
             {1.44 * (1 << 30), "1.4 GB"},
             {64.0 * (1 << 30), "64 GB"},
             {1023.99 * (1 << 20), "1 GB"},
             {9.96 * (1 << 30), "10 GB"},
             {3e18, "2665 PB"},
             {-1, "0 KB"},
         })
        BOOST_TEST(bytes_text(bytes) == text);
    BOOST_TEST(count_text(14) == "14");
    BOOST_TEST(count_text(1.25) == "1.3");
    BOOST_TEST(count_text(31.7) == "32");
    BOOST_TEST(duration_text(4200) == "1h 10m");
}

BOOST_AUTO_TEST_CASE(a_template_takes_its_figures_by_name_and_form) {
    BOOST_TEST(*fill("{runs} runs peaked at {peak:bytes}; {option} fits", figures()) ==
               "14 runs peaked at 1.4 GB; --mem=2G fits");
    BOOST_TEST(*fill("nothing", figures()) == "nothing");
}

BOOST_AUTO_TEST_CASE(a_figure_that_is_missing_or_unfit_is_an_error_not_a_hole) {
    for (const char* text : {"{none}", "{flag}", "{nan:bytes}", "{option:bytes}"})
        BOOST_TEST(!fill(text, figures()));
}

BOOST_AUTO_TEST_CASE(a_template_that_cannot_be_filled_is_noticed_when_it_is_loaded) {
    BOOST_TEST(!template_breach("{a} {b:bytes} {c:duration} {d:count}"));
    for (const char* text : {"{a", "{}", "{:bytes}", "{a:gigabytes}"})
        BOOST_TEST(template_breach(text).has_value());
}

BOOST_AUTO_TEST_CASE(no_line_may_look_like_an_answer_of_sbatch) {
    for (const char* line : {
             "Submitted batch job 42",
             "worklines: see submitted BATCH job",
             "worklines: your job 42 was slow",
             "worklines: Jobs 42 and 43",
             "worklines: jobid=42",
             "worklines: job #42",
             "42 jobs",
             "",
             "worklines: your last 14 runs", // word 4 of ours
             "worklines: last 14 runs",      // word 4 behind `sbatch:`
             "worklines: two\nlines",
             "worklines: \x1b[31mred",
             "worklines: \xff\xfe",
             "worklines: \xe2\x80\xae turned",
         })
        BOOST_TEST_CONTEXT(line) { BOOST_TEST(breach(line).has_value()); }
    BOOST_TEST(breach(std::string(161, 'x')).has_value());
}

BOOST_AUTO_TEST_CASE(plain_lines_may_be_shown) {
    for (const char* line : {
             "worklines: memory: your last 14 runs peaked at 1.4 GB of 64 GB; --mem=2G fits",
             "worklines: a job with 2 tasks",
             "worklines: Größe: die letzten 14 Läufe",
         })
        BOOST_TEST_CONTEXT(line) { BOOST_TEST(!breach(line)); }
    std::string wide;
    for (int i = 0; i < 160; ++i)
        wide += "ü";
    BOOST_TEST(!breach(wide));
}
