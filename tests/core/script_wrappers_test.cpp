// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE script_wrappers
#include <boost/test/unit_test.hpp>

#include "core/script/reading.h"
#include "tests/core/script_text.h"

#include <utility>

using namespace worklines::script;
using Texts = std::vector<std::string>;

BOOST_AUTO_TEST_CASE(a_command_is_seen_through_its_wrapper) {
    for (const auto& [script, expected] : std::vector<std::pair<std::string, std::string>>{
             {"srun -n 4 --mem=4G --cpu-bind none -u prog a", "srun > prog a"},
             {"mpirun -np 4 --mca btl tcp,self -x VAR ./prog a", "mpirun > prog a"},
             {"mpiexec.hydra -n 4 -ppn 2 prog", "mpiexec.hydra > prog"},
             {"ibrun prog", "ibrun > prog"},
             {"time -p nice -n 19 nohup prog", "time nice nohup > prog"},
             {"env -u X A=1 B=2 prog a", "env > prog a"},
             {"exec command prog", "exec command > prog"},
             {"timeout -k 5 1h prog", "timeout > prog"},
             {"stdbuf -oL prog", "stdbuf > prog"},
             {"numactl --cpunodebind=0 -m 0 prog", "numactl > prog"},
             {"taskset -c 0-3 prog", "taskset > prog"},
             {"singularity exec --nv -B /a:/b img.sif python x.py", "singularity > python x.py"},
             {"apptainer -q run img.sif arg", "apptainer > arg"},
             {"docker run --rm -it --gpus all -v a:b img:1 prog a", "docker > prog a"},
             {"shifter --image=img prog", "shifter > prog"},
             {"enroot start --mount a:b name prog", "enroot > prog"},
             {"conda run -n env --no-capture-output python x.py", "conda > python x.py"},
             {"micromamba run -p /p prog", "micromamba > prog"},
             {"uv run --with torch python x.py", "uv > python x.py"},
             {"pixi run prog", "pixi > prog"},
             {"poetry run prog", "poetry > prog"},
             {"accelerate launch --num_processes 4 --multi_gpu train.py --lr 1",
              "accelerate > python train.py --lr 1"},
             {"torchrun --standalone --nproc_per_node 4 -m pkg.train", "torchrun > python -m pkg.train"},
             {"python -m torch.distributed.run --nnodes=2 train.py", "torch.distributed.run > python train.py"},
             {"deepspeed --num_gpus 2 train.py", "deepspeed > python train.py"},
             {"horovodrun -np 4 python x.py", "horovodrun > python x.py"},
             {"ray job submit --address http://x -- python x.py", "ray > python x.py"},
             {"xargs -n 1 -P 4 prog a", "xargs > prog a"},
             {"parallel -j 4 prog {} ::: a b", "parallel > prog {} ::: a b"},
             {"parallel -j 4 'prog -x {}' ::: a b", "parallel > prog -x {}"},
             {"ssh -p 22 host 'prog a'", "ssh > prog a"},
             {"sudo -u x prog", "sudo > prog"},
             {"su - x -c 'prog a'", "su > prog a"},
             {"bash -lc 'prog a'", "bash > prog a"},
             {"eval prog a", "eval > prog a"},
             {"gdb -batch --args prog a", "gdb > prog a"},
             {"nsys profile -o out --stats=true prog", "nsys > prog"},
             {"ncu --set full prog", "ncu > prog"},
             {"strace -f -o t prog", "strace > prog"},
             {"perf stat -e cycles prog", "perf > prog"},
             {"watch -n 5 'prog a'", "watch > prog a"},
             // those that wrap nothing stay what they are
             {"singularity pull img.sif docker://x", "singularity pull img.sif docker://x"},
             {"conda activate env", "conda activate env"},
             {"bash script.sh -c x", "bash script.sh -c x"},
             {"ssh host", "ssh host"},
             {"srun", "srun"},
             {"time", "time"},
             {"docker pull x", "docker pull x"},
         })
        BOOST_TEST_CONTEXT(script) {
            const Texts found = commands_of(script);
            BOOST_REQUIRE_EQUAL(found.size(), 1u);
            BOOST_TEST(found[0] == expected);
        }
}

BOOST_AUTO_TEST_CASE(what_belongs_to_wrappers_is_kept) {
    const Reading reading = read("srun -n 4 singularity exec --nv /imgs/torch.sif python x.py");
    BOOST_REQUIRE_EQUAL(reading.commands.size(), 1u);
    const Texts expected{"-n", "4", "exec", "--nv", "/imgs/torch.sif"};
    BOOST_TEST(reading.commands[0].wrapping == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(texts_that_are_scripts_are_read) {
    const auto is = [](std::string_view script, const Texts& expected) {
        BOOST_TEST_CONTEXT(script) {
            const Texts found = commands_of(script);
            BOOST_TEST(found == expected, boost::test_tools::per_element());
        }
    };
    is("srun bash -c 'cd x && mpirun -n 2 prog'", {"srun bash > cd x", "srun bash mpirun > prog"});
    is("sbatch -n 1 --wrap='python a.py; b'",
       {"sbatch -n 1 --wrap=python a.py; b", "sbatch > python a.py", "sbatch > b"});
    is("trap 'rm -rf $T' EXIT", {"trap rm -rf $T EXIT", "trap > rm -rf $T"});
    is("find . -name '*.x' -exec gzip {} \\;", {"find . -name *.x -exec gzip {} ;", "find > gzip {}"});
    is("bash -c 'bash -c \"bash -c x\"'", {"bash bash bash > x"});
}

BOOST_AUTO_TEST_CASE(python_text_is_read) {
    const Reading reading = read("python -c 'import vllm, os; print(1)'\n");
    BOOST_REQUIRE_EQUAL(reading.imports.size(), 2u);
    BOOST_TEST(reading.imports[0].module == "vllm");
}
