// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/shell/parser.h"

#include "core/script/shell/keywords.h"
#include "core/script/shell/lexer.h"

#include <limits>

namespace worklines::script::shell {
namespace {

constexpr std::size_t deepest = 64; // compound commands and substitutions inside one another
constexpr std::size_t most_statements = 1u << 16, most_words = 1u << 20, most_words_of_one = 1u << 14;
constexpr int deepest_body = 4; // here-documents in substitutions in here-documents

/// What a list of commands stands in.
enum class Place : std::uint8_t { script, group, subshell, branch, loop, cases, array, substitution };

enum class Expects : std::uint8_t {
    command,  ///< its first word, or an assignment
    argument, ///< of a command that has begun
    nothing,  ///< behind `fi`, `done`, `}`, `)`: redirections at most
    test,     ///< up to `]]`
    header,   ///< variable and list of a loop, up to `do` or the line's end
    subject,  ///< of `case`, up to `in`
    pattern,  ///< of `case`, up to `)`
    name,     ///< of a function
    item,     ///< of an array
};

struct Frame {
    Place place = Place::script;
    Expects expects = Expects::command;
    Operator redirection = Operator::none; ///< whose target comes next
    bool has_line = false, only_time = false;
    bool in_loop = false, in_function = false, in_condition = false, substituted = false;
    bool function_next = false; ///< the compound command to come is a function's body
    std::uint16_t depth = 0;
    std::uint32_t line = 0;
    std::uint32_t words = 0, assigns = 0, redirects = 0; ///< where this command's begin on the scratch stacks
    std::uint32_t first = 0;                             ///< statement of this frame
    std::uint32_t last_group = 0;                        ///< first statement of the compound command before
};

class Parser {
  public:
    Parser(std::string_view text, std::size_t from, std::uint32_t line, Syntax& into, bool quoted)
        : text_(text), into_(into), lexer_(text, from, line, into, quoted) {
        frames_.emplace_back();
        frames_.back().substituted = quoted;
        frames_.back().first = count(into.statements);
        if (quoted) frames_.back().expects = Expects::item;
    }

    void run() {
        // Each token takes a byte or closes something: more than this would be one that does neither.
        for (std::size_t left = 4 * text_.size() + 64;; --left) {
            const Token token = lexer_.next();
            if (token.kind == Token::Kind::end) break;
            if (left == 0 || into_.statements.size() >= most_statements || into_.words.size() >= most_words) {
                into_.cut = true;
                break;
            }
            take(token);
            previous_ = token;
        }
        while (frames_.size() > 1)
            close_frame();
        finish();
    }

  private:
    template <class List>
    static std::uint32_t count(const List& list) {
        return static_cast<std::uint32_t>(list.size());
    }

    Frame& frame() { return frames_.back(); }
    std::string_view text(const Word& word) const { return text_.substr(word.begin, word.end - word.begin); }

    void take(const Token& token) {
        switch (token.kind) {
        case Token::Kind::word:
            take_word(token.word);
            break;
        case Token::Kind::newline:
            end_of_line();
            break;
        case Token::Kind::substitution:
            open_frame(Place::substitution);
            break;
        default:
            take_operator(token);
        }
    }

    // ---- words

    void take_word(const Word& word) {
        Frame& now = frame();
        if (now.redirection != Operator::none) {
            take_target(word);
            return;
        }
        switch (now.expects) {
        case Expects::command:
            take_first_word(word);
            break;
        case Expects::argument:
        case Expects::item:
            add_word(word);
            break;
        case Expects::test:
            add_word(word);
            if (text(word) == "]]") {
                lexer_.end_test();
                now.expects = Expects::argument;
            }
            break;
        case Expects::header:
            if (word.plain && text(word) == "do" && now.words < words_.size())
                take_keyword(Keyword::do_);
            else
                add_word(word);
            break;
        case Expects::subject:
            if (word.plain && text(word) == "in") begin_pattern();
            break;
        case Expects::pattern:
            if (word.plain && text(word) == "esac") close(Place::cases);
            break;
        case Expects::name:
            name_function(word);
            break;
        case Expects::nothing:
            if (word.plain) take_first_word(word); // `} done` lacks its semicolon
            break;
        }
    }

