// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/code_scanner.h"

#include "core/script/inner.h"
#include "core/script/shell/keywords.h"
#include "core/text/words.h"

#include <algorithm>

namespace worklines::script {
namespace {

using text::is_in;

constexpr std::size_t most_words = 1024, longest_string = 1u << 16;

constexpr std::string_view starters[] = {"system", "system2", "run",  "call",    "check_call", "check_output",
                                         "Popen",  "popen",   "exec", "execute", "getoutput",  "getstatusoutput",
                                         "shell",  "execvp",  "qx",   "unix"};
constexpr std::string_view r_imports[] = {"library", "require", "requireNamespace", "loadNamespace"};

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool in_module(char c) { return shell::in_name(c) || c == '.' || c == ':'; }

} // namespace

CodeScanner::CodeScanner(std::string_view text, Language language, const Around& around, Reading& reading)
    : text_(text), language_(language), around_(around), reading_(reading), line_(around.line) {}

void CodeScanner::run() {
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (c == '\n') {
            ++line_;
            ++at_;
            line_begins_ = true;
        } else if (is_blank(c)) {
            ++at_;
        } else if (at_comment()) {
            take_comment();
        } else if (c == '"' || (c == '\'' && language_ != Language::julia && language_ != Language::matlab)) {
            take_string();
        } else if (c == '`' && (language_ == Language::perl || language_ == Language::julia)) {
            take_backticks();
        } else if (shell::starts_name(c)) {
            take_name();
        } else if (c >= '0' && c <= '9') {
            while (shell::in_name(at(at_)))
                ++at_;
        } else {
            line_begins_ = false;
            at_ += c == '\\' ? 2 : 1;
            if (c == '\\' && at(at_ - 1) == '\n') ++line_;
        }
    }
}

std::string_view CodeScanner::rest_of_line() const { return text_.substr(at_, text_.find('\n', at_) - at_); }

bool CodeScanner::at_comment() const {
    switch (language_) {
    case Language::lua:
        return text_.substr(at_, 2) == "--";
    case Language::matlab:
        return text_[at_] == '%';
    case Language::perl: // $#array
        return text_[at_] == '#' && (at_ == 0 || text_[at_ - 1] != '$');
    default:
        return text_[at_] == '#';
    }
}

void CodeScanner::take_comment() {
    const std::string_view comment = rest_of_line();
    const std::size_t mark = language_ == Language::lua ? 2 : 1;
    if (!around_.copy && reading_.comments.size() < most_commands)
        add_comment(comment.substr(std::min(mark, comment.size())), line(), reading_);
    at_ += comment.size();
}

/// At its quote. What it holds, escapes undone; python's and julia's long ones too. A short one ends with its line.
std::string CodeScanner::take_string() {
    const char quote = text_[at_];
    const std::string three(3, quote);
    const bool is_long =
        (language_ == Language::python || language_ == Language::julia) && text_.substr(at_, 3) == three;
    const bool lines = is_long || language_ == Language::perl || language_ == Language::r;
    std::string value;
    for (at_ += is_long ? 3 : 1; at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        if (c == '\\' && at_ + 1 < text_.size()) {
            const char next = text_[++at_];
            line_ += next == '\n';
            if (next != '\n' && value.size() < longest_string)
                value += next == 'n' ? '\n' : next == 't' ? '\t' : next;
            continue;
        }
        if (c == quote && (!is_long || text_.substr(at_, 3) == three)) {
            at_ += is_long ? 3 : 1;
            break;
        }
        if (c == '\n') {
            if (!lines) break;
            ++line_;
        }
        if (value.size() < longest_string) value += c;
    }
    line_begins_ = false;
    return value;
}

void CodeScanner::take_name() {
    const std::size_t begin = at_;
    while (shell::in_name(at(at_)))
        ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const bool begins = line_begins_;
    line_begins_ = false;
    if (begins && (name == "import" || name == "from" || name == "using" || name == "use")) {
        take_import(name);
    } else if (language_ == Language::r && (is_in(r_imports, name) || text_.substr(at_, 2) == "::")) {
        if (at(at_) == ':') {
            add_import(name);
            return;
        }
        skip_blanks();
        if (at(at_) != '(') return;
        ++at_;
        skip_blanks();
        if (at(at_) == '"' || at(at_) == '\'') {
            add_import(take_string());
            return;
        }
        const std::size_t from = at_;
        while (shell::in_name(at(at_)) || at(at_) == '.')
            ++at_;
        add_import(text_.substr(from, at_ - from));
    } else if ((language_ == Language::lua || language_ == Language::perl) && name == "require") {
        skip_blanks();
        at_ += at(at_) == '(';
        if (at(at_) == '"' || at(at_) == '\'')
            add_import(take_string());
        else if (language_ == Language::perl)
            take_import(name);
    } else if (is_in(starters, name)) {
        take_call(name);
    }
}

void CodeScanner::skip_blanks() {
    while (is_blank(at(at_)))
        ++at_;
}

/// `import a, b.c as d`, `from a.b import c`, `using A, B: f`, `use A::B;`
void CodeScanner::take_import(std::string_view keyword) {
    skip_blanks();
    std::string_view list = rest_of_line();
    list = list.substr(0, list.find_first_of("#;"));
    at_ += list.size();
    if (keyword == "from" || language_ == Language::perl) {
        const std::size_t end = std::find_if_not(list.begin(), list.end(), in_module) - list.begin();
        const std::string_view module = list.substr(0, end);
        if (keyword == "from" && list.find(" import", end) == std::string_view::npos) return;
        if (!module.empty() && (shell::starts_name(module[0]) || module[0] == '.')) add_import(module);
        return;
    }
    if (language_ != Language::python && language_ != Language::julia) return;
    take_modules(list);
}

