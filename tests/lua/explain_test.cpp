// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE explain
#include <boost/test/unit_test.hpp>

#include "reporter/commands/command.h"
#include "reporter/commands/command_line.h"

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace worklines::commands {
std::unique_ptr<Command> explain();
}

using namespace worklines;

namespace {

struct Printed {
    std::string out, err, error;
};

Printed explain(const std::vector<std::string>& arguments,
                const std::filesystem::path& folder = std::filesystem::path(WORKLINES_SOURCE_DIR) / "lua/hints") {
    std::ostringstream out, err;
    commands::Context context{{}, out, err};
    context.config.hints_dir = {folder};
    const auto command = commands::explain();
    const auto parsed = commands::parse_options("explain", *command, arguments, context.config);
    BOOST_REQUIRE(parsed);
    const auto done = command->run(context);
    return {out.str(), err.str(), done ? "" : done.error().line()};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

} // namespace

BOOST_AUTO_TEST_CASE(without_a_slug_it_lists_the_rules) {
    const auto printed = explain({});
    BOOST_TEST(has(printed.out, "memory-oversized         waste     Far more memory"));
    BOOST_TEST(printed.err == "");
}

BOOST_AUTO_TEST_CASE(a_page_has_everything_about_a_rule_and_an_example_of_its_hint) {
    const auto printed = explain({"memory-oversized"});
    for (const char* part :
         {"memory-oversized (waste, since 0.1)", "\nWhy\n", "\nWhat to do\n", "\nWhen nothing is said\n",
          "\nBefore\n  #SBATCH --mem=64G\n",
          "\nThe hint\n  worklines: memory: your last 14 runs peaked at 1.4 GB of 64 GB; --mem=2G fits",
          "\nAfter\n  #SBATCH --mem=2G\n", "WORKLINES_HINTS=off"})
        BOOST_TEST(has(printed.out, part), part);
}

BOOST_AUTO_TEST_CASE(an_unknown_rule_is_an_error_with_the_nearest_one) {
    BOOST_TEST(explain({"memory-oversize"}).error ==
               "no such rule: memory-oversize; did you mean `memory-oversized`?");
    BOOST_TEST(has(explain({"zzz"}).error, "`worklines explain` lists them"));
}

BOOST_AUTO_TEST_CASE(no_rules_at_all_is_an_error_that_says_where_they_were_looked_for) {
    BOOST_TEST(explain({}, "/nowhere").error ==
               "/nowhere: no hint rules; set `hints_dir` to the folders that hold them");
}
