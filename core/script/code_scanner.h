// SPDX-License-Identifier: GPL-2.0-or-later
// python, R, perl, julia, lua and matlab as far as we need them: where strings and comments are, what is imported,
// and the programs that are started with literal text.
#pragma once

#include "core/script/commands.h"

namespace worklines::script {

class CodeScanner {
  public:
    CodeScanner(std::string_view text, Language language, const Around& around, Reading& reading);
    void run();

  private:
    char at(std::size_t i) const { return i < text_.size() ? text_[i] : '\0'; }
    std::uint32_t line() const { return around_.one_line ? around_.line : line_; }
    std::string_view rest_of_line() const;
    bool at_comment() const;
    void take_comment();
    std::string take_string();
    void take_name();
    void take_import(std::string_view keyword);
    void take_modules(std::string_view list);
    void add_import(std::string_view module);
    void take_call(std::string_view name);
    void take_backticks();
    void skip_blanks();
    std::vector<std::string> take_words(char closing);
    void run_text(const std::string& text, std::uint32_t line);
    void run_words(std::vector<std::string> words, std::uint32_t line);

    std::string_view text_;
    Language language_;
    Around around_;
    Reading& reading_;
    std::size_t at_ = 0;
    std::uint32_t line_;
    bool line_begins_ = true; ///< nothing but blanks so far
};

} // namespace worklines::script
