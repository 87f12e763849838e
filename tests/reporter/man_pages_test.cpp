// SPDX-License-Identifier: GPL-2.0-or-later
// What the program takes, its man pages tell.
#define BOOST_TEST_MODULE man_pages
#include "core/config/keys.h"

#include "tests/reporter/report_program.h"

#include <boost/test/unit_test.hpp>

#include <regex>
#include <set>

using namespace worklines;

namespace {

/// A page's source, with plain hyphens.
std::string page(const std::string& name) {
    const std::string source = test::contents(std::string(WORKLINES_SOURCE_DIR) + "/packaging/man/" + name);
    BOOST_REQUIRE_MESSAGE(!source.empty(), name << " is missing");
    return std::regex_replace(source, std::regex(R"(\\-)"), "-");
}

bool has(const std::string& text, const std::string& pattern) {
    return std::regex_search(text, std::regex(pattern, std::regex::multiline));
}

/// First groups of all matches, each once.
std::set<std::string> all(const std::string& text, const std::string& pattern) {
    const std::regex expression(pattern, std::regex::multiline);
    std::set<std::string> found;
    for (std::sregex_iterator at(text.begin(), text.end(), expression), end; at != end; ++at)
        found.insert((*at)[1]);
    return found;
}

std::set<std::string> commands() { return all(test::program({"--help"}).out, "^  ([a-z][a-z-]*) +"); }

std::string section(const std::string& text, const std::string& command) {
    std::smatch match;
    const std::regex expression("\\n\\.SS " + command + "\\b[^]*?(?=\\n\\.S[SH])");
    return std::regex_search(text, match, expression) ? match.str() : "";
}

} // namespace

BOOST_AUTO_TEST_CASE(every_command_has_its_section_in_the_man_page_and_none_has_gone) {
    const auto there = commands();
    BOOST_REQUIRE(!there.empty());
    BOOST_TEST(all(page("worklines.1"), "^\\.SS ([a-z-]+)") == there, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(every_option_is_in_the_man_page_at_its_command_or_above_all_of_them) {
    const std::string text = page("worklines.1");
    const std::string above = text.substr(0, text.find(".SH COMMANDS"));
    for (const std::string& command : commands()) {
        const std::string here = section(text, command);
        const auto options = all(test::program({command, "--help"}).out, "--([a-z][a-z-]*)");
        BOOST_TEST(!options.empty(), command);
        for (const std::string& option : options) {
            const std::string pattern = "--" + option + "\\b";
            // A period is the same for each command that takes one.
            const bool period = option == "month" || option == "from" || option == "to";
            const bool told = has(here, pattern) || has(above, pattern) || (period && has(here, "given as for$"));
            BOOST_TEST(told, "worklines.1 does not tell --" << option << " of " << command);
        }
    }
}

BOOST_AUTO_TEST_CASE(every_key_of_the_configuration_is_in_its_man_page_and_none_has_gone) {
    std::set<std::string> keys;
    for (const config::Key& key : config::keys())
        keys.emplace(key.name);
    BOOST_TEST(all(page("worklines.conf.5"), "^\\.TP\\n\\.B ([a-z_]+)$") == keys, boost::test_tools::per_element());
}
