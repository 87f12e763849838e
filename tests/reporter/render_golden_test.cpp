// SPDX-License-Identifier: GPL-2.0-or-later
// What a report looks like, against the files in tests/golden. WORKLINES_REFRESH_GOLDEN=1 writes them anew; the
// difference is then read in the review.
#define BOOST_TEST_MODULE render_golden
#include "reporter/render/render.h"

#include "tests/reporter/render_portrait.h"

#include <boost/test/unit_test.hpp>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

using namespace worklines;

namespace {

void same_as_golden(const std::string& name, const std::string& rendered) {
    const std::filesystem::path file = std::filesystem::path(WORKLINES_SOURCE_DIR) / "tests/golden" / name;
    if (std::getenv("WORKLINES_REFRESH_GOLDEN") != nullptr) std::ofstream(file, std::ios::binary) << rendered;
    std::ifstream stream(file, std::ios::binary);
    BOOST_REQUIRE_MESSAGE(stream, file << " is missing; WORKLINES_REFRESH_GOLDEN=1 writes it");
    const std::string expected(std::istreambuf_iterator<char>(stream), {});
    BOOST_TEST(rendered == expected);
}

portrait::Portrait empty_month() {
    portrait::Portrait portrait;
    portrait.cluster = "ants";
    portrait.period = {"2026-03-01", "2026-04-01"};
    return portrait;
}

} // namespace

BOOST_AUTO_TEST_CASE(json_of_a_month_is_as_reviewed) { same_as_golden("report.json", render::json(test::month())); }

BOOST_AUTO_TEST_CASE(page_and_markdown_of_a_month_are_as_reviewed) {
    const auto& english = *render::language("en");
    same_as_golden("report.html", render::html(test::month(), english));
    same_as_golden("report.md", render::markdown(test::month(), english));
}

BOOST_AUTO_TEST_CASE(text_of_a_month_is_as_reviewed_in_each_language) {
    for (const render::Language& language : render::languages())
        same_as_golden("report." + std::string(language.code) + ".txt", render::text(test::month(), language));
}

BOOST_AUTO_TEST_CASE(a_month_without_jobs_and_gpus_in_accounting_says_so) {
    const auto& english = *render::language("en");
    same_as_golden("empty.json", render::json(empty_month()));
    same_as_golden("empty.txt", render::text(empty_month(), english));
}
