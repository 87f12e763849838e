// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE script_directives
#include <boost/test/unit_test.hpp>

#include "core/script/reading.h"

using namespace worklines::script;
using Texts = std::vector<std::string>;

namespace {

/// `2 mem=4G`, with its system and problem behind if it has any, and ` -` if it is without effect.
Texts directives_of(std::string_view script) {
    const Reading reading = read(script);
    Texts all;
    for (const Directive& one : reading.directives) {
        std::string text = std::to_string(one.line) + ' ' + one.option + '=' + one.value;
        if (one.system != "slurm") text += ' ' + one.system;
        if (!one.problem.empty()) text += ' ' + one.problem;
        if (!one.effective) text += " -";
        all.push_back(std::move(text));
    }
    return all;
}

struct Case {
    std::string lines;
    Texts directives;
};

void check(const std::vector<Case>& cases) {
    for (const auto& [lines, expected] : cases)
        BOOST_TEST_CONTEXT(lines) {
            const Texts found = directives_of("#!/bin/bash\n" + lines);
            BOOST_TEST(found == expected, boost::test_tools::per_element());
        }
}

} // namespace

BOOST_AUTO_TEST_CASE(every_way_to_write_an_option) {
    check({
        {"#SBATCH --mem=4G", {"2 mem=4G"}},
        {"#SBATCH --mem 4G", {"2 mem=4G"}},
        {"#SBATCH -n 4 -c8 -tJ", {"2 ntasks=4", "2 cpus-per-task=8", "2 time=J"}},
        {"#SBATCH -J \"my run\" --comment='a b'", {"2 job-name=my run", "2 comment=a b"}},
        {"#SBATCH --exclusive --requeue -H", {"2 exclusive=", "2 requeue=", "2 hold="}},
        {"#SBATCH --exclusive=user", {"2 exclusive=user"}},
        {"#SBATCH --cpus-per-t=3", {"2 cpus-per-task=3"}},
        {"#SBATCH\t-N 1 # two words", {"2 nodes=1"}},
        {"#SBATCH --job-name=a\\ b", {"2 job-name=a b"}},
        {"#SBATCH -N 1\r\n#SBATCH -n 2\r\n", {"2 nodes=1", "3 ntasks=2"}},
        {"#SBATCH -n 1\n#SBATCH hetjob\n#SBATCH -n 2", {"2 ntasks=1", "3 hetjob=", "4 ntasks=2"}},
        {"#SBATCH", {}},
    });
}

BOOST_AUTO_TEST_CASE(sbatch_stops_at_the_first_command) {
    check({
        {"\n# a comment\n\n#SBATCH -n 1\nmodule load x\n#SBATCH -n 2",
         {"5 ntasks=1", "7 ntasks=2 after-command -"}},
        {"set -e\n#SBATCH -n 2", {"3 ntasks=2 after-command -"}},
        {"  # indented\n#SBATCH -n 2", {"3 ntasks=2"}},
        {"  #SBATCH -n 2", {}},
    });
}

BOOST_AUTO_TEST_CASE(what_slurm_does_not_take_is_said) {
    check({
        {"# SBATCH --time=1:00", {"2 time=1:00 space-after-hash -"}},
        {"##SBATCH --time=1:00", {}},
        {"#SBATCH --tmie=1:00", {"2 tmie=1:00 unknown -"}},
        {"#SBATCH --time=$T", {"2 time=$T variable -"}},
        {"#SBATCH --output=$HOME/x", {"2 output=$HOME/x variable"}},
        {"#SBATCH --job-name=Big run\n#SBATCH -n 2",
         {"2 job-name=Big", "2 run= stray-word -", "3 ntasks=2 after-stray-word -"}},
        {"#SBATCH --comment=\"a b", {"2 comment=a b unclosed-quote -"}},
        {"# SBATCH jobs are fun", {}},
    });
}

BOOST_AUTO_TEST_CASE(other_systems_are_told_apart) {
    check({
        {"#PBS -l nodes=2:ppn=8 -N name", {"2 l=nodes=2:ppn=8 pbs foreign -", "2 N=name pbs foreign -"}},
        {"#BSUB -q normal", {"2 q=normal lsf foreign -"}},
        {"#$ -pe smp 4", {"2 pe=smp 4 sge foreign -"}},
        {"#$HOME is set", {}},
    });
}

BOOST_AUTO_TEST_CASE(a_script_in_a_here_document_keeps_its_own) {
    const Reading reading =
        read("#!/bin/bash\n#SBATCH -n 1\nsbatch <<EOF\n#!/bin/bash\n#SBATCH -n 2\nsrun x\nEOF\n");
    BOOST_REQUIRE_EQUAL(reading.directives.size(), 1u);
    BOOST_REQUIRE_EQUAL(reading.inner_directives.size(), 1u);
    BOOST_TEST(reading.inner_directives[0].value == "2");
    BOOST_TEST(reading.inner_directives[0].line == 5u);
    BOOST_TEST(reading.commands.back().program == "x");
    BOOST_TEST(reading.commands.back().line == 6u);
    BOOST_TEST(reading.here_documents.at(0).fed_to == "sbatch");
}
