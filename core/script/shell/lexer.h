// SPDX-License-Identifier: GPL-2.0-or-later
// Words and operators of a shell script. One pass, no recursion: what is open (quotes, ${ }, (( )), substitutions)
// stands on a stack of bounded height. A substitution interrupts its word: its commands come as tokens of their
// own, then the word.
#pragma once

#include "core/script/shell/syntax.h"

#include <string>

namespace worklines::script::shell {

struct Token {
    enum class Kind : std::uint8_t { end, newline, word, op, substitution };
    Kind kind = Kind::end;
    Operator op = Operator::none;
    Word word;
};

class Lexer {
  public:
    /// Begins at `from`, which is in `line`. `quoted`: the text is like the inside of double quotes (a
    /// here-document's body).
    Lexer(std::string_view text, std::size_t from, std::uint32_t line, Syntax& into, bool quoted);

    Token next();

    /// The caller met the end of the innermost substitution: the word around it goes on.
    void close_substitution();

    /// Between `[[` and `]]`: parentheses belong to words.
    void begin_test() { push(Mode::test); }
    void end_test();

    /// The body of here_documents[which] begins behind this line.
    void expect_here_document(std::uint32_t which, std::string delimiter, bool without_tabs);

    /// Takes `)`, if nothing but blanks is before it.
    bool take_closing();
    /// At the second of two parentheses: takes `( ... ))` if it is arithmetic. Substitutions in it are skipped.
    bool begins_arithmetic() const;
    /// The word that goes on inside `((`.
    Token arithmetic_command();

  private:
    enum class Mode : std::uint8_t { command, test, quotes, parameter, arithmetic, group, body };
    struct Level {
        Mode mode;
        std::uint32_t parentheses = 0;
    };
    struct Open {
        Word word;
        std::uint32_t height; ///< of levels_ below it
        bool backtick, escaped;
    };
    struct Expected {
        std::uint32_t which;
        std::string delimiter;
        bool without_tabs;
    };

    char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
    Mode mode() const { return levels_.back().mode; }
    bool in_backticks() const { return !open_.empty() && open_.back().backtick; }
    bool push(Mode mode);
    void pop() { levels_.pop_back(); }
    void pass(std::size_t end); ///< moves there, counting lines

    void skip_blanks();
    void take_comment();
    void read_here_documents();
    Token operator_token();
    Token op(Operator what, std::size_t length);
    Token word();
    Token end_word();
    bool opens(std::size_t length, bool backtick, Token& done);
    bool closes_backticks() const;
    bool step_command(Token& done);
    bool step_inner(Token& done);
    bool dollar(Token& done);
    void skip_single_quotes();
    void skip_dollar_quotes();
    bool arithmetic_ahead(std::size_t from) const;

    std::string_view text_;
    Syntax& into_;
    std::size_t at_ = 0;
    std::uint32_t line_;
    std::vector<Level> levels_;
    std::vector<Open> open_;
    std::vector<Expected> expected_;
    Word word_;
    bool resuming_ = false;
    mutable std::size_t lookahead_; ///< bytes that may still be looked at twice
};

} // namespace worklines::script::shell
