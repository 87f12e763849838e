// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/commands.h"

#include "core/script/constants.h"
#include "core/script/inner.h"
#include "core/script/shell/keywords.h"
#include "core/script/shell/parser.h"
#include "core/script/wrappers.h"

#include <algorithm>

namespace worklines::script {
namespace {

using shell::Operator;
using shell::Statement;

bool declares(std::string_view program) {
    return program == "export" || program == "declare" || program == "readonly" || program == "local" ||
           program == "typeset";
}

class ShellReader {
  public:
    ShellReader(std::string_view text, const Around& around, Reading& reading)
        : text_(text), around_(around), reading_(reading), syntax_(shell::parse(text, around.line)),
          constants_((around.depth == 0 ? 1u << 20 : 4096) + 8 * text.size()) {}

    void run() {
        reading_.cut |= syntax_.cut;
        if (!around_.copy) add_comments();
        for (const shell::Word& name : syntax_.functions)
            reading_.functions.emplace_back(text(name));
        fed_to_.resize(syntax_.here_documents.size());
        if (reading_.commands.empty()) reading_.commands.reserve(syntax_.statements.size());
        for (const Statement& statement : syntax_.statements) {
            if (reading_.commands.size() >= most_commands) {
                reading_.cut = true;
                break;
            }
            take(statement);
        }
        if (!around_.copy) add_here_documents();
    }

  private:
    std::string_view text(const shell::Word& word) const { return text_.substr(word.begin, word.end - word.begin); }
    std::uint32_t line(const shell::Word& word) const { return around_.one_line ? around_.line : word.line; }

    void add_comments() {
        for (const shell::Remark& remark : syntax_.remarks)
            add_comment(text_.substr(remark.begin, remark.end - remark.begin), remark.line, reading_);
    }

    void take(const Statement& statement) {
        if (statement.kind == Statement::Kind::loop) {
            take_loop(statement);
            return;
        }
        take_assignments(statement);
        if (statement.words.count == 0) return;
        constants_.take_alternatives();
        const std::size_t before = reading_.commands.size();
        add_command(statement, 0);
        const std::size_t alternatives = constants_.take_alternatives();
        for (std::size_t choice = 1; choice < alternatives && reading_.commands.size() < most_commands; ++choice)
            add_command(statement, choice);
        note_here_documents(statement, before);
    }

    /// `for x in a b c`: the variable takes each.
    void take_loop(const Statement& statement) {
        if (statement.words.count == 0) return;
        const shell::Word* words = &syntax_.words[statement.words.first];
        std::vector<std::string> values;
        for (std::uint32_t i = 2; i < statement.words.count && values.size() < Constants::most_alternatives; ++i)
            if (words[i].plain && text(words[i]).find('{') == std::string_view::npos)
                values.emplace_back(text(words[i]));
            else
                constants_.expand_list(text(words[i]), values);
        if (values.size() > Constants::most_alternatives) values.resize(Constants::most_alternatives);
        constants_.take_alternatives();
        const std::string_view name = text(words[0]);
        if (values.empty())
            constants_.forget(name);
        else
            constants_.assign(name, std::move(values), false, false);
    }

    void take_assignments(const Statement& statement) {
        const bool alone = statement.words.count == 0;
        bool exported = false;
        bool declared = false;
        if (!alone) {
            const std::string_view program = text(syntax_.words[statement.words.first]);
            declared = declares(program);
            exported = program == "export";
        }
        for (std::uint32_t i = 0; i < statement.assigns.count; ++i)
            if (alone || declared) assign(syntax_.assigns[statement.assigns.first + i], statement, exported);
        if (!declared) {
            if (!alone && text(syntax_.words[statement.words.first]) == "read") forget_all(statement);
            return;
        }
        for (std::uint32_t i = 1; i < statement.words.count; ++i) {
            const shell::Word& word = syntax_.words[statement.words.first + i];
            if (text(word) == "-x") exported = true;
            const std::size_t length = shell::assignment_length(text(word));
            if (length != 0 && !(length == text(word).size() && statement.assigns.count > 0))
                assign({word, {}, false}, statement, exported);
        }
    }

