// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/title.h"

#include "reporter/lines/shell_words.h"

#include <algorithm>
#include <array>
#include <set>

namespace worklines::lines {
namespace {

using Names = std::set<std::string, std::less<>>;

constexpr std::size_t most_in_title = 3;
constexpr std::size_t longest_name = 32;

/// The word behind these is the command: `srun python`, `then python`.
constexpr auto in_front = std::to_array<std::string_view>(
    {"!",    "command", "do",      "elif",   "else", "env",     "eval",    "exec",
     "if",   "ionice",  "mpiexec", "mpirun", "nice", "nohup",   "numactl", "setsid",
     "srun", "stdbuf",  "sudo",    "then",   "time", "timeout", "until",   "while"});

/// Options of those that take the next word as their value.
constexpr auto with_value = std::to_array<std::string_view>({"-A", "-G", "-J", "-N", "-c", "-n", "-p", "-t", "-w"});

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
/// What they run stands somewhere behind them.
constexpr auto runners = std::to_array<std::string_view>(
    {"apptainer", "conda", "docker", "mamba", "micromamba", "podman", "singularity", "uv"});
constexpr auto script_endings = std::to_array<std::string_view>({".py", ".R", ".r", ".jl", ".m", ".pl"});
constexpr auto no_program = std::to_array<std::string_view>({".sh", ".bash", ".log", ".txt"});

template <class List>
bool is_in(const List& list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

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

bool is_assignment(std::string_view word) {
    const auto equals = word.find('=');
    return equals != std::string_view::npos && equals > 0 && is_name(word.substr(0, word.find_first_of("=+[")));
}

std::string_view last_component(std::string_view path) { return path.substr(path.rfind('/') + 1); } // npos + 1 is 0

/// `python3.11` is python.
std::string program_of(std::string_view word) {
    const std::string_view name = last_component(word);
    return std::string(name.starts_with("python") ? name.substr(0, 6) : name);
}

/// Names that a script gives to functions of its own: `name()`, `function name`.
Names functions_of(std::string_view script) {
    constexpr std::string_view keyword = "function ";
    Names names;
    for (std::size_t at = script.find("()"); at != std::string_view::npos; at = script.find("()", at + 2)) {
        std::size_t end = at;
        while (end > 0 && script[end - 1] == ' ')
            --end;
        std::size_t from = end;
        while (from > 0 && is_in_name(script[from - 1]))
            --from;
        names.emplace(script.substr(from, end - from));
    }
    for (std::size_t at = script.find(keyword); at != std::string_view::npos; at = script.find(keyword, at)) {
        at += keyword.size();
        const std::size_t length =
            std::ranges::find_if_not(script.substr(at), is_in_name) - script.substr(at).begin();
        names.emplace(script.substr(at, length));
    }
    return names;
}

/// Follows the words of a script and keeps what stands where a command is expected.
class Programs {
  public:
    explicit Programs(std::string_view script) : functions_(functions_of(script)) {
        ShellWords words(script);
        while (words.next())
            if (words.word().empty() && !words.was_quoted())
                state_ = State::command;
            else
                take(words.word());
    }

    std::vector<std::string> telling() && {
        if (found_.empty()) return std::move(carriers_);
        for (const std::string_view interpreter : named_)
            std::erase(found_, interpreter);
        return std::move(found_);
    }

  private:
    enum class State { command, wrapped, value, arguments, runner, script, module };

    void take(const std::string& word) {
        switch (state_) {
        case State::wrapped:
            if (is_in(with_value, word)) {
                state_ = State::value;
                return;
            }
            if (word.empty() || word[0] == '-' || word[0] == '$' || (word[0] >= '0' && word[0] <= '9')) return;
            [[fallthrough]];
        case State::command:
            take_command(word);
            return;
        case State::value:
            state_ = State::wrapped;
            return;
        case State::script:
            take_argument(word);
            return;
        case State::module:
            name_what_is_run("-m " + word.substr(0, word.find('.')));
            return;
        case State::runner:
            if (is_in(interpreters, program_of(word))) take_command(word);
            return;
        case State::arguments:
            return;
        }
    }

    void take_command(const std::string& word) {
        if (is_assignment(word)) return;
        if (is_in(in_front, word)) {
            state_ = State::wrapped;
            return;
        }
        state_ = State::arguments;
        const std::string program = program_of(word);
        if (!is_name(program) || is_in(everyday, program) || ends_with_any(no_program, program)) return;
        if (functions_.contains(program)) return;
        if (is_in(runners, program)) state_ = State::runner;
        if (is_in(interpreters, program)) {
            interpreter_ = program;
            state_ = State::script;
        }
        add(is_in(carriers, program) ? carriers_ : found_, program);
    }

    void take_argument(const std::string& word) {
        const std::string_view file = last_component(word);
        if (word == "-m")
            state_ = State::module;
        else if (word == "-c")
            state_ = State::arguments;
        else if (ends_with_any(script_endings, file) && is_name(file))
            name_what_is_run(std::string(file));
    }

    void name_what_is_run(const std::string& what) {
        state_ = State::arguments;
        named_.insert(interpreter_);
        add(found_, interpreter_ + " " + what);
    }

    static void add(std::vector<std::string>& list, const std::string& program) {
        if (!is_in(list, program)) list.push_back(program);
    }

    Names functions_;
    State state_ = State::command;
    std::string interpreter_;
    Names named_; ///< interpreters of which we know what they run
    std::vector<std::string> found_, carriers_;
};

} // namespace

std::vector<std::string> main_programs(std::string_view script) { return Programs(script).telling(); }

std::string title_of(std::string_view script, const std::function<bool(std::string_view)>& is_private) {
    std::vector<std::string> programs = main_programs(script);
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
