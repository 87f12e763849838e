// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/wrappers.h"

#include "core/script/shell/keywords.h"
#include "core/script/wrapper_table.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

namespace worklines::script {
namespace {

using Words = std::vector<std::string>;

using Names = std::unordered_set<std::string_view>;

/// Of a list of words between blanks.
Names names_in(std::string_view list) {
    Names names;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(' '), list.size());
        if (end > 0) names.insert(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

struct Known {
    explicit Known(const Wrapper& of) : wrapper(of), verbs(names_in(of.verbs)), valued(names_in(of.valued)) {}

    const Wrapper& wrapper;
    Names verbs, valued;
};

const Known* known_as(std::string_view name) {
    static const auto* const table = [] { // leaked: it must outlive every thread
        auto* made = new std::unordered_map<std::string_view, Known>;
        for (const Wrapper& wrapper : wrappers)
            made->emplace(wrapper.name, wrapper);
        return made;
    }();
    const auto found = table->find(name);
    return found == table->end() ? nullptr : &found->second;
}

bool takes_two(std::string_view option) {
    return option == "-mca" || option == "--mca" || option == "-gmca" || option == "--gmca" || option == "-genv";
}

bool is_option(std::string_view word) { return word.size() > 1 && word[0] == '-'; }
bool is_python(std::string_view program) { return program.starts_with("python") || program == "ipython"; }

/// Behind the options that begin at `at`. `--` ends them.
std::size_t past_options(const Words& words, std::size_t at, const Known& known) {
    while (at < words.size() && is_option(words[at])) {
        const std::string& word = words[at++];
        if (word == "--") break;
        if (known.wrapper.style == Style::python && (word == "-m" || word == "--module")) return at - 1;
        if (known.wrapper.valued == mpi_valued && takes_two(word))
            at += 2;
        else if (known.valued.contains(word))
            ++at;
    }
    return std::min(at, words.size());
}

/// The word behind `-c`, `-lc`, `-xec`: words.size() if there is none before the first other word.
std::size_t text_behind_c(const Words& words, std::size_t from, const Known& known) {
    const std::string_view name = known.wrapper.name;
    const bool any_place = name == "su" || name == "sg" || name == "script";
    for (std::size_t i = from + 1; i + 1 < words.size(); ++i) {
        const std::string& word = words[i];
        if (is_option(word) && word[1] != '-' && word.back() == 'c') return i + 1;
        if (word == "--command") return i + 1;
        if (is_option(word) && known.valued.contains(word))
            ++i;
        else if (!is_option(word) && !any_place)
            break;
    }
    return words.size();
}

Unwrapped nothing() { return {}; }

Unwrapped take(const Words& words, std::size_t from, std::size_t end, Unwrapped what = {}) {
    if (end >= words.size()) return nothing();
    what.own = end - from;
    return what;
}

Unwrapped behind_dashes(const Words& words, std::size_t from, std::string_view dashes) {
    const auto found = std::find(words.begin() + from, words.end(), dashes);
    return take(words, from, found == words.end() ? words.size() : found - words.begin() + 1);
}

} // namespace

std::string_view without_folder(std::string_view program) {
    if (program.find_first_of("$`(") != std::string_view::npos && program.ends_with(')')) return program;
    return program.substr(program.rfind('/') + 1); // npos + 1 is 0
}

Unwrapped unwrap(const Words& words, std::size_t from) {
    std::string_view name = without_folder(words[from]);
    std::size_t at = from + 1;
    if (is_python(name) && at + 1 < words.size() && words[at] == "-m") { // python -m torch.distributed.run
        name = words[at + 1];
        if (name.find('.') == std::string_view::npos) return nothing();
        at += 2;
    }
    const Known* known = known_as(name);
    if (known == nullptr) return nothing();
    const Wrapper* wrapper = &known->wrapper;
    switch (wrapper->style) {
    case Style::text_of: {
        const std::size_t text = text_behind_c(words, from, *known);
        return take(words, from, text, {.is_text = true});
    }
    case Style::dashes:
        if (name == "gdb") return behind_dashes(words, from, "--args");
        if (!wrapper->verbs.empty() && (at >= words.size() || words[at] != wrapper->verbs)) return nothing();
        return behind_dashes(words, from, "--");
    default:
        break;
    }
    if (!wrapper->verbs.empty()) {
        at = past_options(words, at, *known);
        if (at >= words.size() || !known->verbs.contains(words[at])) return nothing();
        ++at;
    }
    at = past_options(words, at, *known);
    if (wrapper->style == Style::settings)
        while (at < words.size() && shell::assignment_length(words[at]) != 0)
            ++at;
    if (name == "flock" && at + 2 < words.size() && words[at + 1] == "-c")
        return take(words, from, at + 2, {.is_text = true});
    at += wrapper->skip;
    if (wrapper->skip > 0 && at < words.size() && words[at] == "--") ++at;
    const bool one_text =
        wrapper->style == Style::joined && at < words.size() && words[at].find(' ') != std::string::npos;
    Unwrapped what;
    what.is_text = wrapper->style == Style::text || one_text;
    what.needs_python = wrapper->style == Style::python;
    return take(words, from, at, what);
}

std::string_view text_in_options(const Words& words) {
    const std::string_view name = without_folder(words[0]);
    if (name == "trap" && words.size() > 2 && !is_option(words[1])) return words[1];
    if (name != "sbatch") return {};
    constexpr std::string_view wrap = "--wrap";
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::string_view word = words[i];
        if (word == wrap && i + 1 < words.size()) return words[i + 1];
        if (word.starts_with(wrap) && word.size() > wrap.size() && word[wrap.size()] == '=')
            return word.substr(wrap.size() + 1);
    }
    return {};
}

} // namespace worklines::script