    void assign(const shell::Assign& assign, const Statement& statement, bool exported) {
        const std::string_view as_written = text(assign.word);
        const std::size_t length = shell::assignment_length(as_written);
        const bool appends = length >= 2 && as_written[length - 2] == '+';
        const std::string_view name = as_written.substr(0, as_written.find_first_of("+=["));
        std::vector<std::string> values;
        if (assign.array) {
            for (std::uint32_t i = 0; i < assign.items.count; ++i)
                constants_.expand_list(text(syntax_.words[assign.items.first + i]), values);
        } else {
            constants_.take_alternatives();
            values.push_back(constants_.text(as_written.substr(length), 0));
            const std::size_t alternatives = constants_.take_alternatives();
            for (std::size_t choice = 1; choice < alternatives; ++choice)
                values.push_back(constants_.text(as_written.substr(length), choice));
        }
        if (reading_.assignments.size() < most_commands)
            reading_.assignments.push_back({line(assign.word), std::string(name), joined(values, 0), exported});
        const bool beside = statement.in_condition || statement.in_loop || statement.in_function;
        if (as_written[name.size()] == '[' || appends)
            constants_.append(name, std::move(values), assign.array || as_written[name.size()] == '[');
        else
            constants_.assign(name, std::move(values), assign.array, beside);
    }

    /// `read -r a b`: what they hold is not in the script.
    void forget_all(const Statement& statement) {
        for (std::uint32_t i = 1; i < statement.words.count; ++i)
            constants_.forget(text(syntax_.words[statement.words.first + i]));
    }

    static std::string joined(const std::vector<std::string>& words, std::size_t from) {
        std::string all;
        for (std::size_t i = from; i < words.size(); ++i) {
            if (i > from) all += ' ';
            all += words[i];
        }
        return all;
    }

    // ---- commands

    void add_command(const Statement& statement, std::size_t choice) {
        std::vector<std::string> words;
        words.reserve(statement.words.count);
        for (std::uint32_t i = 0; i < statement.words.count; ++i) {
            const shell::Word& word = syntax_.words[statement.words.first + i];
            if (word.plain)
                words.emplace_back(text(word));
            else
                constants_.expand(text(word), choice, words);
        }
        if (words.empty()) return;
        Command command;
        command.line = line(syntax_.words[statement.words.first]);
        command.depth = statement.depth;
        command.in_loop = statement.in_loop;
        command.in_function = statement.in_function;
        command.in_condition = statement.in_condition;
        command.in_background = statement.in_background;
        command.substituted = statement.substituted;
        command.piped_to_next = statement.piped_to_next;
        for (std::uint32_t i = 0; i < statement.assigns.count; ++i)
            command.assigned.push_back(
                constants_.text(text(syntax_.assigns[statement.assigns.first + i].word), choice));
        for (std::uint32_t i = 0; i < statement.redirects.count; ++i) {
            const shell::Redirect& redirect = syntax_.redirects[statement.redirects.first + i];
            if (redirect.what != Operator::input && redirect.what != Operator::output) continue;
            command.redirections.push_back(
                {constants_.text(text(redirect.target), choice), redirect.what == Operator::output});
        }
        add_unwrapped(std::move(command), std::move(words), reading_, around_);
    }

    // ---- here-documents

    /// They are stdin of the command; of the next one where `cat` only passes them on.
    void note_here_documents(const Statement& statement, std::size_t first_command) {
        if (first_command >= reading_.commands.size()) return;
        const Command& command = reading_.commands[first_command];
        if (!passed_on_.empty()) {
            for (const std::uint32_t here : passed_on_)
                fed_to_[here] = {command.program, {}};
            passed_on_.clear();
        }
        for (std::uint32_t i = 0; i < statement.redirects.count; ++i) {
            const shell::Redirect& redirect = syntax_.redirects[statement.redirects.first + i];
            if (redirect.what != Operator::here_document) continue;
            Fed& fed = fed_to_[redirect.here];
            fed.program = command.program;
            for (const Redirection& other : command.redirections)
                if (other.output) fed.file = other.target;
            if (command.program == "tee" && !command.args.empty()) fed.file = command.args.back();
            if (command.program == "cat" && fed.file.empty() && statement.piped_to_next)
                passed_on_.push_back(redirect.here);
        }
    }

    void add_here_documents() {
        for (std::size_t i = 0; i < syntax_.here_documents.size(); ++i) {
            const shell::Here& here = syntax_.here_documents[i];
            HereDocument document;
            document.line = here.line;
            document.text = text_.substr(here.begin, here.end - here.begin);
            document.fed_to = fed_to_[i].program;
            read_here_document(document, fed_to_[i].file, around_.depth, reading_);
        }
    }

    struct Fed {
        std::string program, file;
    };

    std::string_view text_;
    Around around_;
    Reading& reading_;
    shell::Syntax syntax_;
    Constants constants_;
    std::vector<Fed> fed_to_;
    std::vector<std::uint32_t> passed_on_;
};

} // namespace

void read_shell(std::string_view text, const Around& around, Reading& reading) {
    ShellReader(text, around, reading).run();
}

} // namespace worklines::script