    void take_first_word(const Word& word) {
        Frame& now = frame();
        const std::string_view as_written = text(word);
        const bool begun = now.assigns < assigns_.size() || (now.words < words_.size() && !now.only_time);
        if (word.plain && !begun) {
            const Keyword keyword = keyword_of(as_written);
            if (keyword != Keyword::none) {
                words_.resize(now.words);
                now.only_time = false;
                take_keyword(keyword);
                if (keyword == Keyword::test) add_word(word);
                return;
            }
        }
        if (const std::size_t equals = assignment_length(as_written); equals != 0) {
            note_line(word);
            assigns_.push_back({word, {}, false});
            return;
        }
        now.only_time = word.plain && as_written == "time";
        add_word(word);
        if (!now.only_time) now.expects = Expects::argument;
    }

    void note_line(const Word& word) {
        if (!frame().has_line) frame().line = word.line;
        frame().has_line = true;
    }

    void add_word(const Word& word) {
        note_line(word);
        if (words_.size() - frame().words < most_words_of_one)
            words_.push_back(word);
        else
            into_.cut = true;
    }

    void take_target(const Word& word) {
        Frame& now = frame();
        Redirect redirect{now.redirection, word, 0};
        now.redirection = Operator::none;
        note_line(word);
        if (redirect.what == Operator::here_document) {
            redirect.here = count(into_.here_documents);
            std::string delimiter(text(word));
            const std::size_t size = delimiter.size();
            std::erase_if(delimiter, [](char c) { return c == '\'' || c == '"' || c == '\\'; });
            into_.here_documents.push_back({0, 0, word.line, delimiter.size() != size});
            lexer_.expect_here_document(redirect.here, std::move(delimiter), tabs_);
        }
        redirects_.push_back(redirect);
    }

    void take_keyword(Keyword keyword) {
        switch (keyword) {
        case Keyword::if_:
            open_frame(Place::branch);
            break;
        case Keyword::then:
        case Keyword::else_:
        case Keyword::elif:
            finish_list();
            break;
        case Keyword::fi:
            close(Place::branch);
            break;
        case Keyword::while_:
            open_frame(Place::loop);
            break;
        case Keyword::for_:
            open_frame(Place::loop);
            frame().expects = Expects::header;
            break;
        case Keyword::do_:
            finish_list();
            break;
        case Keyword::done:
            close(Place::loop);
            break;
        case Keyword::case_:
            open_frame(Place::cases);
            frame().expects = Expects::subject;
            break;
        case Keyword::esac:
            close(Place::cases);
            break;
        case Keyword::open_group:
            open_frame(Place::group);
            break;
        case Keyword::close_group:
            close(Place::group);
            break;
        case Keyword::function:
            frame().expects = Expects::name;
            break;
        case Keyword::test:
            frame().expects = Expects::test;
            lexer_.begin_test();
            break;
        case Keyword::skip:
        case Keyword::none:
            break;
        }
    }

    void name_function(const Word& name) {
        if (into_.functions.size() < most_statements) into_.functions.push_back(name);
        frame().expects = Expects::command;
        frame().function_next = true;
    }

    // ---- operators

    void take_operator(const Token& token) {
        Frame& now = frame();
        switch (token.op) {
        case Operator::open:
            take_open(token.word);
            return;
        case Operator::close:
            if (now.expects == Expects::pattern)
                now.expects = Expects::command;
            else
                close_parenthesis();
            return;
        case Operator::backtick:
            close(Place::substitution);
            return;
        case Operator::input:
        case Operator::output:
        case Operator::duplicate:
        case Operator::here_document:
        case Operator::here_string:
            if (now.expects == Expects::test) return;
            now.redirection = token.op;
            tabs_ = text(token.word).ends_with('-');
            return;
        default:
            break;
        }
        if (now.expects == Expects::pattern || now.expects == Expects::item || now.expects == Expects::subject)
            return;
        if (now.expects == Expects::test) {
            if (token.op != Operator::semicolon) return;
            lexer_.end_test();
        }
        const bool group_before = now.expects == Expects::nothing;
        const std::size_t before = into_.statements.size();
        finish();
        switch (token.op) {
        case Operator::background:
            for (std::size_t i = group_before ? frame().last_group : before; i < into_.statements.size(); ++i)
                into_.statements[i].in_background = true;
            break;
        case Operator::pipe:
            if (into_.statements.size() > (group_before ? frame().last_group : before))
                into_.statements.back().piped_to_next = true;
            break;
        case Operator::case_end:
            if (const std::size_t found = find(Place::cases); found != 0) {
                close_above(found);
                begin_pattern();
            }
            break;
        default:
            break;
        }
    }

