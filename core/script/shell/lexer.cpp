// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/shell/lexer.h"

#include <algorithm>
#include <array>

namespace worklines::script::shell {
namespace {

constexpr std::size_t highest = 200; // open quotes, parameters, substitutions inside one another
constexpr std::size_t most_remarks = 1u << 16;
constexpr std::size_t longest_lookahead = 4096;

enum Class : unsigned char { ordinary = 0, ends_word = 1, special = 2, inside_quotes = 4 };

constexpr std::array<unsigned char, 256> classes = [] {
    std::array<unsigned char, 256> table{};
    for (const char c : std::string_view(" \t\n;&|()<>"))
        table[static_cast<unsigned char>(c)] |= ends_word;
    for (const char c : std::string_view("\r\\'\"$`"))
        table[static_cast<unsigned char>(c)] |= special;
    for (const char c : std::string_view("\"\\$`"))
        table[static_cast<unsigned char>(c)] |= inside_quotes;
    return table;
}();

bool is(char c, unsigned char what) { return (classes[static_cast<unsigned char>(c)] & what) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

} // namespace

Lexer::Lexer(std::string_view text, std::size_t from, std::uint32_t line, Syntax& into, bool quoted)
    : text_(text), into_(into), at_(from), line_(line), lookahead_(8 * (text.size() - from) + longest_lookahead) {
    levels_.push_back({quoted ? Mode::body : Mode::command});
    word_ = {static_cast<std::uint32_t>(from), 0, line, false};
    resuming_ = quoted;
}

bool Lexer::push(Mode mode) {
    if (levels_.size() >= highest) {
        into_.cut = true;
        return false;
    }
    levels_.push_back({mode});
    return true;
}

void Lexer::pass(std::size_t end) {
    end = std::min(end, text_.size());
    line_ += static_cast<std::uint32_t>(std::count(text_.begin() + at_, text_.begin() + end, '\n'));
    at_ = end;
}

void Lexer::end_test() {
    if (mode() == Mode::test) pop();
}

void Lexer::expect_here_document(std::uint32_t which, std::string delimiter, bool without_tabs) {
    expected_.push_back({which, std::move(delimiter), without_tabs});
}

void Lexer::close_substitution() {
    if (open_.empty()) return;
    levels_.resize(open_.back().height);
    word_ = open_.back().word;
    open_.pop_back();
    resuming_ = true;
}

bool Lexer::take_closing() {
    std::size_t i = at_;
    while (at(i) == ' ' || at(i) == '\t')
        ++i;
    if (at(i) != ')') return false;
    at_ = i + 1;
    return true;
}

void Lexer::skip_blanks() {
    for (;;) {
        const char c = at(at_);
        if (c == ' ' || c == '\t' || (c == '\r' && (at(at_ + 1) == '\n' || at_ + 1 == text_.size())))
            ++at_;
        else if (c == '\\' && (at(at_ + 1) == '\n' || (at(at_ + 1) == '\r' && at(at_ + 2) == '\n')))
            pass(at_ + (at(at_ + 1) == '\n' ? 2 : 3));
        else
            return;
    }
}

void Lexer::take_comment() {
    std::size_t end = std::min(text_.find('\n', at_), text_.size());
    if (in_backticks()) end = std::min(end, text_.find('`', at_));
    if (into_.remarks.size() < most_remarks)
        into_.remarks.push_back({static_cast<std::uint32_t>(at_ + 1), static_cast<std::uint32_t>(end), line_});
    else
        into_.cut = true;
    at_ = end;
}

/// At the beginning of a line. A body without its delimiter goes on to the end, as in bash.
void Lexer::read_here_documents() {
    for (const Expected& expected : expected_) {
        Here& here = into_.here_documents[expected.which];
        here.begin = here.end = static_cast<std::uint32_t>(at_);
        here.line = line_;
        while (at_ < text_.size()) {
            const std::size_t end = std::min(text_.find('\n', at_), text_.size());
            std::string_view line = text_.substr(at_, end - at_);
            if (line.ends_with('\r')) line.remove_suffix(1);
            while (expected.without_tabs && line.starts_with('\t'))
                line.remove_prefix(1);
            if (end < text_.size()) ++line_;
            at_ = std::min(end + 1, text_.size());
            if (line == expected.delimiter) break;
            here.end = static_cast<std::uint32_t>(at_);
        }
    }
    expected_.clear();
}

Token Lexer::next() {
    if (resuming_) {
        resuming_ = false;
        return word();
    }
    for (;;) {
        skip_blanks();
        if (at_ >= text_.size()) return {};
        if (text_[at_] != '#') break;
        take_comment();
    }
    word_ = {static_cast<std::uint32_t>(at_), 0, line_, true};
    const char c = text_[at_];
    if (c == '\n') {
        Token token = op(Operator::none, 1);
        token.kind = Token::Kind::newline;
        ++line_;
        if (!expected_.empty()) read_here_documents();
        return token;
    }
    // A bare mark closes the inner one as well: it takes none of it, and the outer one does.
    if (closes_backticks()) return op(Operator::backtick, !open_.back().escaped ? 1 : c == '`' ? 0 : 2);
    if (mode() == Mode::test && (c == '(' || c == ')')) {
        ++at_;
        return end_word();
    }
    if (is(c, ends_word)) return operator_token();
    if (is_digit(c) && mode() == Mode::command) { // 2> file
        std::size_t i = at_;
        while (is_digit(at(i)))
            ++i;
        if ((at(i) == '<' || at(i) == '>') && at(i + 1) != '(') {
            at_ = i;
            return operator_token();
        }
    }
    return word();
}

Token Lexer::op(Operator what, std::size_t length) {
    at_ += length;
    word_.end = static_cast<std::uint32_t>(at_);
    return {Token::Kind::op, what, word_};
}

Token Lexer::operator_token() {
    const char c = text_[at_], second = at(at_ + 1), third = at(at_ + 2);
    switch (c) {
    case ';':
        if (second == ';') return op(Operator::case_end, third == '&' ? 3 : 2);
        if (second == '&') return op(Operator::case_end, 2);
        return op(Operator::semicolon, 1);
    case '&':
        if (second == '&') return op(Operator::and_then, 2);
        if (second == '>') return op(Operator::output, third == '>' ? 3 : 2);
        return op(Operator::background, 1);
    case '|':
        if (second == '|') return op(Operator::or_else, 2);
        return op(Operator::pipe, second == '&' ? 2 : 1);
    case '(':
        return op(Operator::open, 1);
    case ')':
        return op(Operator::close, 1);
    case '<':
        if (second == '(') return word();
        if (second == '<' && third == '<') return op(Operator::here_string, 3);
        if (second == '<') return op(Operator::here_document, third == '-' ? 3 : 2);
        if (second == '&') return op(Operator::duplicate, 2);
        return op(second == '>' ? Operator::output : Operator::input, second == '>' ? 2 : 1);
    default: // '>'
        if (second == '(') return word();
        if (second == '&') return op(Operator::duplicate, 2);
        return op(Operator::output, second == '>' || second == '|' ? 2 : 1);
    }
}

Token Lexer::end_word() {
    word_.end = static_cast<std::uint32_t>(at_);
    return {Token::Kind::word, Operator::none, word_};
}

/// A substitution begins with this many bytes. False if too much is open already: they are text then.
bool Lexer::opens(std::size_t length, bool backtick, Token& done) {
    word_.plain = false;
    const auto height = static_cast<std::uint32_t>(levels_.size());
    at_ += length;
    if (!push(Mode::command)) return false;
    open_.push_back({word_, height, backtick, backtick && length == 2});
    done = {Token::Kind::substitution, Operator::none, word_};
    return true;
}

/// At the mark that ends the innermost substitution, which backticks began; `\`` if it stands in others.
bool Lexer::closes_backticks() const {
    if (!in_backticks()) return false;
    return at(at_) == '`' || (open_.back().escaped && at(at_) == '\\' && at(at_ + 1) == '`');
}

/// Goes on with word_ until it ends or a substitution begins in it.
Token Lexer::word() {
    Token done;
    while (at_ < text_.size()) {
        const Mode now = mode();
        if (now == Mode::command || now == Mode::test ? step_command(done) : step_inner(done)) return done;
    }
    return end_word();
}

void Lexer::skip_single_quotes() {
    word_.plain = false;
    const std::size_t end = text_.find('\'', at_ + 1);
    pass(end == std::string_view::npos ? end : end + 1);
}

void Lexer::skip_dollar_quotes() {
    word_.plain = false;
    std::size_t i = at_ + 2;
    while (i < text_.size() && text_[i] != '\'')
        i += text_[i] == '\\' ? 2 : 1;
    pass(i + 1);
}

/// Outside of quotes. True if a token is done.
bool Lexer::step_command(Token& done) {
    while (at_ < text_.size() && !is(text_[at_], ends_word | special))
        ++at_;
    if (at_ >= text_.size()) return false;
    const bool test = mode() == Mode::test;
    switch (const char c = text_[at_]) {
    case '\r':
        if (at(at_ + 1) == '\n' || at_ + 1 == text_.size()) break;
        ++at_;
        return false;
    case '\\':
        if (closes_backticks()) break;
        if (at(at_ + 1) == '`' && in_backticks()) return opens(2, true, done);
        word_.plain = false;
        pass(at_ + (at(at_ + 1) == '\r' && at(at_ + 2) == '\n' ? 3 : 2));
        return false;
    case '\'':
        skip_single_quotes();
        return false;
    case '"':
        word_.plain = false;
        ++at_;
        push(Mode::quotes);
        return false;
    case '$':
        return dollar(done);
    case '`':
        if (in_backticks()) break;
        return opens(1, true, done);
    case '<':
    case '>':
        if (at(at_ + 1) == '(' && levels_.back().parentheses == 0) {
            return opens(2, false, done);
        }
        if (test && levels_.back().parentheses > 0) {
            ++at_;
            return false;
        }
        break;
    case '(':
        if (test) {
            ++at_;
            ++levels_.back().parentheses;
            return false;
        }
        if (at_ > word_.begin && std::string_view("?*+@!").find(text_[at_ - 1]) != std::string_view::npos) {
            ++at_;
            word_.plain = false;
            push(Mode::group); // extended pattern: @(a|b)
            return false;
        }
        break;
    case ')':
    case '|':
    case '&':
    case ';':
        if (test && levels_.back().parentheses > 0) {
            levels_.back().parentheses -= c == ')';
            ++at_;
            return false;
        }
        break;
    default:
        break;
    }
    if (test) levels_.back().parentheses = 0;
    done = end_word();
    return true;
}

/// Inside of quotes, ${ }, $(( )), an extended pattern or a here-document's body. True if a token is done.
bool Lexer::step_inner(Token& done) {
    const Mode now = mode();
    if (now == Mode::quotes || now == Mode::body) {
        std::size_t i = at_;
        while (i < text_.size() && !is(text_[i], inside_quotes))
            ++i;
        pass(i);
        if (at_ >= text_.size()) return false;
    }
    switch (const char c = text_[at_]) {
    case '"':
        ++at_;
        if (now == Mode::quotes)
            pop();
        else if (now != Mode::body)
            push(Mode::quotes);
        return false;
    case '\\':
    case '`':
        if (closes_backticks()) { // whatever is open between them
            levels_.resize(open_.back().height + 1);
            done = end_word();
            return true;
        }
        if (c == '`' && !in_backticks()) return opens(1, true, done);
        if (at(at_ + 1) == '`' && in_backticks()) return opens(2, true, done);
        pass(at_ + (c == '`' ? 1 : 2));
        return false;
    case '$':
        return dollar(done);
    case '\'':
        if (now == Mode::group || (now == Mode::parameter && levels_[levels_.size() - 2].mode != Mode::quotes &&
                                   levels_[levels_.size() - 2].mode != Mode::body)) {
            skip_single_quotes();
            return false;
        }
        break;
    case '}':
        if (now == Mode::parameter) pop();
        break;
    case '(':
        if (now == Mode::arithmetic || now == Mode::group) ++levels_.back().parentheses;
        break;
    case ')':
        if (now == Mode::arithmetic && levels_.back().parentheses == 0) {
            at_ += at(at_ + 1) == ')';
            pop();
        } else if (now == Mode::group && levels_.back().parentheses == 0) {
            pop();
        } else if (now == Mode::arithmetic || now == Mode::group) {
            --levels_.back().parentheses;
        }
        break;
    default:
        line_ += c == '\n';
        break;
    }
    ++at_;
    return false;
}

bool Lexer::dollar(Token& done) {
    word_.plain = false;
    const Mode now = mode();
    const bool quoted = now == Mode::quotes || now == Mode::body;
    switch (const char c = at(at_ + 1)) {
    case '(':
        if (at(at_ + 2) == '(' && arithmetic_ahead(at_ + 3)) {
            at_ += 3;
            push(Mode::arithmetic);
            return false;
        }
        return opens(2, false, done);
    case '{':
        at_ += 2;
        push(Mode::parameter);
        return false;
    case '\'':
        if (!quoted && now != Mode::arithmetic) {
            skip_dollar_quotes();
            return false;
        }
        break;
    default:
        if (c != '\0' && std::string_view("$#?!@*-").find(c) != std::string_view::npos) ++at_;
        break;
    }
    ++at_;
    return false;
}

bool Lexer::begins_arithmetic() const { return at(at_) == '(' && arithmetic_ahead(at_ + 1); }

/// `$((` and `((` are arithmetic if `))` ends them; else subshells. What is looked at twice is bounded as a whole.
bool Lexer::arithmetic_ahead(std::size_t from) const {
    std::size_t open = 0;
    const std::size_t end = std::min(text_.size(), from + std::min(longest_lookahead, lookahead_));
    for (std::size_t i = from; i < end; ++i) {
        const char c = text_[i];
        if (c == '\\') {
            ++i;
        } else if (c == '(') {
            ++open;
        } else if (c == ')') {
            if (open == 0) {
                lookahead_ -= std::min(lookahead_, i - from);
                return at(i + 1) == ')';
            }
            --open;
        }
    }
    lookahead_ -= end - std::min(from, end);
    return false;
}

Token Lexer::arithmetic_command() {
    ++at_;
    push(Mode::arithmetic);
    word_.plain = false;
    return word();
}

} // namespace worklines::script::shell