void CodeScanner::take_modules(std::string_view list) {
    while (!list.empty()) {
        list.remove_prefix(std::min(list.find_first_not_of(" \t\r,"), list.size()));
        const std::size_t end =
            std::find_if_not(list.begin(), list.end(), [](char c) { return shell::in_name(c) || c == '.'; }) -
            list.begin();
        if (end == 0) return;
        add_import(list.substr(0, end));
        if (end < list.size() && list[end] == ':') return; // using A: f, g
        const std::size_t comma = list.find(',', end);
        list.remove_prefix(comma == std::string_view::npos ? list.size() : comma);
    }
}

void CodeScanner::add_import(std::string_view module) {
    if (!module.empty() && reading_.imports.size() < most_commands)
        reading_.imports.push_back({line(), std::string(module)});
}

namespace {

/// R pastes `args` together with blanks; what has another name is no part of the command: `stdout = "x"`.
std::vector<std::string> system2_words(std::string program, const std::vector<std::string>& args) {
    std::vector<std::string> words{std::move(program)};
    for (std::string_view arg : args) {
        const std::size_t name = std::min(arg.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), arg.size());
        const std::size_t sign = std::min(arg.find_first_not_of(' ', name), arg.size());
        if (name > 0 && sign < arg.size() && arg[sign] == '=') {
            if (arg.substr(0, name) != "args") continue;
            arg.remove_prefix(std::min(arg.find_first_not_of(' ', sign + 1), arg.size()));
        }
        while (!arg.empty()) {
            const std::size_t end = std::min(arg.find(' '), arg.size());
            if (end > 0) words.emplace_back(arg.substr(0, end));
            arg.remove_prefix(std::min(end + 1, arg.size()));
        }
    }
    return words;
}

} // namespace

/// `run(["a", "b"])`, `system("a b")`, `system2("a", c("b"))`, `system 'a b'`.
void CodeScanner::take_call(std::string_view name) {
    skip_blanks();
    const std::uint32_t where = line();
    const bool parenthesis = at(at_) == '(';
    if (!parenthesis && language_ != Language::perl) return;
    if (parenthesis) ++at_;
    const auto skip_lines = [&] {
        for (skip_blanks(); at(at_) == '\n' && parenthesis; skip_blanks()) {
            ++at_;
            ++line_;
        }
    };
    skip_lines();
    if (at(at_) == '[') {
        ++at_;
        run_words(take_words(']'), where);
        return;
    }
    if (at(at_) == '`' && language_ == Language::julia) {
        take_backticks();
        return;
    }
    if ((at(at_) == 'f' || at(at_) == 'r' || at(at_) == 'b') && (at(at_ + 1) == '"' || at(at_ + 1) == '\'')) ++at_;
    if (at(at_) != '"' && at(at_) != '\'') return;
    if (name == "exec" && language_ == Language::python) return; // of code
    std::string first = take_string();
    skip_lines();
    const bool more = at(at_) == ',';
    if (language_ == Language::perl && more) {
        std::vector<std::string> words = take_words(parenthesis ? ')' : ';');
        words.insert(words.begin(), std::move(first));
        run_words(std::move(words), where);
    } else if (name == "system2" && more) {
        run_words(system2_words(std::move(first), take_words(')')), where);
    } else {
        run_text(first, where);
    }
}

/// Literals up to the closing bracket; what is no literal stays as it is written.
std::vector<std::string> CodeScanner::take_words(char closing) {
    std::vector<std::string> words;
    std::string other;
    std::size_t open = 0;
    const auto flush = [&] {
        while (!other.empty() && is_blank(other.back()))
            other.pop_back();
        if (!other.empty() && words.size() < most_words) words.push_back(other);
        other.clear();
    };
    while (at_ < text_.size()) {
        const char c = text_[at_];
        if (at_comment()) {
            take_comment();
            continue;
        }
        if (c == '"' || c == '\'') {
            if (other == "f" || other == "r" || other == "b") other.clear();
            std::string value = take_string();
            if (other.empty())
                other = std::move(value);
            else if (other.size() < longest_string)
                other += value;
            continue;
        }
        if (c == closing && open == 0) {
            ++at_;
            break;
        }
        open += c == '(' || c == '[' || c == '{';
        if ((c == ')' || c == ']' || c == '}') && open > 0) --open;
        line_ += c == '\n';
        ++at_;
        if (c == ',' && (open == 0 || language_ == Language::r))
            flush();
        else if (language_ == Language::r && c == ')')
            flush(); // the last of c(a, b)
        else if (language_ == Language::r && c == '(')
            other.clear(); // c(
        else if (!(other.empty() && (is_blank(c) || c == '\n')) && other.size() < 256 && c != '\n')
            other += c;
    }
    flush();
    return words;
}

void CodeScanner::take_backticks() {
    const std::uint32_t where = line();
    const std::size_t end = std::min(text_.find('`', at_ + 1), text_.size());
    const std::string text(text_.substr(at_ + 1, end - std::min(end, at_ + 1)));
    line_ += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
    at_ = std::min(end + 1, text_.size());
    run_text(text, where);
}

void CodeScanner::run_text(const std::string& text, std::uint32_t where) {
    if (around_.depth >= deepest_script || text.size() > longest_inner) {
        reading_.cut = true;
        return;
    }
    read_shell(text, {where, true, around_.depth + 1, true}, reading_);
}

void CodeScanner::run_words(std::vector<std::string> words, std::uint32_t where) {
    if (words.empty() || words[0].empty()) return;
    Command command;
    command.line = where;
    add_unwrapped(std::move(command), std::move(words), reading_, around_);
}

} // namespace worklines::script
