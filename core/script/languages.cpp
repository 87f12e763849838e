// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/languages.h"

#include <algorithm>

namespace worklines::script {
namespace {

constexpr std::string_view blanks = " \t\r";

std::string_view first_word(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::string_view word = text.substr(0, text.find_first_of(blanks));
    text.remove_prefix(word.size());
    return word;
}

std::string_view without_version(std::string_view name) {
    const std::size_t end = name.find_last_not_of("0123456789.");
    return name.substr(0, end + 1); // npos + 1 is 0
}

struct Named {
    std::string_view name;
    Language language;
};

constexpr Named programs[] = {
    {"bash", Language::shell},  {"sh", Language::shell},        {"dash", Language::shell},
    {"ksh", Language::shell},   {"mksh", Language::shell},      {"zsh", Language::shell},
    {"ash", Language::shell},   {"rbash", Language::shell},     {"csh", Language::csh},
    {"tcsh", Language::csh},    {"python", Language::python},   {"ipython", Language::python},
    {"pypy", Language::python}, {"pvpython", Language::python}, {"R", Language::r},
    {"Rscript", Language::r},   {"littler", Language::r},       {"perl", Language::perl},
    {"fish", Language::fish},   {"julia", Language::julia},     {"lua", Language::lua},
    {"luajit", Language::lua},  {"matlab", Language::matlab},   {"octave", Language::matlab},
};

constexpr Named endings[] = {
    {".sh", Language::shell},    {".bash", Language::shell}, {".sbatch", Language::shell},
    {".slurm", Language::shell}, {".sub", Language::shell},  {".job", Language::shell},
    {".csh", Language::csh},     {".py", Language::python},  {".R", Language::r},
    {".r", Language::r},         {".pl", Language::perl},    {".fish", Language::fish},
    {".jl", Language::julia},    {".lua", Language::lua},    {".m", Language::matlab},
};

} // namespace

std::string interpreter_of(std::string_view script) {
    if (script.starts_with("\xef\xbb\xbf")) script.remove_prefix(3);
    if (!script.starts_with("#!")) return {};
    std::string_view line = script.substr(2, script.find('\n') - 2);
    std::string_view word = first_word(line);
    word = word.substr(word.rfind('/') + 1);
    if (word == "env") {
        word = first_word(line);
        while (word.starts_with('-') || word.find('=') != std::string_view::npos)
            word = first_word(line);
        word = word.substr(word.rfind('/') + 1);
    }
    return std::string(word);
}

Language language_of(std::string_view script) {
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; };
    if (std::ranges::all_of(script, blank)) return Language::empty;
    if (script.substr(0, 4096).find('\0') != std::string_view::npos) return Language::binary;
    const std::string interpreter = interpreter_of(script);
    return interpreter.empty() ? Language::shell : language_of_program(interpreter);
}

Language language_of_program(std::string_view program) {
    if (program.empty()) return Language::other;
    const std::string_view bare = without_version(program);
    for (const Named& known : programs)
        if (known.name[0] == program[0] && (known.name == program || known.name == bare)) return known.language;
    return Language::other;
}

Language language_of_file(std::string_view name) {
    for (const Named& known : endings)
        if (name.ends_with(known.name)) return known.language;
    return Language::other;
}

} // namespace worklines::script
