// SPDX-License-Identifier: GPL-2.0-or-later
// What a script is for, how considerate it is, and what it must not give away.
#define BOOST_TEST_MODULE script_facts
#include "core/script/facts.h"
#include "core/script/facts/secrets.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>

using namespace worklines;
using namespace worklines::script;

namespace {

using Texts = std::vector<std::string>;

const Lexicon& lexicon() {
    static const Lexicon the_lexicon = [] {
        auto loaded = Lexicon::load({});
        BOOST_REQUIRE_MESSAGE(loaded, (loaded ? "" : loaded.error().line()));
        return std::move(*loaded);
    }();
    return the_lexicon;
}

Facts read_facts(const std::string& script, const std::string& submit_line = "") {
    return facts(read(script), script, lexicon(), submit_line);
}

Texts names(const Facts& facts, Kind kind) {
    Texts list;
    for (const Named& named : facts.names)
        if (named.kind == kind) list.push_back(named.name);
    return list;
}

void check(const Texts& found, const Texts& expected) {
    BOOST_TEST(found == expected, boost::test_tools::per_element());
}

struct Purposeful {
    const char *script, *domain, *activity;
};

} // namespace

BOOST_AUTO_TEST_CASE(what_a_script_is_for) {
    for (const auto& [script, domain, activity] : {
             Purposeful{"#!/bin/bash\nmodule load gromacs\ngmx mdrun -deffnm md\n", "molecular-dynamics",
                        "simulate"},
             Purposeful{"#!/bin/bash\nsrun vasp_std\n", "materials", "simulate"},
             Purposeful{"#!/bin/bash\nbwa mem ref.fa a.fq.gz | samtools sort -o a.bam\n", "genomics", "analyse"},
             Purposeful{"#!/bin/bash\naccelerate launch sft.py --model_name_or_path mistralai/Mistral-7B-v0.3 "
                        "--use_peft\n",
                        "llm", "finetune"},
             Purposeful{"#!/bin/bash\nlm_eval --model hf --tasks mmlu\n", "llm", "evaluate"},
             Purposeful{"#!/bin/bash\nvllm serve Qwen/Qwen3-8B --port 8000\n", "llm", "serve"},
             Purposeful{"#!/bin/bash\nblockMesh\nmpirun -np 64 simpleFoam -parallel\n", "cfd", "simulate"},
             Purposeful{"#!/bin/bash\nrecon-all -s sub-01 -all\n", "neuroimaging", "analyse"},
             Purposeful{"#!/bin/bash\ngpu_burn 600\n", "system-care", "maintain"},
             Purposeful{"#!/bin/bash\nmake -j 8\n", "unknown", "build"},
             Purposeful{"#!/bin/bash\npython x.py\n", "unknown", "unknown"},
             Purposeful{"", "unknown", "unknown"},
         }) {
        const Facts facts = read_facts(script);
        BOOST_TEST_CONTEXT(script) {
            BOOST_TEST(facts.domain == domain);
            BOOST_TEST(facts.activity == activity);
        }
    }
}

BOOST_AUTO_TEST_CASE(code_that_a_model_wrote_is_run_in_isolation_or_told) {
    const auto told = [](const std::string& script) {
        const Facts facts = read_facts("#!/bin/bash\n" + script);
        std::string text;
        for (const Mistake& mistake : facts.mistakes)
            text += std::to_string(mistake.line) + ' ' + mistake.slug;
        for (const std::string& habit : facts.habits)
            if (habit == "isolated") text += habit;
        return text;
    };
    BOOST_TEST(told("lm_eval --model hf --tasks humaneval --confirm_run_unsafe_code\n") == "2 untrusted-code");
    BOOST_TEST(told("export HF_ALLOW_CODE_EVAL=1\npython eval.py\n") == "2 untrusted-code");
    BOOST_TEST(told("evalplus.evaluate --dataset mbpp --samples s.jsonl\n") == "2 untrusted-code");
    BOOST_TEST(told("docker run --rm img evalplus.evaluate --samples s.jsonl\n") == "isolated");
    BOOST_TEST(told("singularity exec --containall e.sif lm_eval --confirm_run_unsafe_code\n") == "isolated");
    BOOST_TEST(told("singularity exec e.sif lm_eval --confirm_run_unsafe_code\n") == "2 untrusted-code");
    BOOST_TEST(told("# evalplus.evaluate runs what the model wrote\nlm_eval --tasks mmlu\n").empty());
}

