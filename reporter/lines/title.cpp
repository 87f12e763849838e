// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/title.h"

#include "reporter/lines/shell_words.h"

#include <algorithm>
#include <array>
#include <set>

namespace worklines::lines {
namespace {

constexpr std::size_t most_programs = 3;
constexpr std::size_t longest_name = 24;

/// The word behind these is the command: `srun python`, `then python`.
constexpr auto in_front = std::to_array<std::string_view>(
    {"!",    "case",   "command", "do",     "elif", "else",    "env",     "eval", "exec",
     "if",   "ionice", "mpiexec", "mpirun", "nice", "nohup",   "numactl", "prun", "setsid",
     "srun", "stdbuf", "sudo",    "then",   "time", "timeout", "until",   "while"});

/// What every script does, so it tells nothing.
constexpr auto everyday = std::to_array<std::string_view>(
    {".",        ":",          "[",        "[[",       "alias", "awk",      "basename", "break",     "cat",
     "cd",       "chmod",      "conda",    "continue", "cp",    "cut",      "date",     "declare",   "df",
     "dirname",  "done",       "du",       "echo",     "esac",  "exit",     "export",   "false",     "fi",
     "find",     "for",        "function", "grep",     "head",  "hostname", "in",       "kill",      "let",
     "ln",       "local",      "ls",       "mapfile",  "mkdir", "mktemp",   "ml",       "module",    "mv",
     "nproc",    "nvidia-smi", "popd",     "printf",   "pushd", "pwd",      "read",     "readarray", "readlink",
     "readonly", "realpath",   "return",   "rm",       "rmdir", "scontrol", "sed",      "select",    "seq",
     "set",      "sha256sum",  "shift",    "shopt",    "sleep", "sort",     "source",   "spack",     "squeue",
     "stat",     "sync",       "tail",     "tee",      "test",  "touch",    "tr",       "trap",      "true",
     "type",     "ulimit",     "umask",    "uname",    "uniq",  "unset",    "uptime",   "wait",      "wc",
     "which",    "whoami",     "xargs",    "yes"});

template <class List>
bool is_in(const List& list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

bool is_name(std::string_view word) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
               c == '.' || c == '+';
    };
    const bool letter_first = !word.empty() && ((word[0] | 32) >= 'a' && (word[0] | 32) <= 'z');
    return letter_first && word.size() <= longest_name && std::ranges::all_of(word, plain);
}

bool is_assignment(std::string_view word) {
    const auto equals = word.find('=');
    return equals != std::string_view::npos && equals > 0 &&
           word.substr(0, equals).find_first_of("/-$") == std::string_view::npos;
}

/// `python3.11` is python.
std::string program_of(std::string_view word) {
    if (word.starts_with("python")) return "python";
    return std::string(word);
}

/// Names that a script gives to functions of its own: `name()`, `function name`.
std::set<std::string, std::less<>> functions_of(std::string_view script) {
    std::set<std::string, std::less<>> names;
    for (std::size_t at = script.find("()"); at != std::string_view::npos; at = script.find("()", at + 2)) {
        std::size_t end = at;
        while (end > 0 && script[end - 1] == ' ')
            --end;
        std::size_t from = end;
        while (from > 0 && is_name(script.substr(from - 1, 1) == "_" ? "a" : script.substr(from - 1, 1)))
            --from;
        if (from < end) names.emplace(script.substr(from, end - from));
    }
    return names;
}

} // namespace

std::vector<std::string> main_programs(std::string_view script, std::size_t most) {
    const auto functions = functions_of(script);
    std::vector<std::string> programs;
    ShellWords words(script);
    bool expects_command = true, after_wrapper = false;
    while (programs.size() < most && words.next()) {
        const std::string& word = words.word();
        if (word.empty() && !words.was_quoted()) {
            expects_command = true;
            after_wrapper = false;
            continue;
        }
        if (!expects_command || is_assignment(word)) continue;
        if (is_in(in_front, word)) {
            after_wrapper = true;
            continue;
        }
        // Options of a wrapper and their values: `srun -n 4 python`.
        if (after_wrapper && !word.empty() &&
            (word[0] == '-' || word[0] == '$' || (word[0] >= '0' && word[0] <= '9')))
            continue;
        expects_command = false;
        if (words.was_quoted() || !is_name(word) || is_in(everyday, word) || functions.contains(word)) continue;
        std::string program = program_of(word);
        if (!is_in(programs, program)) programs.push_back(std::move(program));
    }
    return programs;
}

std::string title_of(std::string_view script, const std::function<bool(std::string_view)>& is_private) {
    std::vector<std::string> programs = main_programs(script, 4 * most_programs);
    std::erase_if(programs, is_private);
    if (programs.size() > most_programs) programs.resize(most_programs);
    if (programs.empty()) return "Scripts that run programs of their own";
    std::string title = "Scripts that run ";
    for (std::size_t i = 0; i < programs.size(); ++i) {
        if (i > 0) title += i + 1 == programs.size() ? " and " : ", ";
        title += programs[i];
    }
    return title;
}

} // namespace worklines::lines
