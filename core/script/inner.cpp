// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/inner.h"

#include "core/script/code_comment.h"
#include "core/script/directives.h"
#include "core/script/interpreters.h"
#include "core/script/languages.h"
#include "core/script/wrappers.h"

#include <algorithm>

namespace worklines::script {
namespace {

constexpr std::size_t most_wrappers = 16;

using Words = std::vector<std::string>;

std::string joined(const Words& words, std::size_t from) {
    std::string all;
    for (std::size_t i = from; i < words.size(); ++i) {
        if (i > from) all += ' ';
        all += words[i];
    }
    return all;
}

/// The text is a copy: its commands have the line of the command that holds it.
void read_text(std::string_view text, const Command& around_it, const Around& around, Reading& reading) {
    if (around.depth >= deepest_script || text.size() > longest_inner) {
        reading.cut = true;
        return;
    }
    const std::size_t first = reading.commands.size();
    read_shell(text, {around_it.line, true, around.depth + 1, true}, reading);
    for (std::size_t i = first; i < reading.commands.size(); ++i) {
        Command& inner = reading.commands[i];
        inner.via.insert(inner.via.begin(), around_it.via.begin(), around_it.via.end());
        inner.wrapping.insert(inner.wrapping.begin(), around_it.wrapping.begin(), around_it.wrapping.end());
        inner.depth = static_cast<std::uint16_t>(inner.depth + around_it.depth);
        inner.in_loop |= around_it.in_loop;
        inner.in_function |= around_it.in_function;
        inner.in_condition |= around_it.in_condition;
        inner.in_trap |= around_it.in_trap;
        inner.in_background |= around_it.in_background;
        inner.substituted |= around_it.substituted;
    }
}

void add_find_exec(const Command& command, const Around& around, Reading& reading) {
    for (std::size_t i = 0; i + 1 < command.args.size(); ++i) {
        if (command.args[i] != "-exec" && command.args[i] != "-execdir") continue;
        const auto begin = command.args.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto end = std::find_if(begin, command.args.end(),
                                      [](const std::string& word) { return word == ";" || word == "+"; });
        if (begin == end) return;
        Command inner = command;
        inner.program.clear();
        inner.args.clear();
        inner.redirections.clear();
        inner.via.push_back("find");
        Around deeper = around;
        if (++deeper.depth <= deepest_script) add_unwrapped(std::move(inner), Words(begin, end), reading, deeper);
        return;
    }
}

} // namespace

void add_unwrapped(Command command, Words words, Reading& reading, const Around& around) {
    std::size_t at = 0;
    for (std::size_t taken = 0; taken < most_wrappers; ++taken) {
        const Unwrapped wrapper = unwrap(words, at);
        if (wrapper.own == 0) break;
        const bool module =
            wrapper.own > 2 && words[at + 1] == "-m" && words[at].find("python") != std::string::npos;
        command.via.emplace_back(module ? words[at + 2] : std::string(without_folder(words[at])));
        command.wrapping.insert(command.wrapping.end(), words.begin() + at + 1, words.begin() + at + wrapper.own);
        at += wrapper.own;
        if (wrapper.is_text) {
            const bool many =
                command.via.back() == "ssh" || command.via.back() == "eval" || command.via.back() == "watch";
            read_text(many ? joined(words, at) : words[at], command, around, reading);
            return;
        }
        if (wrapper.needs_python && !words[at].starts_with("python")) {
            command.program = "python";
            break;
        }
    }
    if (command.program.empty()) command.program = without_folder(words[at++]);
    command.args.assign(std::make_move_iterator(words.begin() + at), std::make_move_iterator(words.end()));
    if (reading.commands.size() >= most_commands) {
        reading.cut = true;
        return;
    }
    if (command.program == "trap" || command.program == "sbatch" || command.program == "find") {
        const Command copy = command;
        reading.commands.push_back(std::move(command));
        Words all{copy.program};
        all.insert(all.end(), copy.args.begin(), copy.args.end());
        if (const std::string_view text = text_in_options(all); !text.empty()) {
            Command outer = copy;
            outer.in_trap = copy.program == "trap";
            outer.via.push_back(copy.program);
            read_text(text, outer, around, reading);
        }
        if (copy.program == "find") add_find_exec(copy, around, reading);
        return;
    }
    const Language language = language_of_program(command.program);
    if (language != Language::other && language != Language::shell) {
        const auto code = std::ranges::find_if(command.args, [&](const std::string& arg) {
            return arg == (language == Language::python ? "-c" : "-e") || !arg.starts_with('-');
        });
        if (code != command.args.end() && code->starts_with('-') && code + 1 != command.args.end() &&
            around.depth < deepest_script)
            read_code(*(code + 1), language, {command.line, true, around.depth + 1, true}, reading);
    }
    reading.commands.push_back(std::move(command));
}

void add_comment(std::string_view text, std::uint32_t line, Reading& reading) {
    if (text.starts_with("!")) return; // #!
    const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '#'; };
    if (is_directive(text)) return;
    while (!text.empty() && blank(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && blank(text.back()))
        text.remove_suffix(1);
    if (!text.empty()) reading.comments.push_back({line, text, looks_like_code(text)});
}

void read_here_document(HereDocument document, std::string_view file, int depth, Reading& reading) {
    document.language = language_of_program(document.fed_to);
    if (document.fed_to == "ssh") document.language = Language::shell;
    if (document.language == Language::other && document.text.starts_with("#!"))
        document.language = language_of(document.text);
    if (document.language == Language::other) document.language = language_of_file(file);
    const HereDocument kept = document;
    reading.here_documents.push_back(std::move(document));
    if (kept.language == Language::other || kept.language == Language::binary || kept.language == Language::empty)
        return;
    if (depth >= deepest_script) {
        reading.cut = true;
        return;
    }
    for (Directive& directive : read_directives(kept.text)) {
        directive.line += kept.line - 1;
        reading.inner_directives.push_back(std::move(directive));
    }
    const Around around{kept.line, false, depth + 1, false};
    const std::size_t first = reading.commands.size();
    if (kept.language == Language::shell)
        read_shell(kept.text, around, reading);
    else
        read_code(kept.text, kept.language, around, reading);
    for (std::size_t i = first; i < reading.commands.size(); ++i)
        if (!kept.fed_to.empty()) reading.commands[i].via.insert(reading.commands[i].via.begin(), kept.fed_to);
}

} // namespace worklines::script
