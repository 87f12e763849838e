// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE family_key
#include <boost/test/unit_test.hpp>

#include "core/script/family_key.h"

#include <random>
#include <string>
#include <utility>
#include <vector>

using worklines::script::family_key;

namespace {

const std::string script = "#!/bin/bash\n"
                           "#SBATCH --mem=64G\n"
                           "# first try, 3 March\n"
                           "\n"
                           "module load cuda/12.1\n"
                           "python /home/ann/src/train.py --seed 42 --lr 1e-4 --out=/scratch/ann/run_7\n";

std::string with(const std::string& from, const std::string& to) {
    std::string other = script;
    const auto at = other.find(from);
    BOOST_REQUIRE(at != std::string::npos);
    return other.replace(at, from.size(), to);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_changed_request_seed_path_or_comment_keeps_the_key) {
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"#SBATCH --mem=64G", "#SBATCH --mem=2G\n#SBATCH --time=1:00:00"},
             {"--seed 42", "--seed 1234567"},
             {"1e-4", "0.001"},
             {"1e-4", "3"},
             {"/home/ann/src/train.py", "/work/bob/v2/train.py"},
             {"/home/ann/src/train.py", "train.py"},
             {"/home/ann/src/train.py", "$HOME/train.py"},
             {"/scratch/ann/run_7", "$TMPDIR/run_12/"},
             {"# first try, 3 March\n", ""},
             {"\n\n", "\n \t\n\n\n"},
             {"module load", "  module \t load"},
             {"#!/bin/bash", "#!/usr/bin/env bash"},
             {"cuda/12.1", "cuda/11"},
         }) {
        BOOST_TEST_CONTEXT(from << " -> " << to) { BOOST_TEST(family_key(with(from, to)) == family_key(script)); }
    }
}

BOOST_AUTO_TEST_CASE(a_changed_command_changes_the_key) {
    for (const auto& [from, to] : std::vector<std::pair<std::string, std::string>>{
             {"train.py", "evaluate.py"},
             {"python", "python -m pdb"},
             {"--seed 42", "--resume"},
             {"module load", "ml"},
             {"\npython", " && python"},
         }) {
        BOOST_TEST_CONTEXT(from << " -> " << to) { BOOST_TEST(family_key(with(from, to)) != family_key(script)); }
    }
}

BOOST_AUTO_TEST_CASE(line_ends_of_windows_do_not_count) {
    std::string other;
    for (const char c : script)
        other += c == '\n' ? std::string("\r\n") : std::string(1, c);
    BOOST_TEST(family_key(other) == family_key(script));
    BOOST_TEST(family_key(script.substr(0, script.size() - 1)) == family_key(script));
}

BOOST_AUTO_TEST_CASE(a_script_of_which_nothing_remains_has_no_key) {
    for (const char* text : {"", "\n\n", "#!/bin/sh\n#SBATCH -n 4\n", "  \r\n", "# only words"})
        BOOST_TEST(family_key(text) == 0u);
}

BOOST_AUTO_TEST_CASE(the_key_stays_what_it_was_since_it_is_on_disk) {
    BOOST_TEST(family_key("#!/bin/sh\nsrun ./solve --steps 100 input/mesh_12.dat\n") == 0xe5c61e19df21f2b2);
}

BOOST_AUTO_TEST_CASE(any_bytes_have_a_key) {
    std::mt19937 random(7);
    const std::string alphabet("\0\xff\x80 /\n\r\"'=#01.eE+-ab", 21);
    for (int round = 0; round < 20000; ++round) {
        std::string text(random() % 40, ' ');
        for (char& c : text)
            c = alphabet[random() % alphabet.size()];
        BOOST_TEST(family_key(text) == family_key(text + "\n# end"));
    }
    for (const char c : {'/', '7', 'a', '\n', '"', ' ', '\0'})
        family_key(std::string(4u << 20, c));
}

BOOST_AUTO_TEST_CASE(data_at_the_end_of_a_huge_script_does_not_make_another_family) {
    const std::string commands = "#!/bin/sh\npython eval.py\ncat <<EOF\n";
    const std::string data = std::string(300000, 'x') + "\n";
    const std::string one = commands + data + "red\n", other = commands + data + "blue\n";
    BOOST_TEST(family_key(one) == family_key(other));
    BOOST_TEST(family_key(one) != family_key("#!/bin/sh\npython train.py\n" + one.substr(commands.size())));
}
