// SPDX-License-Identifier: GPL-2.0-or-later
// What is known about each wrapper. Options that stand in no list take no word after them (`--mem=4G`, `-n4`,
// `-v`).
#pragma once

#include <cstdint>
#include <string_view>

namespace worklines::script {

enum class Style : std::uint8_t {
    plain,    ///< options, then `skip` words of its own, then the command
    text,     ///< as plain, and the rest is shell text (ssh, eval)
    text_of,  ///< shell text behind -c (bash, su, flock); else no wrapper
    settings, ///< as plain, with NAME=value before the command (env)
    python,   ///< as plain, and the rest is what python runs (torchrun)
    dashes,   ///< the command is behind `--` (gdb --args has its own word)
    joined,   ///< one word: shell text; several: a command (parallel, watch)
};

struct Wrapper {
    std::string_view name;
    std::string_view verbs;  ///< one of these must follow its options: "exec run"; empty: none
    std::string_view valued; ///< options that take the next word: " -n --ntasks "
    std::uint8_t skip = 0;   ///< own words before the command: 1 for `timeout 10 cmd`
    Style style = Style::plain;
};

inline constexpr std::string_view slurm_valued =
    " -A --account -B --extra-node-info -C --constraint -D --chdir -G --gpus -J --job-name -L --licenses -M "
    "--clusters "
    "-N --nodes -S --core-spec -T --threads -W --wait -a --array -b --begin -c --cpus-per-task -d --dependency -e "
    "--error "
    "-i --input -m --distribution -n --ntasks -o --output -p --partition -q --qos -r --relative -t --time -w "
    "--nodelist "
    "-x --exclude --comment --container --cpu-bind --cpus-per-gpu --export --gpu-bind --gpus-per-node "
    "--gpus-per-task "
    "--gres --het-group --hint --jobid --mem --mem-bind --mem-per-cpu --mem-per-gpu --mpi --network "
    "--ntasks-per-core --ntasks-per-gpu --ntasks-per-node --ntasks-per-socket --open-mode --prolog --reservation "
    "--signal "
    "--task-epilog --task-prolog --threads-per-core --tmp --tres-per-task --wckey --container-image "
    "--container-mounts --container-name --container-workdir --multi-prog-file ";
inline constexpr std::string_view mpi_valued =
    " -n -np -N -c -H -x -host --host -hosts -hostfile --hostfile -machinefile --machinefile -f -ppn -npernode "
    "--npernode --ntasks-per-node -map-by --map-by -bind-to --bind-to -rank-by --rank-by --rankfile -rf -wdir "
    "--wdir "
    "-env -genvlist -envlist -rmk -launcher -bootstrap -o -p -t --prefix --cpus-per-proc --report-child -perhost "
    "--depth -d -cc --cpu-bind --ppn ";
inline constexpr std::string_view container_valued =
    " -B --bind -H --home -W --workdir --pwd --cwd --env --env-file --overlay -o --add-caps --drop-caps --net "
    "--network --network-args --hostname --dns --security --apply-cgroups --scratch -S --fusemount --app --mount "
    "--shm-size --pull -e -v --volume -w -u --user --name --gpus --device --entrypoint --ipc --cpus -m --memory "
    "--ulimit -p --publish --platform --runtime --label -l --cap-add --group-add --annotation --pid --userns "
    "--restart --add-host --cpuset-cpus --tmpfs --volumes-from --image -i --module -m --rc --conf ";
inline constexpr std::string_view docker_valued = " --env --env-file -e -v --volume -w --workdir -u --user --name "
                                                  "--gpus --device --entrypoint --ipc --cpus -m --memory "
                                                  "--ulimit -p --publish --platform --runtime --label -l --cap-add "
                                                  "--cap-drop --group-add --annotation --pid --userns "
                                                  "--restart --add-host --cpuset-cpus --tmpfs --volumes-from "
                                                  "--mount --net --network --hostname -h --shm-size --pull "
                                                  "--security-opt --log-driver --dns --arch ";
inline constexpr std::string_view launch_valued =
    " --nproc_per_node --nproc-per-node --nnodes --node_rank --node-rank --master_addr --master-addr --master_port "
    "--master-port --rdzv_id --rdzv-id --rdzv_backend --rdzv-backend --rdzv_endpoint --rdzv-endpoint --rdzv_conf "
    "--rdzv-conf --max_restarts --max-restarts --monitor_interval --start_method --role --log_dir --log-dir "
    "--redirects -r -t --tee --local_addr --local-addr --num_processes --num-processes --num_machines "
    "--machine_rank --main_process_ip --main_process_port --mixed_precision --config_file --config-file "
    "--deepspeed_config_file --zero_stage --dynamo_backend --gpu_ids --gradient_accumulation_steps "
    "--num_cpu_threads_per_process --fsdp_config --hostfile -H --include -i --exclude -e --num_nodes --num_gpus "
    "--launcher --launcher_args --autotuning -np -p --host-discovery-script --min-np --max-np --network-interface "
    "--rdzv_init_method --module_path ";

inline constexpr Wrapper wrappers[] = {
    {"srun", "", slurm_valued},
    {"salloc", "", slurm_valued},
    {"mpirun", "", mpi_valued},
    {"mpiexec", "", mpi_valued},
    {"mpiexec.hydra", "", mpi_valued},
    {"mpirun_rsh", "", mpi_valued},
    {"orterun", "", mpi_valued},
    {"prun", "", mpi_valued},
    {"prterun", "", mpi_valued},
    {"aprun", "", mpi_valued},
    {"jsrun", "", " -n -a -c -g -r -d -b -l -p -E "},
    {"ibrun", "", " -n -o -np "},
    {"time", "", " -f -o --format --output "},
    {"nice", "", " -n "},
    {"ionice", "", " -c -n -p "},
    {"chrt", "", "", 1},
    {"nohup", "", ""},
    {"setsid", "", ""},
    {"command", "", ""},
    {"builtin", "", ""},
    {"exec", "", " -a "},
    {"env", "", " -u --unset -C --chdir ", 0, Style::settings},
    {"timeout", "", " -k --kill-after -s --signal ", 1},
    {"stdbuf", "", " -i -o -e "},
    {"unbuffer", "", ""},
    {"catchsegv", "", ""},
    {"numactl", "", " -i -m -C -N -p -l -P -w --interleave --membind --cpunodebind --physcpubind --preferred "},
    {"taskset", "", "", 1},
    {"hwloc-bind", "", ""},
    {"likwid-pin", "", " -c "},
    {"likwid-mpirun", "", " -np -n -nperdomain -pin -g "},
    {"likwid-perfctr", "", " -C -c -g -o "},
    {"chronic", "", ""},
    {"sem", "", " -j -n --jobs --id "},
    {"flock", "", " -w -E ", 1},
    {"unshare", "", ""},
    {"firejail", "", ""},
    {"bwrap", "", " --dev --proc --tmpfs --chdir --dir --uid --gid --unsetenv --hostname "},
    {"sudo", "", " -u -g -h -p -C -D -R -T -U "},
    {"doas", "", " -u -C "},
    {"runuser", "", " -u -g -G ", 0},
    {"singularity", "exec run", container_valued, 1},
    {"apptainer", "exec run", container_valued, 1},
    {"podman-hpc", "run exec", docker_valued, 1},
    {"podman", "exec run", docker_valued, 1},
    {"docker", "exec run", docker_valued, 1},
    {"nerdctl", "exec run", docker_valued, 1},
    {"shifter", "", " --image -i --module -m --volume -V --env -e --workdir -w --entrypoint "},
    {"enroot", "start exec", " -e --env -m --mount -c --conf --rc ", 1},
    {"ch-run", "", " -b --bind -c --cd --set-env ", 1},
    {"sarus", "run", " --mount --device --entrypoint --workdir -w ", 1},
    {"udocker", "run", " -v --volume -w --workdir -e --env -u --user ", 1},
    {"conda", "run", " -n --name -p --prefix --cwd "},
    {"mamba", "run", " -n --name -p --prefix --cwd "},
    {"micromamba", "run", " -n --name -p --prefix --cwd -r --root-prefix "},
    {"uv", "run",
     " --with --with-requirements --with-editable --python -p --project --package --extra --group --env-file "
     "--directory --index --index-url "},
    {"pixi", "run", " -e --environment --manifest-path "},
    {"poetry", "run", " -C --directory "},
    {"pipenv", "run", ""},
    {"hatch", "run", ""},
    {"rye", "run", ""},
    {"pdm", "run", " -p "},
    {"accelerate", "launch", launch_valued, 0, Style::python},
    {"torchrun", "", launch_valued, 0, Style::python},
    {"torch.distributed.run", "", launch_valued, 0, Style::python},
    {"torch.distributed.launch", "", launch_valued, 0, Style::python},
    {"accelerate.commands.launch", "", launch_valued, 0, Style::python},
    {"deepspeed", "", launch_valued, 0, Style::python},
    {"horovodrun", "", launch_valued},
    {"ray", "job", "", 0, Style::dashes},
    {"gdb", "", "", 0, Style::dashes},
    {"nsys", "profile launch",
     " -t --trace -o --output -s --sample -w --show-output -y --delay -d --duration -c --capture-range -f "
     "--force-overwrite --stats -e --env-var --gpu-metrics-device "},
    {"ncu", "",
     " -o --export -k --kernel-name -c --launch-count -s --launch-skip --metrics --section --set "
     "--target-processes --csv-file --kernel-name-base --nvtx-include "},
    {"nvprof", "", " -o --export-profile -f --metrics --events "},
    {"rocprof", "", " -i -o -d "},
    {"vtune", "", "", 0, Style::dashes},
    {"valgrind", "", ""},
    {"strace", "", " -o -e -p -s -u -E -a -O -S "},
    {"ltrace", "", " -o -e -p -s "},
    {"perf", "stat record trace", " -e -o -F -p -g -C -r --event --output "},
    {"xargs", "", " -I -n -P -d -a -L -s -E --max-args --max-procs --delimiter --arg-file --replace "},
    {"parallel", "",
     " -j --jobs -a --arg-file --joblog -S --sshlogin --results --delay --timeout --colsep -C --tmpdir --workdir "
     "--wd -N -n --max-args --max-replace-args -I --memfree --load --retries --env --tag --halt --sshloginfile "
     "--slf --tagstring ",
     0, Style::joined},
    {"watch", "", " -n --interval ", 0, Style::joined},
    {"script", "", "", 0, Style::text_of},
    {"ssh", "", " -b -c -D -E -e -F -I -i -J -L -l -m -O -o -p -Q -R -S -W -w ", 1, Style::text},
    {"eval", "", "", 0, Style::text},
    {"bash", "", " -o -O --rcfile --init-file ", 0, Style::text_of},
    {"sh", "", " -o ", 0, Style::text_of},
    {"dash", "", " -o ", 0, Style::text_of},
    {"ksh", "", " -o ", 0, Style::text_of},
    {"zsh", "", " -o ", 0, Style::text_of},
    {"su", "", " -s -g -G ", 0, Style::text_of},
    {"newgrp", "", "", 0, Style::text_of},
    {"sg", "", "", 0, Style::text_of},
};

} // namespace worklines::script
