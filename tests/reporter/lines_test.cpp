// SPDX-License-Identifier: GPL-2.0-or-later
// Which runs belong together, and what their line is called.
#define BOOST_TEST_MODULE lines
#include "reporter/lines/lines.h"
#include "reporter/lines/title.h"
#include "tests/reporter/lines_site.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <set>

using namespace worklines;
using namespace worklines::tests;
using lines::Ground;

namespace {

using Texts = std::vector<std::string>;

std::string title(std::string_view script) {
    return lines::title_of(script::read(script), [](std::string_view word) { return word == "lola"; });
}

} // namespace

BOOST_AUTO_TEST_CASE(versions_of_a_script_are_one_line) {
    Site site;
    site.run(1, "lola", "a", site.script("#!/bin/bash\npython train.py --seed 1\n"));
    site.run(2, "bruno", "b", site.script("#!/bin/bash\n# other\npython train.py --seed 22\n"));
    site.run(3, "lola", "a", site.script("gmx mdrun -deffnm md\n"));
    const auto lines = site.assign();
    BOOST_TEST(lines.lines.size() == 2u);
    BOOST_TEST(lines.line_of_run(0) == lines.line_of_run(1));
    BOOST_TEST(lines.line_of_run(0) != lines.line_of_run(2));
    BOOST_TEST(lines.families[lines.family_of_run[0]].script == lines.families[lines.family_of_run[1]].script);
    BOOST_TEST((lines.ground_of_run[0] == Ground::project));
}