BOOST_AUTO_TEST_CASE(what_no_lexicon_knows_shows_by_the_form_of_its_name) {
    const Facts facts = read_facts(
        "#!/bin/bash\n#SBATCH -A P12345\n# see https://github.com/other/thing\n"
        "git clone https://github.com/newlab/zephyr-ng.git\npip install git+https://github.com/gromacs/gromacs\n"
        "for s in SRR1234567 SRR1234568; do prefetch $s; done\nprefetch GSE12345x XSRR1234567 GPL3\n"
        "STUDY=PRJNA123456\nphenix.refine /data/7xyz.pdb AF-Q9Y6K9-F1-model_v4.pdb 2024.pdb H100X2.txt\n"
        "python t.py --dataset_name some-lab/forest_tiles --data data/train --dataset_name data/train1\n"
        "python t.py sd-v1-4.ckpt epoch-3.ckpt\n");
    check(names(facts, Kind::dataset),
          {"PDB 7XYZ", "PRJNA123456", "SRR1234567", "SRR1234568", "UniProt Q9Y6K9", "some-lab/forest_tiles"});
    Texts tools = names(facts, Kind::tool);
    BOOST_TEST(std::ranges::count(tools, "newlab/zephyr-ng") == 1);
    BOOST_TEST(std::ranges::count(tools, "gromacs/gromacs") == 0);
    BOOST_TEST(std::ranges::count(tools, "other/thing") == 0);
    check(names(facts, Kind::model), {"sd-v1-4"});
}

BOOST_AUTO_TEST_CASE(words_of_a_field_in_names_tell_it) {
    for (const auto& [script, domain, activity] : {
             Purposeful{"#!/bin/bash\ncd ~/coastSoilMoisture\npython backfill.py\n", "earth-observation",
                        "analyse"},
             Purposeful{"#!/bin/bash\nconda activate exoplanets\npython retrieval.py\n", "astro", "analyse"},
             Purposeful{"#!/bin/bash\n#SBATCH -J enzymeDesign\npython sampler3.py\n", "protein-structure",
                        "simulate"},
             // A tool that is run outweighs them; where a person's mail comes from says nothing.
             Purposeful{"#!/bin/bash\n#SBATCH -J climate\ngmx mdrun\n", "molecular-dynamics", "simulate"},
             Purposeful{"#!/bin/bash\n#SBATCH --mail-user=x@astro.example\npython x.py\n", "unknown", "unknown"},
             Purposeful{"#!/bin/bash\nexport X=$GPU_IDS\npython x.py\n", "unknown", "unknown"},
         }) {
        const Facts facts = read_facts(script);
        BOOST_TEST_CONTEXT(script) {
            BOOST_TEST(facts.domain == domain);
            BOOST_TEST(facts.activity == activity);
            BOOST_TEST(std::ranges::none_of(facts.names, [](const Named& one) { return one.kind == Kind::field; }));
        }
    }
}

