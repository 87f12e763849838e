// SPDX-License-Identifier: GPL-2.0-or-later
// The words of a shell script as far as a title needs them: not what a shell would make of it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace worklines::lines {

/// Walks through words and the separators between commands. Comments, quoted text and here-documents are skipped.
class ShellWords {
  public:
    explicit ShellWords(std::string_view script) : text_(script) {}

    /// False at the end. Afterwards `word` is the next word without its quotes, or empty where a command ends.
    bool next();
    const std::string& word() const { return word_; }
    bool was_quoted() const { return quoted_; }

  private:
    void skip_past(std::string_view end);
    void skip_quoted(char quote);
    void skip_here_documents();
    void note_here_document();

    std::string_view text_;
    std::size_t at_ = 0;
    std::string word_;
    bool quoted_ = false;
    std::string here_end_; ///< the word that ends the here-document after this line
    bool here_open_ = false;
};

} // namespace worklines::lines
