// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE script_commands
#include <boost/test/unit_test.hpp>

#include "core/script/reading.h"
#include "tests/core/script_text.h"

#include <algorithm>

using namespace worklines::script;
using Texts = std::vector<std::string>;

namespace {

struct Case {
    std::string script;
    Texts commands;
};

void check(const std::vector<Case>& cases) {
    for (const auto& [script, expected] : cases)
        BOOST_TEST_CONTEXT(script) {
            const Texts found = commands_of(script);
            BOOST_TEST(found == expected, boost::test_tools::per_element());
        }
}

} // namespace

BOOST_AUTO_TEST_CASE(words_are_without_quotes_and_continuations) {
    check({
        {"echo 'a b' \"c d\" e\\ f $'g\\th' \"\"", {"echo a b c d e f g\th "}},
        {"python train.py \\\n  --lr 1e-4 \\\r\n  --x", {"python train.py --lr 1e-4 --x"}},
        {"a; b & c && d || e | f", {"a", "b", "c", "d", "e", "f"}},
        {"a # comment; b\n#c\nd#e", {"a", "d#e"}},
        {"a>out 2>&1 <in b", {"a b"}},
        {"/usr/bin/env python3 x.py", {"env > python3 x.py"}},
        {"echo \"unclosed\na b", {"echo unclosed\na b"}},
    });
}

BOOST_AUTO_TEST_CASE(compound_commands_hold_commands) {
    check({
        {"if a; then b; elif c; then d; else e; fi", {"a", "b", "c", "d", "e"}},
        {"while read x; do a \"$x\"; done < list", {"read x", "a $x"}},
        {"case $x in a|b) c ;; (d) e ;& *) f; esac; g", {"c", "e", "f", "g"}},
        {"f() { a; }; function g { b; }; function h() (c)\nf", {"a", "b", "c", "f"}},
        {"(a; (b)) && { c; }", {"a", "b", "c"}},
        {"[[ $a =~ ^(x|y)$ && -f b ]] && c", {"[[ $a =~ ^(x|y)$ -f b ]]", "c"}},
        {"((i++)); for ((i = 0; i < 3; i++)); do a; done", {"a"}},
        {"a $(b \"$(c)\") `d` <(e)", {"c", "b $(c)", "d", "e", "a $(b \"$(c)\") `d` <(e)"}},
        {"x=$((1 + $(a)))", {"a"}},
        {"x=`a \\`b c\\` d`", {"b c", "a `b c` d"}},
        {"A[${#A[@]}]=$x b", {"b"}},
        {"X=(a b) Y=c d", {"d"}},
        {"time { a; }; ! b", {"a", "b"}},
        {"fi; done; } ) a", {"a"}},
    });
}

BOOST_AUTO_TEST_CASE(here_documents_are_no_commands_unless_they_are_scripts) {
    check({
        {"cat <<EOF > x.txt\na b\nEOF\nc", {"cat", "c"}},
        {"cat <<-'EOF'\n\t$(a)\n\tEOF\nb", {"cat", "b"}},
        {"cat <<A <<B\n1\nA\n2\nB\nc", {"cat", "c"}},
        {"cat <<EOF\n$(a)\nEOF", {"cat", "a"}},
        {"bash <<'EOF'\na b\nEOF\nc", {"bash", "bash > a b", "c"}},
        {"cat <<'EOF' > job.sh\n#!/bin/bash\na b\nEOF\nsbatch job.sh", {"cat", "cat > a b", "sbatch job.sh"}},
        {"cat <<EOF\r\na\r\nEOF\r\nb\r\n", {"cat", "b"}},
    });
}

BOOST_AUTO_TEST_CASE(constants_are_filled_in) {
    check({
        {"M=llama; srun python eval.py --model \"$M\" ${M}x", {"srun > python eval.py --model llama llamax"}},
        {"A='--x 1'; B=\"$A --y\"; run $B \"$A\"", {"run --x 1 --y --x 1"}},
        {"echo $SLURM_JOB_ID \"${x}\" ${1:-small}", {"echo $SLURM_JOB_ID ${x} small"}},
        {"for m in a b; do run $m; done", {"run a", "run b"}},
        {"for i in {1..3}; do run $i; done", {"run 1", "run 2", "run 3"}},
        {"for i in $(seq 2 2 6); do run $i; done", {"seq 2 2 6", "run 2", "run 4", "run 6"}},
        {"L=(a 'b c'); run \"${L[@]}\" ${L[1]}; go ${L[$SLURM_ARRAY_TASK_ID]}",
         {"run a b c b c", "go a", "go b c"}},
        {"if x; then M=a; else M=b; fi; run $M", {"x", "run a", "run b"}},
        {"f=/data/x.tar.gz; run ${f##*/} ${f%.gz} ${f//a/b}", {"run x.tar.gz /data/x.tar ${f//a/b}"}},
        {"x=1; read x; run $x", {"read x", "run $x"}},
        {"CMD='python x.py'; $CMD --y", {"python x.py --y"}},
    });
}

BOOST_AUTO_TEST_CASE(flags_say_what_a_command_stands_in) {
    const Reading reading =
        read("trap 'a' EXIT\nfor i in 1; do b & done\nf() { c; }\nif d; then e; fi | g\n(h; i) &\nj $(k)\n");
    const auto one = [&](std::string_view program) {
        const auto found = std::ranges::find(reading.commands, program, &Command::program);
        BOOST_REQUIRE(found != reading.commands.end());
        return *found;
    };
    BOOST_TEST(one("a").in_trap);
    BOOST_TEST(one("b").in_loop);
    BOOST_TEST(one("b").in_background);
    BOOST_TEST(one("c").in_function);
    BOOST_TEST(one("e").in_condition);
    BOOST_TEST(one("e").piped_to_next);
    BOOST_TEST(!one("g").piped_to_next);
    BOOST_TEST(one("h").in_background);
    BOOST_TEST(one("k").substituted);
    BOOST_TEST(one("j").line == 6u);
    BOOST_TEST(one("h").depth == 1u);
    BOOST_TEST(reading.functions == Texts{"f"}, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(assignments_comments_and_redirections_are_kept) {
    const Reading reading = read("#!/bin/bash\nexport A=1 B=\"$A x\"\nC=(p q)\n# why: it is faster\n#python old.py "
                                 "--x\nD=3 run >> log.txt\n");
    BOOST_REQUIRE_EQUAL(reading.assignments.size(), 3u);
    BOOST_TEST(reading.assignments[0].exported);
    BOOST_TEST(reading.assignments[1].value == "1 x");
    BOOST_TEST(reading.assignments[2].value == "p q");
    BOOST_REQUIRE_EQUAL(reading.comments.size(), 2u);
    BOOST_TEST(reading.comments[0].text == "why: it is faster");
    BOOST_TEST(!reading.comments[0].code);
    BOOST_TEST(reading.comments[1].code);
    BOOST_TEST(reading.commands.back().assigned == Texts{"D=3"}, boost::test_tools::per_element());
    BOOST_REQUIRE_EQUAL(reading.commands.back().redirections.size(), 1u);
    BOOST_TEST(reading.commands.back().redirections[0].target == "log.txt");
}