    void take_open(const Word& word) {
        Frame& now = frame();
        if (now.expects == Expects::pattern || now.expects == Expects::test) return;
        if (now.expects == Expects::header && now.words == words_.size() && lexer_.begins_arithmetic()) {
            lexer_.arithmetic_command(); // for ((...)): what is inside runs nothing, but for substitutions
            return;
        }
        const bool adjacent = previous_.kind == Token::Kind::word && previous_.word.end == word.begin;
        if (adjacent && !text(previous_.word).empty() && text(previous_.word).ends_with('=') &&
            assignment_length(text(previous_.word)) != 0) {
            if (now.expects == Expects::argument) assigns_.push_back({previous_.word, {}, true}); // declare -a X=(
            open_frame(Place::array);
            frame().expects = Expects::item;
            return;
        }
        if (now.expects == Expects::argument && words_.size() == now.words + 1 && lexer_.take_closing()) {
            const Word name = words_.back();
            words_.pop_back();
            now.has_line = false;
            name_function(name);
            return;
        }
        if (now.function_next && lexer_.take_closing()) return; // function name ()
        words_.resize(now.only_time ? now.words : words_.size());
        if (now.expects == Expects::command && lexer_.begins_arithmetic()) {
            now.only_time = false;
            now.expects = Expects::nothing;
            now.last_group = count(into_.statements);
            if (lexer_.arithmetic_command().kind == Token::Kind::substitution) open_frame(Place::substitution);
            return;
        }
        open_frame(Place::subshell);
    }

    void end_of_line() {
        Frame& now = frame();
        now.redirection = Operator::none;
        switch (now.expects) {
        case Expects::pattern:
        case Expects::subject:
        case Expects::item:
        case Expects::name:
            return;
        case Expects::test:
            if (previous_.kind == Token::Kind::op || previous_.kind == Token::Kind::newline) return; // && goes on
            lexer_.end_test();
            break;
        default:
            break;
        }
        finish();
    }

    // ---- frames

    void open_frame(Place place) {
        const Frame& around = frame();
        if (frames_.size() >= deepest && place != Place::substitution) { // those are bounded by the lexer
            into_.cut = true;
            ++overflow_;
            return;
        }
        Frame inner;
        inner.place = place;
        inner.depth =
            static_cast<std::uint16_t>(around.depth + (place != Place::substitution && place != Place::array));
        inner.in_loop = around.in_loop || place == Place::loop;
        inner.in_function = around.in_function || around.function_next;
        inner.in_condition = around.in_condition || place == Place::branch || place == Place::cases;
        inner.substituted = around.substituted || place == Place::substitution;
        inner.words = count(words_);
        inner.assigns = count(assigns_);
        inner.redirects = count(redirects_);
        inner.first = count(into_.statements);
        frame().function_next = false;
        frames_.push_back(inner);
    }

    /// The innermost such frame that no parenthesis or substitution shuts off; 0 if there is none.
    std::size_t find(Place place) const {
        for (std::size_t i = frames_.size() - 1; i > 0; --i) {
            const Place found = frames_[i].place;
            if (found == place) return i;
            if (found == Place::subshell || found == Place::substitution || found == Place::array) return 0;
        }
        return 0;
    }

    void close(Place place) {
        if (passes_overflow()) return;
        std::size_t found = find(place);
        if (place == Place::substitution) {
            found = frames_.size() - 1;
            while (found > 0 && frames_[found].place != Place::substitution)
                --found;
        }
        if (found == 0) return;
        close_above(found);
        close_frame();
    }

    /// What was too deep to be opened is closed here.
    bool passes_overflow() {
        if (overflow_ == 0) return false;
        finish();
        --overflow_;
        return true;
    }

