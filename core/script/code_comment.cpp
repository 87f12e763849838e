// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/code_comment.h"

#include "core/script/shell/keywords.h"

#include <algorithm>
#include <cctype>

namespace worklines::script {
namespace {

constexpr std::size_t enough = 512; // bytes of a comment that are looked at

/// A comment that begins with one of these is a command, unless what follows reads like a sentence.
constexpr std::string_view commands[] = {
    "awk",    "bash",    "cat",    "cd",          "chmod",     "conda",  "cp",      "docker", "echo",  "exit",
    "export", "grep",    "gunzip", "gzip",        "java",      "julia",  "mamba",   "mkdir",  "ml",    "module",
    "mpirun", "mpiexec", "mv",     "pip",         "printf",    "python", "python3", "rm",     "rsync", "sbatch",
    "scp",    "sed",     "set",    "singularity", "apptainer", "source", "srun",    "ssh",    "tar",   "torchrun",
    "wget",   "curl",    "wait",   "Rscript",     "perl",      "git",    "ls",      "ln",     "sleep", "nvidia-smi",
    "ulimit", "unset",   "touch",  "pwd",         "import",    "from"};

bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

/// Signs that prose does without: `$x`, ` -x`, `a && b`, `2>`, `./x`, `x="`, `*.txt`.
std::size_t signs_of_code(std::string_view text) {
    std::size_t signs = 0;
    char before = ' ';
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char next = i + 1 < text.size() ? text[i + 1] : ' ';
        switch (c) {
        case '$':
        case '\\':
            ++signs;
            break;
        case '-':
            signs += before == ' ' && next != ' ' && (next < '0' || next > '9');
            break;
        case '&':
        case '|':
        case ';':
        case '[':
            signs += next == c || (c == '|' && before == ' ' && next == ' ');
            break;
        case '>':
            signs += before == ' ' || before == '2' || next == '>';
            break;
        case '/':
            signs += before == '.' || before == '*' || next == '*';
            break;
        case '=':
            signs += next == '"' || next == '\'' || next == '{';
            break;
        case '(':
            signs += next == ')' && before != ' ';
            break;
        case '*':
            signs += next == '.';
            break;
        default:
            break;
        }
        before = c;
    }
    return signs;
}

std::size_t words_of_prose(std::string_view text) {
    std::size_t count = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(' '), text.size());
        std::string_view word = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        while (!word.empty() && std::string_view(".,:;!?)").find(word.back()) != std::string_view::npos)
            word.remove_suffix(1);
        count += word.size() > 1 && std::ranges::all_of(word, is_letter);
    }
    return count;
}

} // namespace

bool looks_like_code(std::string_view comment) {
    const std::string_view text = comment.substr(0, enough);
    const std::string_view first = text.substr(0, text.find_first_of(" \t"));
    if (first.empty()) return false;
    // Counted only where it matters: most comments are told by their first word.
    const auto signs = [&] { return signs_of_code(text); };
    const auto prose = [&] { return words_of_prose(text); };
    if (const std::size_t length = shell::assignment_length(first); length != 0) // NAME=value
        return (length < first.size() || first.size() == text.size()) && prose() <= 3;
    if (first.ends_with(':') || first.ends_with(',')) return false;
    const std::string_view name = first.substr(first.rfind('/') + 1);
    if (name.empty()) return false;
    if (std::ranges::any_of(commands,
                            [&](std::string_view known) { return known[0] == name[0] && known == name; })) {
        const std::size_t count = signs();
        return prose() <= (count > 0 ? 6 + 2 * count : 3);
    }
    if (text.ends_with('.') || text.ends_with('?') || text.ends_with('!')) return false;
    if (first.starts_with("./") || (first.starts_with('/') && first.size() > 1)) return prose() <= 4;
    if (shell::keyword_of(first) != shell::Keyword::none)
        return signs() > 0 && (text.ends_with("do") || text.ends_with("then") || prose() <= 3);
    return signs() >= 3 && prose() <= 4;
}

} // namespace worklines::script