BOOST_AUTO_TEST_CASE(what_is_done_shows_in_names_arguments_and_words) {
    for (const auto& [script, activity] : {
             std::pair{"#!/bin/bash\nRscript MainSimulationStudy.R\n", "simulate"},
             std::pair{"#!/bin/bash\nR CMD BATCH --no-save ./plot_all.R out.Rout\n", "analyse"},
             std::pair{"#!/bin/bash\nmatlab -nodisplay -r \"preprocessAll(3); quit\"\n", "prepare"},
             std::pair{"#!/bin/bash\nmpirun -n 8 python3.11 -m mpi4py.futures -m tools.benchmark\n", "benchmark"},
             std::pair{"#!/bin/bash\naccelerate launch --gpu_ids 0,1 finetune.py\n", "finetune"},
             std::pair{"#!/bin/bash\npython main.py --mode train --out o\n", "train"},
             std::pair{"#!/bin/bash\npython main.py --num_epochs 3\n", "train"},
             std::pair{"#!/bin/bash\npython evaluation/main.py\n", "evaluate"},
             std::pair{"#!/bin/bash\n# Download the archive of 2019\npython go.py\n", "prepare"},
             std::pair{"#!/bin/bash\necho 'Starting training'\npython go.py\n", "train"},
             std::pair{"#!/bin/bash\nif [ -z $1 ]; then\n python evaluate_all.py\nfi\n", "evaluate"},
             std::pair{"#!/bin/bash\napptainer build a.sif a.def\n", "build"},
             std::pair{"#!/bin/bash\nsrun ./wave9\n", "simulate"},
             std::pair{"#!/bin/bash\npython fine_tune.py\n", "finetune"},
             std::pair{"#!/bin/bash\npython fine_segmentation.py\n", "analyse"},
             std::pair{"#!/bin/bash\n#SBATCH --gres=gpu:1\npython main.py\n", "train"},
             std::pair{"#!/bin/bash\nmodule purge\nrsync -a a/ b/\n", "maintain"},
             // An environment's script is nothing that is done; a job to try out is no evaluation.
             std::pair{"#!/bin/bash\nsource train_env/setup.sh\npython x.py\n", "unknown"},
             std::pair{"#!/bin/bash\n#SBATCH -J test\npython x.py\n", "unknown"},
         })
        BOOST_TEST_CONTEXT(script) BOOST_TEST(read_facts(script).activity == activity);
    BOOST_TEST(read_facts("#!/bin/bash\npython train.py\n").domain == "ml-general");
    BOOST_TEST(read_facts("#!/bin/bash\nRscript x.R\n").domain == "statistics");
    // Learning and statistics are ways to work in a field; where a field is mostly analysed, a GPU learns.
    BOOST_TEST(read_facts("#!/bin/bash\nmodule load pytorch\npython go.py --ckpt stellar.ckpt\n").domain ==
               "astro");
    BOOST_TEST(read_facts("#!/bin/bash\n#SBATCH --gpus=1\npython satelliteMain.py\n").activity == "train");
}

BOOST_AUTO_TEST_CASE(names_of_the_lexicon_and_models_that_no_lexicon_knows) {
    const Facts facts = read_facts(
        "#!/bin/bash\n# judged with HarmBench\npython eval.py --model acme-labs/Tiny-9B-chat --tasks mmlu,gsm8k\n"
        "llama-cli -m /data/Wolf-3-12B-Q4_K_M.gguf\npython a/b.py --data acme/x-1/y\n");
    check(names(facts, Kind::benchmark), {"GSM8K", "HarmBench", "MMLU"});
    check(names(facts, Kind::model), {"Wolf-3-12B", "acme-labs/Tiny-9B-chat"});
    check(names(facts, Kind::tool), {"llama.cpp"});
    for (const Named& named : facts.names)
        BOOST_TEST(named.only_comment == (named.name == "HarmBench"));
}

BOOST_AUTO_TEST_CASE(habits_from_script_and_submit_line) {
    check(read_facts("#!/bin/bash\nset -euo pipefail\nW=$(mktemp -d /scratch/x.XXXX)\ntrap 'rsync -a \"$W\"/ out/' "
                     "EXIT\ncd \"$W\"\n")
              .habits,
          {"scratch", "scratch_trap", "strict"});
    check(read_facts("#!/bin/bash\nexport UV_CACHE_DIR=/tmp/uv\nmountpoint -q /scratch\ndf -h /scratch\n").habits,
          {});
    check(read_facts("#!/bin/bash\ntrue\n", "sbatch --nice=100 --array=1-9%3 -d afterok:7 x.sh").habits,
          {"afterok", "nice", "throttle"});
    check(read_facts("#!/bin/bash\ntrue\n", "sbatch --nice=-5 x.sh --mail-type=END").habits, {});
    check(read_facts("#!/bin/bash\n#SBATCH --mail-type=END\n#SBATCH --requeue\ntrue\n").habits,
          {"notify", "requeue"});
    check(read_facts("#!/bin/bash\n#SBATCH --mail-type=NONE\ntrue\n").habits, {});
    check(read_facts("#!/bin/bash\ncurl -d done https://ntfy.sh/x\n[ -s out ] && exit 0\ngit rev-parse HEAD\n")
              .habits,
          {"notify", "provenance", "resume"});
    check(read_facts("#!/bin/bash\napptainer exec --network none a.sif python x.py --seed 7\n").habits,
          {"container", "isolated", "seeded"});
}