    void close_parenthesis() {
        if (passes_overflow()) return;
        std::size_t found = frames_.size() - 1;
        while (found > 0 && frames_[found].place != Place::subshell &&
               frames_[found].place != Place::substitution && frames_[found].place != Place::array)
            --found;
        if (found == 0) return;
        close_above(found);
        close_frame();
    }

    void close_above(std::size_t index) {
        while (frames_.size() > index + 1)
            close_frame();
        if (frame().expects == Expects::test) lexer_.end_test();
        finish();
    }

    void close_frame() {
        if (frame().expects == Expects::test) lexer_.end_test();
        const Frame inner = frame();
        if (inner.place == Place::array)
            take_items(inner);
        else
            finish();
        frames_.pop_back();
        Frame& now = frame();
        switch (inner.place) {
        case Place::substitution:
            lexer_.close_substitution();
            break;
        case Place::array:
            break;
        default:
            now.expects = Expects::nothing;
            now.last_group = inner.first;
        }
    }

    void take_items(const Frame& array) {
        if (!assigns_.empty()) {
            Assign& assign = assigns_.back();
            assign.array = true;
            assign.items = keep(words_, array.words, into_.words);
        }
        words_.resize(array.words);
        assigns_.resize(array.assigns);
        redirects_.resize(array.redirects);
    }

    void begin_pattern() { frame().expects = Expects::pattern; }

    /// `then`, `do`: what went before is complete, and a command may begin.
    void finish_list() {
        finish();
        frame().expects = Expects::command;
    }

    template <class T>
    static Range keep(const std::vector<T>& scratch, std::uint32_t from, std::vector<T>& into) {
        const Range range{count(into), static_cast<std::uint32_t>(scratch.size() - from)};
        into.insert(into.end(), scratch.begin() + from, scratch.end());
        return range;
    }

    /// The command that has been gathered, if any, becomes a statement.
    void finish() {
        Frame& now = frame();
        if (now.expects == Expects::item) return;
        const bool any = now.words < words_.size() || now.assigns < assigns_.size() ||
                         (now.redirects < redirects_.size() && now.expects != Expects::nothing);
        if (any) {
            Statement statement;
            if (now.expects == Expects::header) statement.kind = Statement::Kind::loop;
            statement.line = now.line;
            statement.words = keep(words_, now.words, into_.words);
            statement.assigns = keep(assigns_, now.assigns, into_.assigns);
            statement.redirects = keep(redirects_, now.redirects, into_.redirects);
            statement.depth = now.depth;
            statement.in_loop = now.in_loop;
            statement.in_function = now.in_function;
            statement.in_condition = now.in_condition;
            statement.substituted = now.substituted;
            into_.statements.push_back(statement);
        }
        words_.resize(now.words);
        assigns_.resize(now.assigns);
        redirects_.resize(now.redirects);
        now.expects = Expects::command;
        now.redirection = Operator::none;
        now.has_line = now.only_time = false;
    }

    std::string_view text_;
    Syntax& into_;
    Lexer lexer_;
    std::vector<Frame> frames_;
    std::vector<Word> words_; ///< of the commands that have begun, the innermost last
    std::vector<Assign> assigns_;
    std::vector<Redirect> redirects_;
    Token previous_;
    std::size_t overflow_ = 0;
    bool tabs_ = false; ///< of <<-
};

} // namespace

Syntax parse(std::string_view text, std::uint32_t line) {
    Syntax syntax;
    if (text.size() >= std::numeric_limits<std::uint32_t>::max()) {
        text = text.substr(0, std::numeric_limits<std::uint32_t>::max() - 1);
        syntax.cut = true;
    }
    Parser(text, 0, line, syntax, false).run();
    std::size_t from = 0;
    for (int level = 0; level < deepest_body && from < syntax.here_documents.size(); ++level) {
        const std::size_t to = syntax.here_documents.size();
        for (std::size_t i = from; i < to; ++i) {
            const Here here = syntax.here_documents[i];
            const std::string_view body = text.substr(0, here.end);
            if (here.literal || body.substr(here.begin).find_first_of("$`") == std::string_view::npos) continue;
            Parser(body, here.begin, here.line, syntax, true).run();
        }
        from = to;
    }
    return syntax;
}

} // namespace worklines::script::shell
