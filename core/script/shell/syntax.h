// SPDX-License-Identifier: GPL-2.0-or-later
// A shell script taken apart: simple commands and loop heads in the order they end, as ranges of the text. Flat
// arrays, no tree: what a command stands in is said by its flags.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace worklines::script::shell {

/// A word as written, quotes and all.
struct Word {
    std::uint32_t begin = 0, end = 0, line = 0;
    bool plain = true; ///< as written is as meant: no quote, escape or expansion
};

/// A range of one of Syntax's arrays.
struct Range {
    std::uint32_t first = 0, count = 0;
};

/// `NAME=value`, `NAME+=value`, `NAME=(items)`; the word is all of it, an array without its parenthesis.
struct Assign {
    Word word;
    Range items; ///< of words
    bool array = false;
};

enum class Operator : std::uint8_t {
    none,
    semicolon,
    case_end, ///< ;; ;& ;;&
    background,
    and_then,
    or_else,
    pipe,
    open,
    close,
    backtick, ///< the closing one
    input,
    output,
    duplicate, ///< >& and <&: of a descriptor, or &> of a file
    here_document,
    here_string,
};

struct Redirect {
    Operator what = Operator::none;
    Word target;
    std::uint32_t here = 0; ///< of here_documents, if it is one
};

struct Statement {
    enum class Kind : std::uint8_t { command, loop }; ///< a loop's words are its variable and its list
    Kind kind = Kind::command;
    std::uint32_t line = 0;
    Range words, assigns, redirects;
    std::uint16_t depth = 0;
    bool in_loop = false, in_function = false, in_condition = false, in_background = false, substituted = false;
    bool piped_to_next = false;
};

struct Here {
    std::uint32_t begin = 0, end = 0, line = 0; ///< of the body
    bool literal = false;                       ///< the delimiter was quoted: nothing in it is expanded
};

/// Text behind `#`, up to the end of its line.
struct Remark {
    std::uint32_t begin = 0, end = 0, line = 0;
};

struct Syntax {
    std::vector<Statement> statements;
    std::vector<Word> words;
    std::vector<Assign> assigns;
    std::vector<Redirect> redirects;
    std::vector<Here> here_documents;
    std::vector<Remark> remarks;
    std::vector<Word> functions;
    bool cut = false; ///< a limit was met
};

} // namespace worklines::script::shell