BOOST_AUTO_TEST_CASE(mistakes_that_slurm_does_not_point_out) {
    const Facts facts = read_facts("#!/bin/bash\n#SBATCH --time=1:00\necho hi\n#SBATCH --mem=4G\n");
    BOOST_REQUIRE(facts.mistakes.size() == 1u);
    BOOST_TEST(facts.mistakes[0].line == 4u);
    BOOST_TEST(facts.mistakes[0].slug == "directive-after-command");
}

BOOST_AUTO_TEST_CASE(secrets_are_told_by_line_and_kind_and_never_shown) {
    const std::string token = "hf_" + std::string(34, 'a'), key = "sk-ant-" + std::string(40, 'b');
    const std::string script =
        "#!/bin/bash\nexport HF_TOKEN=" + token + "\ncurl -H 'x-api-key: " + key +
        "' https://x\nmysql --password=geheim12 -u x\ngit clone https://lola:pa55word@host/x\n# old token: " +
        token + " do not use\n";
    const Facts facts = read_facts(script);
    Texts found;
    for (const Secret& secret : facts.secrets)
        found.push_back(std::to_string(secret.line) + " " + secret.kind);
    check(found, {"2 huggingface-token", "3 anthropic-key", "4 password", "5 password", "6 huggingface-token"});
    BOOST_REQUIRE(facts.comments.size() == 1u);
    BOOST_TEST(facts.comments[0].text == "old token: ... do not use");
    for (const Evidence& evidence : facts.evidence)
        BOOST_TEST(evidence.what.find("hf_a") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_only_names_a_secret_is_none) {
    for (const char* line :
         {"TOKEN=$1", "export HF_TOKEN=$(cat ~/.token)", "--password-file /etc/x", "api_key=~/.key",
          "PASSWORD=<yours>", "token_length=128", "tokenizer=meta-llama/Llama-3.2-3B", "https://host:8080/x@y"})
        BOOST_TEST(secrets_of(line).empty(), line);
}

BOOST_AUTO_TEST_CASE(comments_have_language_kind_and_date) {
    const Facts facts = read_facts("#!/bin/bash\n"
                                   "# 2026-03-05: bajado a 2 CPU, porque con cuatro llevaba días en la cola\n"
                                   "# NOTE: this needs the newest version of the library to work\n"
                                   "# Achtung, das dauert mit vielen Dateien sehr lange\n"
                                   "#==========\n"
                                   "# python train.py --old 1\n"
                                   "true\n");
    BOOST_REQUIRE(facts.comments.size() == 4u);
    BOOST_TEST(facts.comments[0].language == "es");
    BOOST_TEST(facts.comments[0].kind == "reason");
    BOOST_TEST(facts.comments[0].date == "2026-03-05");
    BOOST_TEST(facts.comments[1].language == "en");
    BOOST_TEST(facts.comments[1].kind == "note");
    BOOST_TEST(facts.comments[2].kind == "warning");
    BOOST_TEST(facts.comments[3].kind == "code");
}

BOOST_AUTO_TEST_CASE(line_ends_indentation_and_idle_comments_change_nothing) {
    const std::string script =
        "#!/bin/bash\n#SBATCH --nice=5\nset -e\nmodule load gromacs\nif true; then\ngmx mdrun -deffnm md\nfi\n"
        "python eval.py --model acme/Tiny-9B-chat\n";
    const Facts plain = read_facts(script);
    std::string commented = script;
    commented.insert(script.find("set -e"), "# idle words of nobody\n");
    std::string indented = script;
    for (const char* word : {"gmx mdrun", "python eval"})
        indented.insert(indented.find(word), "\t  ");
    for (const std::string& other : {commented, indented, script + "\n\n"}) {
        const Facts facts = read_facts(other);
        check(facts.habits, plain.habits);
        check(names(facts, Kind::tool), names(plain, Kind::tool));
        check(names(facts, Kind::model), names(plain, Kind::model));
        BOOST_TEST(facts.domain == plain.domain);
        BOOST_TEST(facts.activity == plain.activity);
    }
}

BOOST_AUTO_TEST_CASE(any_bytes_have_facts) {
    for (const std::string& bytes : {std::string("\0\xff\xfe", 3), std::string(1 << 20, '('),
                                     std::string(1 << 20, '='), std::string("-----BEGIN ")})
        BOOST_TEST(read_facts(bytes).domain == "unknown");
}
