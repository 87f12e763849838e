// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/title.h"

#include "core/script/reading.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <set>

namespace worklines::lines {
namespace {

using text::is_in;

using Names = std::set<std::string, std::less<>>;

constexpr std::size_t most_in_title = 3;
constexpr std::size_t longest_name = 32;

constexpr auto everyday = std::to_array<std::string_view>(
    {".",         ":",        "[",        "[[",        "alias",    "awk",      "basename", "break",    "case",
     "cat",       "cd",       "chmod",    "cmp",       "column",   "continue", "cp",       "cut",      "date",
     "declare",   "df",       "diff",     "dirname",   "done",     "du",       "echo",     "esac",     "exit",
     "export",    "false",    "fi",       "find",      "for",      "function", "grep",     "gunzip",   "gzip",
     "head",      "hostname", "in",       "install",   "kill",     "let",      "ln",       "local",    "ls",
     "lscpu",     "mapfile",  "mkdir",    "mktemp",    "ml",       "module",   "mv",       "nproc",    "nvidia-smi",
     "paste",     "pgrep",    "pkill",    "popd",      "printenv", "printf",   "pushd",    "pwd",      "read",
     "readarray", "readlink", "readonly", "realpath",  "return",   "rm",       "rmdir",    "scontrol", "sed",
     "select",    "seq",      "set",      "sha256sum", "shift",    "shopt",    "shuf",     "sleep",    "sort",
     "source",    "spack",    "split",    "squeue",    "sstat",    "stat",     "sync",     "tail",     "tee",
     "test",      "touch",    "tr",       "trap",      "true",     "type",     "ulimit",   "umask",    "uname",
     "uniq",      "unset",    "uptime",   "wait",      "wc",       "which",    "whoami",   "xargs",    "yes",
     "zcat"});

constexpr auto carriers = std::to_array<std::string_view>(
    {"apptainer", "docker",     "podman", "singularity", "bash",   "conda", "curl",   "git",     "mail",
     "mamba",     "micromamba", "pip",    "pip3",        "rclone", "rsync", "sbatch", "scancel", "scp",
     "sh",        "ssh",        "tar",    "unzip",       "uv",     "wget",  "zip",    "zstd"});

/// Their first script or module says more than they do.
constexpr auto interpreters = std::to_array<std::string_view>(
    {"Rscript", "accelerate", "deepspeed", "julia", "matlab", "octave", "perl", "python", "torchrun"});
constexpr auto script_endings = std::to_array<std::string_view>({".py", ".R", ".r", ".jl", ".m", ".pl"});
constexpr auto no_program = std::to_array<std::string_view>({".sh", ".bash", ".log", ".txt"});

template <class List>
bool ends_with_any(const List& endings, std::string_view word) {
    return std::ranges::any_of(endings, [&](std::string_view ending) { return word.ends_with(ending); });
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_in_name(char c) { return is_letter(c) || (c >= '0' && c <= '9') || std::string_view("_-.+").find(c) < 4; }

bool is_name(std::string_view word) {
    return !word.empty() && is_letter(word[0]) && word.size() <= longest_name &&
           std::ranges::all_of(word, is_in_name);
}

std::string_view last_component(std::string_view path) { return path.substr(path.rfind('/') + 1); } // npos + 1 is 0

/// `python3.11` is python.
std::string program_of(std::string_view word) {
    const std::string_view name = last_component(word);
    return std::string(name.starts_with("python") ? name.substr(0, 6) : name);
}

/// Gathers what the commands of a script run.
class Programs {
  public:
    explicit Programs(const script::Reading& reading) {
        functions_.insert(reading.functions.begin(), reading.functions.end());
        for (const script::Command& command : reading.commands)
            take(command);
    }

    std::vector<std::string> telling() && {
        if (found_.empty()) return std::move(carriers_);
        for (const std::string_view interpreter : named_)
            std::erase(found_, interpreter);
        return std::move(found_);
    }

  private:
    void take(const script::Command& command) {
        std::string program = program_of(command.program);
        for (const std::string& wrapper : command.via) {
            if (is_in(carriers, wrapper)) add(carriers_, wrapper);
            if (is_in(interpreters, wrapper)) program = wrapper; // torchrun is what runs it
        }
        if (!is_name(program) || is_in(everyday, program) || ends_with_any(no_program, program)) return;
        if (functions_.contains(program)) return;
        if (is_in(interpreters, program) && name_what_is_run(program, command.args)) return;
        add(is_in(carriers, program) ? carriers_ : found_, program);
    }

    /// False if what an interpreter runs has no name.
    bool name_what_is_run(const std::string& interpreter, const std::vector<std::string>& args) {
        for (std::size_t i = 0; i < args.size() && args[i] != "-c"; ++i) {
            const std::string_view file = last_component(args[i]);
            std::string named;
            if (args[i] == "-m" && i + 1 < args.size())
                named = "-m " + args[i + 1].substr(0, args[i + 1].find('.'));
            else if (ends_with_any(script_endings, file) && is_name(file))
                named = file;
            else
                continue;
            named_.insert(interpreter);
            add(found_, interpreter + " " + named);
            return true;
        }
        return false;
    }

    static void add(std::vector<std::string>& list, const std::string& program) {
        if (!is_in(list, program)) list.push_back(program);
    }

    Names functions_;
    Names named_; ///< interpreters of which we know what they run
    std::vector<std::string> found_, carriers_;
};

} // namespace

std::vector<std::string> main_programs(const script::Reading& reading) { return Programs(reading).telling(); }

std::string title_of(const script::Reading& reading, const std::function<bool(std::string_view)>& is_private) {
    std::vector<std::string> programs = main_programs(reading);
    std::erase_if(programs, is_private);
    if (programs.size() > most_in_title) programs.resize(most_in_title);
    if (programs.empty()) return "Scripts that run programs of their own";
    std::string title = "Scripts that run ";
    for (std::size_t i = 0; i < programs.size(); ++i) {
        if (i > 0) title += i + 1 == programs.size() ? " and " : ", ";
        title += programs[i];
    }
    return title;
}

} // namespace worklines::lines
