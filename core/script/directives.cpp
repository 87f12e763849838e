// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/directives.h"

#include "core/script/options.h"

#include <algorithm>

namespace worklines::script {
namespace {

constexpr std::size_t most_directives = 4096;

bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

std::string_view stripped(std::string_view text) {
    while (!text.empty() && is_space(text.front()))
        text.remove_prefix(1);
    while (!text.empty() && is_space(text.back()))
        text.remove_suffix(1);
    return text;
}

/// The next argument of a directive, as sbatch cuts it: quotes group, `\` escapes, `#` outside of quotes ends the
/// line. False at the end. An unclosed quote goes to the line's end; sbatch refuses it.
bool next_argument(std::string_view& rest, std::string& argument, bool& unclosed) {
    argument.clear();
    rest = rest.substr(
        std::min<std::size_t>(std::find_if_not(rest.begin(), rest.end(), is_space) - rest.begin(), rest.size()));
    if (rest.empty() || rest[0] == '#') return false;
    char quote = '\0';
    std::size_t i = 0;
    for (; i < rest.size(); ++i) {
        const char c = rest[i];
        if (quote == '\0' && (is_space(c) || c == '#')) break;
        if (c == '\\' && i + 1 < rest.size())
            argument += rest[++i];
        else if (c == quote)
            quote = '\0';
        else if (quote == '\0' && (c == '"' || c == '\''))
            quote = c;
        else
            argument += c;
    }
    unclosed = quote != '\0';
    rest.remove_prefix(i);
    return true;
}

class Reader {
  public:
    std::vector<Directive> run(std::string_view script) {
        std::uint32_t line = 0;
        bool command_seen = false;
        while (!script.empty() && found_.size() < most_directives) {
            const std::size_t end = std::min(script.find('\n'), script.size());
            const std::string_view text = script.substr(0, end);
            script.remove_prefix(std::min(end + 1, script.size()));
            ++line;
            if (text.starts_with('#'))
                take_comment(text.substr(1), line, command_seen);
            else if (!command_seen)
                command_seen = is_command(text);
        }
        return std::move(found_);
    }

  private:
    static bool is_command(std::string_view line) {
        const std::string_view text = stripped(line);
        return !text.empty() && text[0] != '#';
    }

    void take_comment(std::string_view text, std::uint32_t line, bool command_seen) {
        if (text.starts_with("SBATCH")) {
            take_line(text.substr(6), line,
                      command_seen   ? "after-command"
                      : after_stray_ ? "after-stray-word"
                                     : "");
            return;
        }
        const std::string_view inner = stripped(text);
        if (text.size() != inner.size() && inner.starts_with("SBATCH") &&
            inner.find('-') != std::string_view::npos) {
            const std::string_view rest = stripped(inner.substr(6));
            if (rest.starts_with('-')) take_line(rest, line, "space-after-hash");
        } else if (text.starts_with("PBS ")) {
            take_foreign(text.substr(4), line, "pbs");
        } else if (text.starts_with("BSUB ")) {
            take_foreign(text.substr(5), line, "lsf");
        } else if (text.starts_with("$ ") && stripped(text.substr(2)).starts_with('-')) {
            take_foreign(text.substr(2), line, "sge");
        }
    }

    void add(std::uint32_t line, std::string_view option, std::string_view value, std::string_view problem) {
        Directive directive;
        directive.line = line;
        directive.option = option;
        directive.value = value;
        directive.problem = problem;
        directive.effective = problem.empty();
        found_.push_back(std::move(directive));
    }

