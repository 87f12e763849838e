// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/programs.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>

namespace worklines::script {
namespace {

using text::is_in;
using Names = std::string_view;

constexpr auto interpreters =
    std::to_array<Names>({"python",   "pypy",       "ipython",  "Rscript",   "R",         "julia",    "matlab",
                          "perl",     "octave",     "node",     "java",      "ruby",      "lua",      "stata",
                          "stata-mp", "accelerate", "torchrun", "deepspeed", "papermill", "snakemake"});
constexpr auto shells = std::to_array<Names>({"bash", "sh", "zsh"});
constexpr auto launchers =
    std::to_array<Names>({"mpirun", "mpiexec", "mpiexec.hydra", "ibrun", "aprun", "jsrun", "srun"});
/// `python -m` of these runs what follows.
constexpr auto module_launchers = std::to_array<Names>({"mpi4py", "torch.distributed", "accelerate", "deepspeed",
                                                        "cProfile", "debugpy", "coverage", "memory_profiler"});
constexpr auto script_endings =
    std::to_array<Names>({".py", ".R", ".r", ".jl", ".m", ".pl", ".sh", ".js", ".rb", ".lua", ".do", ".ipynb",
                          ".jar", ".Rmd", ".sbatch", ".slurm", ".smk"});
constexpr auto builders =
    std::to_array<Names>({"apptainer", "singularity", "docker", "podman", "spack", "enroot", "charliecloud"});
constexpr auto environment_builders = std::to_array<Names>({"pip", "conda", "mamba", "micromamba", "uv"});

bool is_any_of(const Reading& reading, auto&& names) {
    return std::ranges::any_of(reading.commands, [&](const Command& one) { return is_in(names, one.program); });
}
bool are_all_of(const Reading& reading, auto&& names) {
    return std::ranges::all_of(reading.commands, [&](const Command& one) { return is_in(names, one.program); });
}

} // namespace

std::string_view without_version(std::string_view program) {
    const std::size_t end = program.find_last_not_of("0123456789.");
    return end == std::string_view::npos ? program : program.substr(0, end + 1);
}

bool runs_a_script(const Command& command) { return is_in(interpreters, without_version(command.program)); }
bool is_shell(const Command& command) { return is_in(shells, command.program); }
bool is_launched(const Command& command) {
    return std::ranges::any_of(command.via, [](const auto& via) { return is_in(launchers, via); });
}

std::string_view what_it_runs(const Command& command) {
    if (!is_shell(command) && !runs_a_script(command)) {
        // Programs of the system are short words of small letters.
        const bool of_their_own = command.program.find_first_of("._-") != std::string::npos ||
                                  std::ranges::any_of(command.program, text::is_capital);
        return of_their_own ? std::string_view(command.program) : std::string_view();
    }
    const bool is_matlab = command.program == "matlab";
    std::string_view first;
    for (std::size_t i = 0; i < command.args.size(); ++i) {
        const std::string_view arg = command.args[i];
        const std::string_view next = i + 1 < command.args.size() ? command.args[i + 1] : std::string_view();
        if (is_matlab && (arg == "-r" || arg == "-batch")) return next; // "sweep(3); quit"
        if (arg == "-m" && !next.empty()) {
            if (!std::ranges::any_of(module_launchers, [&](auto one) { return next.starts_with(one); }))
                return next;
            ++i;
            continue;
        }
        if (arg.starts_with('-') || arg == "launch" || arg == "run" || arg == "CMD" || arg == "BATCH") continue;
        if (std::ranges::any_of(script_endings, [&](auto ending) { return arg.ends_with(ending); })) return arg;
        if (first.empty()) first = arg; // it may be the value of an option
    }
    return first;
}

double builds(const Command& command) {
    constexpr double surely = 0.8, on_the_way = 0.25;
    if (command.program == "configure") return surely;
    if (command.args.empty()) return 0;
    const std::string_view first = command.args.front();
    if (is_in(builders, command.program))
        return first.starts_with("build") || first == "install" || first == "create" ? surely : 0;
    if (command.program == "make") return first == "install" ? surely : 0;
    const bool makes = first == "install" || first == "create";
    return makes && is_in(environment_builders, command.program) ? on_the_way : 0;
}

bool asks_for_gpu(const Reading& reading) {
    return std::ranges::any_of(reading.directives, [](const Directive& one) {
        return one.option.starts_with("gpu") ||
               ((one.option == "gres" || one.option == "partition" || one.option == "constraint") &&
                one.value.find("gpu") != std::string::npos && !one.value.ends_with(":0"));
    });
}

bool only_submits(const Reading& reading) {
    static constexpr auto submitting = std::to_array<Names>({"sbatch"});
    static constexpr auto beside =
        std::to_array<Names>({"sbatch", "echo", "cd", "sleep", "mkdir", "export", "set", "squeue"});
    return is_any_of(reading, submitting) && are_all_of(reading, beside);
}

bool only_moves_files(const Reading& reading) {
    static constexpr auto movers =
        std::to_array<Names>({"rsync", "rclone", "scp", "sftp", "cp", "mv", "tar", "globus", "dcp"});
    static constexpr auto beside = std::to_array<Names>(
        {"rsync",   "rclone", "scp",    "sftp",  "cp",   "mv",     "rm",       "tar",   "globus",
         "dcp",     "dsync",  "pigz",   "gzip",  "zip",  "echo",   "cd",       "mkdir", "date",
         "set",     "module", "ml",     "ls",    "du",   "source", ".",        "eval",  "ssh-agent",
         "ssh-add", "exit",   "export", "sleep", "find", "pwd",    "hostname", "chmod", "wait"});
    return is_any_of(reading, movers) && are_all_of(reading, beside);
}

} // namespace worklines::script
