// SPDX-License-Identifier: GPL-2.0-or-later
// What changes nothing of what a script does changes nothing of what is read; and no bytes take long or much.
#define BOOST_TEST_MODULE script_properties
#include <boost/test/unit_test.hpp>

#include "core/script/reading.h"
#include "tests/core/script_text.h"
#include "tests/core/stored_scripts.h"

#include <random>
#include <utility>

using namespace worklines::script;
using Texts = std::vector<std::string>;

namespace {

void same_commands(const Stored& stored, const std::string& changed) {
    BOOST_TEST_CONTEXT(stored.name) {
        const Texts was = commands_of(stored.bytes);
        const Texts is = commands_of(changed);
        BOOST_TEST(is == was, boost::test_tools::per_element());
    }
}

/// Within seconds even under sanitizers: what is quadratic would take minutes.
std::string times(std::string_view what, std::size_t count) {
    std::string all = "#!/bin/bash\n";
    for (std::size_t i = 0; i < count; ++i)
        all += what;
    return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(line_ends_of_dos_leave_commands_alone) {
    for (const Stored& stored : stored_scripts()) {
        std::string changed;
        for (const char c : stored.bytes) {
            if (c == '\n') changed += '\r';
            changed += c;
        }
        same_commands(stored, changed);
        BOOST_TEST(read(changed).directives.size() == read(stored.bytes).directives.size());
    }
}

BOOST_AUTO_TEST_CASE(a_script_behind_another_keeps_its_commands) {
    const auto scripts = stored_scripts(true);
    for (const Stored& first : scripts)
        for (const Stored& second : scripts) {
            if (first.name == second.name) continue;
            Texts expected = commands_of(first.bytes);
            const std::size_t before = expected.size();
            const Texts found = commands_of(first.bytes + "\n" + second.bytes);
            BOOST_TEST_CONTEXT(first.name << " and " << second.name) {
                BOOST_REQUIRE_EQUAL(found.size(), before + commands_of(second.bytes).size());
                BOOST_TEST(Texts(found.begin(), found.begin() + before) == expected,
                           boost::test_tools::per_element());
            }
        }
}

BOOST_AUTO_TEST_CASE(hostile_scripts_are_read_in_bounds) {
    constexpr std::size_t size = 1u << 20;
    for (const std::string_view what : {"(",
                                        "$(",
                                        "\"$(",
                                        ")",
                                        "{ ",
                                        "((",
                                        "$((",
                                        "`",
                                        "`\"",
                                        "\\`",
                                        "${a:-",
                                        "\"",
                                        "'",
                                        "cat <<E\n",
                                        "case a in ",
                                        "if ",
                                        "for i in ",
                                        "f() {\n",
                                        "[[ a",
                                        "A=(b ",
                                        "A=$A$A\n",
                                        "A+=b\n",
                                        "a\n",
                                        "a ",
                                        "# a\n",
                                        "#SBATCH -n 1\n",
                                        "srun ",
                                        "eval ",
                                        "find -exec ",
                                        "bash -c \"",
                                        "for i in {1..8}; do echo $i\n",
                                        "cat <<E\n$(a\nE\n",
                                        "<(",
                                        ">",
                                        "\\",
                                        "$",
                                        "\0",
                                        "\xff"})
        BOOST_TEST_CONTEXT(what) {
            const std::string script = times(what, size / (what.empty() ? 1 : what.size()));
            const Reading reading = read(script);
            BOOST_TEST(reading.commands.size() <= 1u << 16);
            BOOST_TEST(reading.comments.size() <= 1u << 16);
        }
}

BOOST_AUTO_TEST_CASE(marks_that_do_not_pair_come_to_an_end) {
    for (const std::string_view script : {"`\\``", "$(`\\``)", "\"`\\`\"`\"", "`\\``\nls\n"})
        BOOST_TEST(read(script).commands.size() <= 3u);
}

BOOST_AUTO_TEST_CASE(bytes_by_chance_are_read) {
    std::mt19937 random(7);
    constexpr std::string_view alphabet = "ab=$(){}[]`'\"\\|&;<>#!\n\t -EOF0${(\r";
    for (int i = 0; i < 3000; ++i) {
        std::string script;
        for (std::size_t length = random() % 200; length > 0; --length)
            script += alphabet[random() % alphabet.size()];
        const Reading reading = read(script);
        for (const Command& command : reading.commands)
            BOOST_TEST(command.line >= 1u);
    }
}
