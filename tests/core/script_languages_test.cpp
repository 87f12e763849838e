// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts that are no Bourne shell's.
#define BOOST_TEST_MODULE script_languages
#include <boost/test/unit_test.hpp>

#include "core/script/reading.h"
#include "tests/core/script_text.h"

using namespace worklines::script;
using Texts = std::vector<std::string>;

namespace {

Texts imports_of(const Reading& reading) {
    Texts all;
    for (const Import& import : reading.imports)
        all.push_back(std::to_string(import.line) + ' ' + import.module);
    return all;
}

void is(const Texts& found, const Texts& expected) {
    BOOST_TEST(found == expected, boost::test_tools::per_element());
}

} // namespace

BOOST_AUTO_TEST_CASE(the_first_line_names_the_interpreter) {
    BOOST_TEST(read("#!/usr/bin/env -S python3 -u\nx").interpreter == "python3");
    BOOST_TEST((read("#!/usr/bin/env python3\nx").language == Language::python));
    BOOST_TEST((read("#! /bin/tcsh -f\r\nx").language == Language::csh));
    BOOST_TEST((read("#!/opt/R/4.1/bin/Rscript\nx").language == Language::r));
    BOOST_TEST((read("echo x").language == Language::shell));
    BOOST_TEST(read("echo x").interpreter.empty());
    BOOST_TEST((read("").language == Language::empty));
    BOOST_TEST((read(" \n\t\r\n").language == Language::empty));
    BOOST_TEST((read(std::string_view("\x7f"
                                      "ELF\0\1",
                                      6))
                    .language == Language::binary));
    BOOST_TEST((read("#!/usr/bin/awk -f\nx").language == Language::other));
}

BOOST_AUTO_TEST_CASE(python) {
    const std::string script =
        "#!/usr/bin/env python3\n#SBATCH --gres=gpu:1\n# why: faster\n\"\"\"import nothing\n# no\n\"\"\"\n"
        "import os, torch.nn as nn\nfrom vllm import LLM  # serve\n"
        "s = 'import x # no comment'\n"
        "os.system(\"nvidia-smi -L; date\")\n"
        "subprocess.run([\"srun\", '-n', \"4\", \"gmx\", name,\n  \"mdrun\"], check=True)\n"
        "subprocess.check_call(f'rsync -a x y', shell=True)\n";
    const Reading reading = read(script);
    is(imports_of(reading), {"7 os", "7 torch.nn", "8 vllm"});
    is(commands_of(script), {"nvidia-smi -L", "date", "srun > gmx name mdrun", "rsync -a x y"});
    BOOST_TEST(reading.commands[2].line == 11u);
    BOOST_REQUIRE_EQUAL(reading.directives.size(), 1u);
    BOOST_REQUIRE_EQUAL(reading.comments.size(), 2u);
    BOOST_TEST(reading.comments[1].text == "serve");
}

BOOST_AUTO_TEST_CASE(r_perl_julia_lua) {
    const std::string r = "#!/usr/bin/Rscript\nlibrary(Seurat) # "
                          "x\nrequire('dplyr')\nggplot2::ggplot(a)\nsystem(\"samtools sort a\")\n"
                          "system2('gzip', '-9')\nsystem2(\"tar\", c(\"-czf\", \"a.tgz\", dir))\n"
                          "system2(\"bwa\", args = c(\"mem\", \"-t 8\", ref), stdout = \"o.sam\", wait = TRUE)\n"
                          "system2('ls', args='-l a')\n";
    is(imports_of(read(r)), {"2 Seurat", "3 dplyr", "4 ggplot2"});
    is(commands_of(r), {"samtools sort a", "gzip -9", "tar -czf a.tgz dir", "bwa mem -t 8 ref", "ls -l a"});
    const std::string perl =
        "#!/usr/bin/perl\nuse strict;\nuse Bio::SeqIO;\nsystem(\"blastn -db nt\");\nmy $x = `date +%s`;\n"
        "system('bwa', 'mem', $ref);\n";
    is(imports_of(read(perl)), {"2 strict", "3 Bio::SeqIO"});
    is(commands_of(perl), {"blastn -db nt", "date +%s", "bwa mem $ref"});
    const std::string julia = "#!/usr/bin/julia\nusing DataFrames, CSV\nusing Flux: Chain\nrun(`echo a b`)\n";
    is(imports_of(read(julia)), {"2 DataFrames", "2 CSV", "3 Flux"});
    is(commands_of(julia), {"echo a b"});
    const std::string lua = "#!/usr/bin/lua\n-- a comment\nlocal t = require 'torch'\nos.execute(\"ls -l\")\n";
    is(imports_of(read(lua)), {"3 torch"});
    is(commands_of(lua), {"ls -l"});
}

BOOST_AUTO_TEST_CASE(csh) {
    const std::string script = "#!/bin/tcsh\n#SBATCH -n 1\nsetenv OMP_NUM_THREADS 4\nset model = big\n"
                               "if ( -e x && $y > 3 ) then\n  a $model\nelse if ($z) then\n  b\nelse\n  c\nendif\n"
                               "if ($?x) d 1\nforeach f (p q)\n  e $f >& log # note\nend\n"
                               "switch ($x)\n case a:\n  f\n  breaksw\n default:\n  g\nendsw\n@ i = $i + 1\nh\n";
    is(commands_of(script), {"export OMP_NUM_THREADS=4", "a big", "b", "c", "d 1", "e p", "e q", "f", "g", "h"});
    const Reading reading = read(script);
    BOOST_TEST(reading.commands.back().line == 24u);
    BOOST_TEST(reading.directives.size() == 1u);
    BOOST_REQUIRE_EQUAL(reading.comments.size(), 1u);
    BOOST_TEST(reading.comments[0].text == "note");
}

BOOST_AUTO_TEST_CASE(fish) {
    is(commands_of(
           "#!/usr/bin/fish\nset -x M big\nif test -f x\n  a $M\nelse\n  b\nend\nfor i in p q\n  c $i\nend\n"
           "function f\n  d (e 1)\nend\nf\n"),
       {"export M=big", "test -f x", "a big", "b", "c p", "c q", "e 1", "d $(e 1)", "f"});
}

BOOST_AUTO_TEST_CASE(here_documents_in_other_languages) {
    const std::string script =
        "#!/bin/bash\ncat <<'PY' | python3 -\nimport torch\nPY\nRscript - <<R\nlibrary(lme4)\nR\n"
        "cat > x.py <<E\nimport jax\nE\n";
    is(imports_of(read(script)), {"3 torch", "6 lme4", "9 jax"});
}