BOOST_AUTO_TEST_CASE(a_small_edit_makes_a_version_and_not_a_family) {
    const std::string before =
        "module load gcc openmpi\nsource setup.sh\npython train.py --model forest --depth deep\n"
        "python plot.py --kind curves --what loss accuracy\nrsync results archive\n";
    Site site;
    site.run(1, "lola", "a", site.script(before));
    site.run(2, "lola", "a", site.script(before + "echo finished\n"));
    site.run(3, "lola", "a", site.script("gmx grompp -f md.mdp -c start.gro -p topol.top\ngmx mdrun -deffnm md\n"));
    const auto lines = site.assign();
    BOOST_TEST(lines.families.size() == 2u);
    BOOST_TEST(lines.families[lines.family_of_run[0]].scripts == (std::vector<std::uint32_t>{0, 1}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_script_that_two_persons_share_glues_no_lines) {
    Site site;
    const auto shared = site.script("rsync -a --partial results archive:/tape\n");
    const auto put = [&](std::int64_t id, std::string_view person, std::string_view project, std::uint32_t script) {
        auto& run = site.run(id, person, "a", script);
        run.work_dir = site.text("/home/" + std::string(person) + "/" + std::string(project));
    };
    put(1, "lola", "forest", site.script("pdal pipeline tiles.json\npython segment_trees.py --cloud tiles\n"));
    put(2, "bruno", "ocean", site.script("cdo monmean sst.nc mean.nc\nncks -v salinity mean.nc out.nc\n"));
    put(3, "lola", "forest", shared);
    put(4, "bruno", "ocean", shared);
    const auto lines = site.assign();
    BOOST_TEST(lines.line_of_run(0) != lines.line_of_run(1));
    BOOST_TEST(lines.line_of_run(2) == lines.line_of_run(0));
    BOOST_TEST(lines.line_of_run(3) == lines.line_of_run(1));
}

BOOST_AUTO_TEST_CASE(a_course_is_one_line) {
    Site site;
    for (int student = 0; student < 30; ++student) {
        const std::string person = "student" + std::to_string(student);
        auto& run = site.run(
            student, person, "exercise",
            site.script("mpicc -O3 -o heat heat.c\nsrun ./heat 512\necho " + std::to_string(student) + "\n"));
        run.work_dir = site.text("/home/" + person + "/course");
    }
    BOOST_TEST(site.assign().lines.size() == 1u);
}

BOOST_AUTO_TEST_CASE(what_comes_from_the_home_folder_goes_with_the_persons_other_jobs) {
    Site site;
    auto& work = site.run(1, "lola", "a", site.script("pdal pipeline tiles.json\n"));
    work.work_dir = site.text("/home/lola/forest");
    site.run(2, "lola", "get", site.script("wget https://example.org/data\n")).work_dir = site.text("/home/lola");
    site.run_without_script(3, "lola", "bash").submit_line = site.text("salloc");
    const auto lines = site.assign();
    BOOST_TEST(lines.lines.size() == 1u);
    BOOST_TEST((lines.ground_of_run[1] == Ground::home));
    BOOST_TEST((lines.ground_of_run[2] == Ground::person));
}

BOOST_AUTO_TEST_CASE(a_run_without_script_goes_where_the_persons_runs_of_that_name_are) {
    Site site;
    const auto often = site.script("python train.py\n"), once = site.script("python plot.py\n");
    site.run(1, "lola", "seed_1", once);
    site.run(2, "lola", "seed_2", often);
    site.run(3, "lola", "seed_30", often);
    site.run_without_script(4, "lola", "seed_444");
    site.run_without_script(5, "bruno", "seed_444");
    const auto lines = site.assign();
    BOOST_TEST(lines.family_of_run[3] == lines.family_of_run[1]);
    BOOST_TEST((lines.ground_of_run[3] == Ground::name));
    BOOST_TEST(lines.family_of_run[4] != lines.family_of_run[1]);
    BOOST_TEST((lines.ground_of_run[4] == Ground::name_only));
}

BOOST_AUTO_TEST_CASE(without_any_script_a_name_of_a_person_is_a_line) {
    Site site;
    site.run_without_script(1, "lola", "dock_1");
    site.run_without_script(2, "lola", "dock_2");
    site.run_without_script(3, "lola", "fold");
    site.run_without_script(4, "bruno", "dock_1");
    const auto lines = site.assign();
    BOOST_TEST(lines.lines.size() == 3u);
    BOOST_TEST(lines.line_of_run(0) == lines.line_of_run(1));
    BOOST_TEST(lines.lines[lines.line_of_run(0)].title.starts_with("Jobs whose script is not known"));
}

BOOST_AUTO_TEST_CASE(interactive_sessions_are_one_line) {
    Site site;
    site.run_without_script(1, "lola", "interactive").submit_line = site.text("salloc --gres=gpu:1");
    site.run_without_script(2, "bruno", "bash").submit_line = site.text("/usr/bin/srun --pty bash");
    site.run_without_script(3, "bruno", "bash").submit_line = site.text("sbatch srun.sh");
    const auto lines = site.assign();
    BOOST_TEST(lines.lines.size() == 2u);
    BOOST_TEST(lines.line_of_run(0) == lines.line_of_run(1));
    BOOST_TEST(lines.lines[lines.line_of_run(0)].title == "Interactive sessions (salloc, srun)");
    BOOST_TEST((lines.ground_of_run[1] == Ground::interactive));
}

BOOST_AUTO_TEST_CASE(a_script_of_comments_only_goes_by_name) {
    Site site;
    site.run(1, "lola", "a", site.script("#!/bin/bash\n# nothing\n"));
    site.run(2, "lola", "b", site.script("#!/bin/bash\n#SBATCH -n 1\n"));
    BOOST_TEST(site.assign().lines.size() == 2u);
}

BOOST_AUTO_TEST_CASE(an_id_stays_when_other_lines_come_and_go) {
    Site site, other;
    site.run(1, "lola", "a", site.script("python train.py\n"));
    other.run(1, "bruno", "z", other.script("gmx mdrun\n"));
    other.run(2, "bruno", "z", other.script("python train.py\n"));
    const auto one = site.assign(), two = other.assign();
    const std::string& id = one.lines[one.line_of_run(0)].id;
    BOOST_TEST(id.size() == 8u);
    BOOST_TEST(id[0] == 'L');
    BOOST_TEST(id == two.lines[two.line_of_run(1)].id);
    BOOST_TEST(id != two.lines[two.line_of_run(0)].id);
}

BOOST_AUTO_TEST_CASE(no_two_lines_have_the_same_title_or_id) {
    Site site;
    for (int i = 0; i < 200; ++i) {
        std::string own; // nothing but the program is said by two
        for (int k = 0; k < 8; ++k)
            own += " --" + std::string(3, static_cast<char>('a' + k)) +
                   std::string(static_cast<std::size_t>(i) % 20 + 1, 'x') +
                   std::string(static_cast<std::size_t>(i) / 20 + 1, 'y');
        const std::string person = "user" + std::to_string(i);
        site.run(i, person, "a", site.script("python go.py" + own + "\n")).work_dir =
            site.text("/home/" + person + "/w" + std::to_string(i));
    }
    std::set<std::string> titles, ids;
    for (const lines::Line& line : site.assign().lines) {
        titles.insert(line.title);
        ids.insert(line.id);
    }
    BOOST_TEST(titles.size() == 200u);
    BOOST_TEST(ids.size() == 200u);
    BOOST_TEST(titles.contains("Scripts that run python go.py"));
    BOOST_TEST(titles.contains("Scripts that run python go.py (200)"));
}

BOOST_AUTO_TEST_CASE(a_script_that_cannot_be_fetched_is_an_error) {
    Site site;
    site.run(1, "lola", "a", site.script(""));
    const auto failed = lines::read_scripts(
        site.runs(),
        [](std::uint32_t) {
            return Result<std::string>(Error{"damaged", "", ""});
        },
        built_in_lexicon());
    BOOST_REQUIRE(!failed);
    BOOST_TEST(failed.error().what == "damaged");
}

BOOST_AUTO_TEST_CASE(no_runs_are_no_lines) { BOOST_TEST(Site{}.assign().lines.empty()); }

BOOST_AUTO_TEST_CASE(a_title_says_what_is_run) {
    BOOST_TEST(title("python3 -u train.py --lr 0.1\nllama-bench -m x\n") ==
               "Scripts that run python train.py and llama-bench");
    BOOST_TEST(title("a\nbb | ccc && dddd") == "Scripts that run a, bb and ccc");
    BOOST_TEST(title("srun -n 4 gmx_mpi mdrun") == "Scripts that run gmx_mpi");
    BOOST_TEST(title("X=1 nice -n 5 /opt/orca/orca in.inp") == "Scripts that run orca");
    BOOST_TEST(title("python -m vllm.entrypoints.openai.api_server") == "Scripts that run python -m vllm");
    BOOST_TEST(title("apptainer exec --nv image.sif python infer.py") == "Scripts that run python infer.py");
    BOOST_TEST(title("rsync -a x y\n./relion_refine") == "Scripts that run relion_refine");
    BOOST_TEST(title("rsync -a x y") == "Scripts that run rsync");
    BOOST_TEST(title("cd x; echo done > log") == "Scripts that run programs of their own");
    BOOST_TEST(title("") == "Scripts that run programs of their own");
}

BOOST_AUTO_TEST_CASE(a_title_holds_no_persons_name) {
    BOOST_TEST(title("lola\n/home/lola/bin/orca x") == "Scripts that run orca");
    Site site;
    site.run(1, "lola", "a", site.script("lola-tool\npython lola_x.py\nodd_program x\n"));
    site.run(2, "lola", "b",
             site.script("python x.py --model lola/Tiny-9B-chat --judge acme/Tiny-9B-chat\ncdo monmean a b\n"));
    std::set<std::string> titles;
    for (const lines::Line& line : site.assign().lines)
        titles.insert(line.title);
    BOOST_TEST(titles ==
                   (std::set<std::string>{"Scripts that run odd_program", "Weather and climate: analysis (CDO)"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_title_says_field_activity_and_what_sets_a_line_apart) {
    Site site;
    const auto put = [&](std::int64_t id, const std::string& person, const std::string& script) {
        site.run(id, person, "a", site.script(script)).work_dir = site.text("/home/" + person + "/work");
    };
    put(1, "lola", "bwa mem ref.fa a.fq | samtools sort -o a.bam\n");
    put(2, "bruno", "llama-bench -m x.gguf\npython run.py --tasks bfcl\n");
    put(3, "carla", "gmx mdrun -deffnm md\n");
    std::set<std::string> titles;
    for (const lines::Line& line : site.assign().lines)
        titles.insert(line.title);
    BOOST_TEST(titles == (std::set<std::string>{"Genomics: analysis (BWA, SAMtools)",
                                                "Language models: evaluation (BFCL, llama.cpp)",
                                                "Molecular dynamics: simulation (GROMACS)"}),
               boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(what_is_no_command_is_not_in_a_title) {
    const auto run_by = [](std::string_view script) { return lines::main_programs(script::read(script)); };
    const auto is = [](const Texts& found, const Texts& expected) {
        BOOST_TEST(found == expected, boost::test_tools::per_element());
    };
    is(run_by("log() { echo x; }\nfunction die {\n exit; }\nlog a\ndie b\n"), {});
    is(run_by("cat <<EOF > f\nimport numpy\ngmx x\nEOF\norca\n"), {"orca"});
    is(run_by("cat <<-'E' > f\n\tgmx x\n\tE\norca\n"), {"orca"});
    is(run_by("python -c \"\nimport os\nos.x()\n\"\norca\n"), {"python", "orca"});
    is(run_by("LIST=(one two)\nN=$((k * 20))\n(( k++ ))\norca $((L + 1))\n"), {"orca"});
    is(run_by("for k in a b; do orca $k; done\n"), {"orca"});
    is(run_by("orca \\\n  --flag \\\n  value\n"), {"orca"});
    is(run_by("orca # gmx\n# cdo\n"), {"orca"});
    is(run_by("orca 2>&1 > gmx < cdo\n"), {"orca"});
    is(run_by("out=$(orca -x)\n"), {"orca"});
    is(run_by("./run_all.sh\n\"$BIN\"\n$BIN\n"), {});
}

BOOST_AUTO_TEST_CASE(bytes_of_any_kind_give_a_title) {
    for (const std::string_view bytes : {"\"", "'", "$((", "(", "<<", "<< ", "X=(", "${", "\\", "`", "<<EOF",
                                         "\r\n", "\xff\xfe", "f() {", "function "})
        BOOST_TEST(title(bytes) == "Scripts that run programs of their own");
    BOOST_TEST(lines::main_programs(script::read(std::string_view("a\0b", 3))).empty());
}
