// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/dialects.h"

#include <algorithm>
#include <vector>

namespace worklines::script {
namespace {

constexpr std::string_view blanks = " \t\r";
constexpr std::size_t deepest = 1000;

std::string_view trimmed(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    const std::size_t last = text.find_last_not_of(blanks);
    return text.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

/// The line's first word; `rest` is what follows, trimmed.
std::string_view first_word(std::string_view line, std::string_view& rest) {
    const std::size_t end = std::min(line.find_first_of(" \t(;"), line.size());
    rest = trimmed(line.substr(end));
    return line.substr(0, end);
}

/// Behind the parenthesis that `text` begins with.
std::string_view behind_parenthesis(std::string_view text) {
    std::size_t open = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        open += text[i] == '(';
        if (text[i] == ')' && --open == 0) return trimmed(text.substr(i + 1));
    }
    return {};
}

template <class Line>
std::string by_lines(std::string_view script, Line line) {
    std::string made;
    made.reserve(script.size() + script.size() / 8);
    while (!script.empty()) {
        const std::size_t end = std::min(script.find('\n'), script.size());
        line(trimmed(script.substr(0, end)), made);
        made += '\n';
        script.remove_prefix(std::min(end + 1, script.size()));
    }
    return made;
}

void add(std::string& made, std::string_view a, std::string_view b = {}, std::string_view c = {}) {
    made += a;
    made += b;
    made += c;
}

/// `x = value`, `x=(a b)`, of `set`.
void csh_assignment(std::string_view rest, std::string& made) {
    const std::size_t equals = rest.find('=');
    if (equals == std::string_view::npos) return;
    add(made, trimmed(rest.substr(0, equals)), "=", trimmed(rest.substr(equals + 1)));
}

void csh_line(std::string_view line, std::string& made) {
    std::string_view rest;
    const std::string_view word = first_word(line, rest);
    if (word == "if" && rest.starts_with('(')) {
        const std::string_view then = behind_parenthesis(rest);
        if (then == "then" || then.starts_with("then ") || then.empty())
            made += "case x in *)";
        else
            made += then;
    } else if (word == "else") {
        made += ";; *) ";
    } else if (word == "endif" || word == "endsw") {
        made += "esac";
    } else if (word == "foreach") {
        const std::size_t open = std::min(rest.find('('), rest.size());
        std::string_view list = rest.substr(std::min(open + 1, rest.size()));
        list = list.substr(0, list.rfind(')'));
        add(made, "for ", trimmed(rest.substr(0, open)), " in ");
        add(made, list, "; do");
    } else if (word == "while") {
        made += "for _ in; do";
    } else if (word == "end") {
        made += "done";
        add(made, " ", rest);
    } else if (word == "switch") {
        made += "case x in";
    } else if (word == "case" || line.starts_with("default:")) {
        made += ";; *)";
    } else if (word == "breaksw" || word == "@" || line.starts_with('#')) {
    } else if (word == "set") {
        csh_assignment(rest, made);
    } else if (word == "setenv") {
        std::string_view value;
        const std::string_view name = first_word(rest, value);
        add(made, "export ", name, "=");
        made += value;
    } else {
        made += line;
    }
}

class Fish {
  public:
    void line(std::string_view line, std::string& made) {
        std::string_view rest;
        const std::string_view word = first_word(line, rest);
        if (word == "end") {
            made += open_.empty() ? "" : open_.back();
            if (!open_.empty()) open_.pop_back();
            add(made, " ", rest);
        } else if (word == "if" || word == "for" || word == "while") {
            open(word == "if" ? "fi" : "done");
            command(line, made);
        } else if (word == "switch") {
            open("esac");
            made += "case x in";
        } else if (word == "case") {
            made += ";; *)";
        } else if (word == "function") {
            open("}");
            add(made, rest.substr(0, rest.find_first_of(blanks)), "() {");
        } else if (word == "begin") {
            open("}");
            made += "{";
        } else if (word == "else") {
            made += "else ";
            if (rest.starts_with("if ")) command(trimmed(rest.substr(3)), made);
        } else if (word == "set") {
            set(rest, made);
        } else if (word == "and" || word == "or" || word == "not") {
            command(rest, made);
        } else {
            command(line, made);
        }
    }

  private:
    void open(const char* closing) {
        if (open_.size() < deepest) open_.push_back(closing);
    }

    /// `(command)` is a substitution.
    static void command(std::string_view text, std::string& made) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '(' && (i == 0 || text[i - 1] != '$')) made += '$';
            made += text[i];
        }
    }

    static void set(std::string_view rest, std::string& made) {
        bool exported = false;
        while (rest.starts_with('-')) {
            std::string_view more;
            exported |= first_word(rest, more).find('x') != std::string_view::npos;
            rest = more;
        }
        std::string_view value;
        const std::string_view name = first_word(rest, value);
        if (name.empty() || value.empty()) return;
        const bool list =
            value.find(' ') != std::string_view::npos && value.find_first_of("\"'(") == std::string_view::npos;
        if (!list && exported) made += "export ";
        add(made, name, "=", list ? "(" : "");
        command(value, made);
        if (list) made += ')';
    }

    std::vector<const char*> open_;
};

} // namespace

std::string from_csh(std::string_view script) { return by_lines(script, csh_line); }

std::string from_fish(std::string_view script) {
    Fish fish;
    return by_lines(script, [&](std::string_view line, std::string& made) { fish.line(line, made); });
}

} // namespace worklines::script
