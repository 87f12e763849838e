// SPDX-License-Identifier: GPL-2.0-or-later
// Line ends, indentation, comments added, another script behind: what a script says stays what it was.
#define BOOST_TEST_MODULE script_facts_properties
#include "core/script/facts.h"
#include "tests/core/stored_scripts.h"

#include <boost/test/unit_test.hpp>

#include <functional>
#include <set>

using namespace worklines;
using namespace worklines::script;

namespace {

using Texts = std::vector<std::string>;

const Lexicon& lexicon() {
    static const Lexicon the_lexicon = std::move(*Lexicon::load({}));
    return the_lexicon;
}

/// All but line numbers and what tells of the form itself: comments, and the mistakes of directives.
Texts said(const std::string& script) {
    const Facts all = facts(read(script), script, lexicon());
    Texts list;
    for (const Named& named : all.names)
        list.push_back("name " + std::to_string(static_cast<int>(named.kind)) + ' ' + named.name);
    for (const std::string& habit : all.habits)
        list.push_back("habit " + habit);
    for (const Secret& secret : all.secrets)
        list.push_back("secret " + secret.kind);
    list.push_back("domain " + all.domain);
    list.push_back("activity " + all.activity);
    return list;
}

/// Numbers, from 1, of the lines before which something may be put: a command of the script's own begins there, not
/// inside quotes, a here-document, a substitution or a command that goes on.
std::set<std::uint32_t> free_lines(const std::string& script) {
    const Reading reading = read(script);
    const auto line_before = [&](std::uint32_t line) {
        std::size_t at = 0;
        for (std::uint32_t i = 1; i + 1 < line; ++i)
            at = script.find('\n', at) + 1;
        return script.substr(at, script.find('\n', at) - at);
    };
    const auto in_here_document = [&](std::uint32_t line) {
        return std::ranges::any_of(reading.here_documents, [&](const HereDocument& one) {
            return line >= one.line && line <= one.line + std::ranges::count(one.text, '\n');
        });
    };
    std::set<std::uint32_t> lines;
    if (reading.language != Language::shell) return lines;
    for (const Command& command : reading.commands) {
        if (command.substituted || command.in_trap || !command.via.empty() || command.line < 2 ||
            in_here_document(command.line))
            continue;
        const std::string before = line_before(command.line);
        const std::size_t last = before.find_last_not_of(" \t\r");
        // `a |` and `a \` go on; a line that begins inside quotes begins with no command of its own
        if (last != std::string::npos && (before[last] == '\\' || before[last] == '|' || before[last] == '&'))
            continue;
        lines.insert(command.line);
    }
    // what is run by a text in quotes stands on lines of its own, too
    for (const Command& command : reading.commands)
        if (command.in_trap || !command.via.empty() || command.substituted) lines.erase(command.line);
    return lines;
}

std::string by_line(const std::string& script,
                    const std::function<std::string(std::uint32_t, const std::string&)>& change) {
    std::string made;
    std::uint32_t number = 0;
    for (std::size_t at = 0; at < script.size();) {
        const std::size_t end = std::min(script.find('\n', at), script.size());
        made += change(++number, script.substr(at, end - at));
        if (end < script.size()) made += '\n';
        at = end + 1;
    }
    return made;
}

void same(const Stored& stored, const std::string& changed) {
    BOOST_TEST_CONTEXT(stored.name) {
        const Texts was = said(stored.bytes), is = said(changed);
        BOOST_TEST(is == was, boost::test_tools::per_element());
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(line_ends_of_dos) {
    for (const Stored& stored : stored_scripts())
        same(stored, by_line(stored.bytes, [](std::uint32_t, const std::string& line) { return line + '\r'; }));
}

BOOST_AUTO_TEST_CASE(indentation) {
    std::size_t changed = 0;
    for (const Stored& stored : stored_scripts()) {
        const auto lines = free_lines(stored.bytes);
        changed += lines.size();
        same(stored, by_line(stored.bytes, [&](std::uint32_t number, const std::string& line) {
                 return lines.contains(number) ? " \t  " + line : line;
             }));
    }
    BOOST_TEST(changed > 80u);
}

BOOST_AUTO_TEST_CASE(comments_that_name_nothing) {
    for (const Stored& stored : stored_scripts()) {
        const auto lines = free_lines(stored.bytes);
        same(stored, by_line(stored.bytes, [&](std::uint32_t number, const std::string& line) {
                 return lines.contains(number)
                            ? "# here it goes on, as before; don't ask (why \"so\n" + line + "   # yes"
                            : line;
             }));
        same(stored, stored.bytes + "\n# the end, and nothing behind it\n");
    }
}

BOOST_AUTO_TEST_CASE(a_script_and_another_behind_it_say_what_both_say) {
    const auto names = [](const Texts& all) {
        std::set<std::string> list;
        for (const std::string& one : all)
            if (one.starts_with("name ") || one.starts_with("secret ")) list.insert(one);
        return list;
    };
    const auto scripts = stored_scripts(true);
    for (const Stored& first : scripts)
        for (const Stored& second : scripts) {
            auto expected = names(said(first.bytes));
            expected.merge(names(said(second.bytes)));
            BOOST_TEST_CONTEXT(first.name << " and " << second.name)
            BOOST_TEST(names(said(first.bytes + "\n" + second.bytes)) == expected,
                       boost::test_tools::per_element());
        }
}
