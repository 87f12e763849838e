// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts are written by anybody. Whatever stands in a text of the portrait, no format lets it act.
#define BOOST_TEST_MODULE render_hostile
#include "core/text/utf8.h"
#include "reporter/render/escape.h"
#include "reporter/render/render.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>

using namespace worklines;

namespace {

const std::string hostile =
    "<script>alert(1)</script> \" ' & | [x](http://evil.test) `rm` **b** \x1b[31m \x07 \r\n# h\n| "
    "\xff\xfe \xc2\x9b"
    "2J \xe2\x80\xae </style> --> &#0;";

portrait::Portrait everywhere(const std::string& text) {
    portrait::Portrait portrait;
    portrait.cluster = text;
    portrait.period = {text, text};
    portrait.jobs = 1;
    portrait.gpus_in_accounting = true;
    portrait.hours = {1, 1};
    portrait.joined_by = {{text, 1}};
    portrait.excluded = {{text, {text, text}, {1, 1}}};
    portrait::Line line;
    line.id = line.title = line.summary = line.domain = text;
    line.activities = line.habits = portrait.habits = {{text, 1.0}};
    line.tools = line.models = line.benchmarks = line.datasets = {text, text};
    portrait.lines = {line, line};
    portrait.edges = {{text, text, text, text, text, 1}, {text, "other", text, text, text, 1}};
    portrait.waits = {{text, 1, 1, 1, 1}};
    return portrait;
}

const render::Language& english() { return *render::language("en"); }

/// Control characters besides the ends of lines.
std::size_t controls(const std::string& text) {
    return std::ranges::count_if(text, [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f; });
}

std::size_t occurrences(const std::string& text, const std::string& what) {
    std::size_t count = 0;
    for (auto at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
        ++count;
    return count;
}

/// Names of all tags, each once.
std::vector<std::string> tags(const std::string& page) {
    std::vector<std::string> names;
    for (auto at = page.find('<'); at != std::string::npos; at = page.find('<', at + 1))
        names.push_back(page.substr(at + 1, page.find_first_of(" >", at) - at - 1));
    std::ranges::sort(names);
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_page_has_the_same_tags_whatever_the_texts_are) {
    const std::string page = render::html(everywhere(hostile), english());
    BOOST_TEST(tags(page) == tags(render::html(everywhere("harmless"), english())),
               boost::test_tools::per_element());
    BOOST_TEST(page.find("<script") == std::string::npos);
    BOOST_TEST(page.find("&lt;script&gt;") != std::string::npos);
    BOOST_TEST(occurrences(page, "</style>") == 1);
    BOOST_TEST(text::is_utf8(page));
    BOOST_TEST(controls(page) == 0);
}

BOOST_AUTO_TEST_CASE(a_page_runs_nothing_and_fetches_nothing) {
    const std::string page = render::html(everywhere("harmless"), english());
    BOOST_TEST(page.find("default-src 'none'; style-src 'sha256-") != std::string::npos);
    for (const char* word :
         {"unsafe-inline", "src=", "href=", "url(", "@import", "http://", "https://", "\" on", " style="})
        BOOST_TEST(page.find(word) == std::string::npos, word);
}

BOOST_AUTO_TEST_CASE(text_for_a_terminal_keeps_its_lines_and_moves_no_cursor) {
    const std::string text = render::text(everywhere(hostile), english());
    const std::string harmless = render::text(everywhere("harmless"), english());
    BOOST_TEST(std::ranges::count(text, '\n') == std::ranges::count(harmless, '\n'));
    BOOST_TEST(text::is_utf8(text));
    BOOST_TEST(controls(text) == 0);
    BOOST_TEST(text.find("\xc2\x9b") == std::string::npos);
    BOOST_TEST(text.find("\xe2\x80\xae") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(markdown_keeps_its_rows_and_cells) {
    const std::string text = render::markdown(everywhere(hostile), english());
    const std::string harmless = render::markdown(everywhere("harmless"), english());
    BOOST_TEST(std::ranges::count(text, '\n') == std::ranges::count(harmless, '\n'));
    const auto bare = [](const std::string& all) {
        return std::ranges::count(all, '|') - static_cast<std::ptrdiff_t>(occurrences(all, "\\|"));
    };
    BOOST_TEST(bare(text) == bare(harmless));
    BOOST_TEST(text.find('<') == std::string::npos);
    BOOST_TEST(text.find("[x](") == std::string::npos);
    BOOST_TEST(text.find("http://") == std::string::npos);
    BOOST_TEST(controls(text) == 0);
    BOOST_TEST(text::is_utf8(text));
}

BOOST_AUTO_TEST_CASE(json_stays_json_and_gives_texts_back) {
    const auto report = nlohmann::json::parse(render::json(everywhere(hostile)));
    BOOST_TEST(report["lines"][0]["title"].get<std::string>() == text::replace_invalid(hostile, "\xef\xbf\xbd"));
    BOOST_TEST(controls(render::json(everywhere(hostile))) == 0);
}

BOOST_AUTO_TEST_CASE(a_backslash_before_a_mark_does_not_free_the_mark) {
    BOOST_TEST(render::markdown_escaped("\\|") == "\\\\\\|");
    BOOST_TEST(render::markdown_escaped("gpt-4.1 (2 runs)") == "gpt-4.1 (2 runs)");
}