    /// The arguments of one line; `problem` is the line's own.
    void take_line(std::string_view rest, std::uint32_t line, std::string_view problem) {
        std::string argument, value;
        bool unclosed = false;
        while (next_argument(rest, argument, unclosed)) {
            std::string_view trouble = problem;
            if (unclosed && trouble.empty()) trouble = "unclosed-quote";
            if (argument == "hetjob" || argument == "packjob") {
                after_stray_ = false;
                add(line, "hetjob", "", trouble);
            } else if (argument.starts_with("--") && argument.size() > 2) {
                take_long(argument, rest, line, trouble);
            } else if (argument.starts_with('-') && argument.size() > 1) {
                take_short(argument, rest, line, trouble);
            } else { // getopt stops here: nothing behind counts, on later lines either
                add(line, argument, "", trouble.empty() ? "stray-word" : trouble);
                if (problem.empty()) {
                    after_stray_ = true;
                    problem = "after-stray-word";
                }
            }
        }
    }

    std::string following(std::string_view& rest) {
        std::string value;
        bool unclosed = false;
        next_argument(rest, value, unclosed);
        return value;
    }

    void take_long(std::string_view argument, std::string_view& rest, std::uint32_t line,
                   std::string_view problem) {
        argument.remove_prefix(2);
        const std::size_t equals = argument.find('=');
        const std::string_view name = argument.substr(0, equals);
        const Option* option = option_named(name);
        std::string value;
        if (equals != std::string_view::npos)
            value = argument.substr(equals + 1);
        else if (option != nullptr && (option->takes == Takes::value || option->takes == Takes::text))
            value = following(rest);
        else if (option == nullptr && !stripped(rest).starts_with('-')) // a mistyped one has its value as well
            value = following(rest);
        take(option, name, value, line, problem);
    }

    void take_short(std::string_view argument, std::string_view& rest, std::uint32_t line,
                    std::string_view problem) {
        for (std::size_t i = 1; i < argument.size(); ++i) {
            const Option* option = option_of_letter(argument[i]);
            std::string value;
            const bool valued = option != nullptr && option->takes != Takes::nothing;
            if (valued || option == nullptr) {
                value = argument.substr(i + 1);
                if (value.empty() && valued && option->takes != Takes::optional) value = following(rest);
            }
            take(option, argument.substr(i, 1), value, line, problem);
            if (valued || option == nullptr) return;
        }
    }

    void take(const Option* option, std::string_view name, const std::string& value, std::uint32_t line,
              std::string_view problem) {
        if (option == nullptr) {
            add(line, name, value, problem.empty() ? "unknown" : problem);
            return;
        }
        const bool variable = value.find('$') != std::string::npos && problem.empty();
        add(line, option->name, value, variable ? "variable" : problem);
        if (variable && option->takes == Takes::text) found_.back().effective = true; // taken, but as it is written
    }

    void take_foreign(std::string_view rest, std::uint32_t line, std::string_view system) {
        std::string argument, value;
        bool unclosed = false;
        while (next_argument(rest, argument, unclosed)) {
            if (!argument.starts_with('-')) continue;
            const std::string option = argument.substr(argument.find_first_not_of('-') == std::string::npos
                                                           ? argument.size()
                                                           : argument.find_first_not_of('-'));
            value.clear();
            std::string_view ahead = rest;
            while (next_argument(ahead, argument, unclosed) && !argument.starts_with('-')) { // -pe smp 4
                value += (value.empty() ? "" : " ") + argument;
                rest = ahead;
            }
            add(line, option, value, "foreign");
            found_.back().system = system;
        }
    }

    std::vector<Directive> found_;
    bool after_stray_ = false;
};

} // namespace

std::vector<Directive> read_directives(std::string_view script) { return Reader().run(script); }

bool is_directive(std::string_view comment) {
    while (!comment.empty() && (comment.front() == '#' || is_space(comment.front())))
        comment.remove_prefix(1);
    for (const std::string_view mark : {"SBATCH", "PBS", "BSUB", "$"})
        if (comment.starts_with(mark)) {
            const std::string_view rest = stripped(comment.substr(mark.size()));
            return rest.starts_with('-') || (mark == "SBATCH" && (rest.starts_with("hetjob") || rest.empty()));
        }
    return false;
}

} // namespace worklines::script
