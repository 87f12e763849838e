// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/notes.h"

#include "core/script/family_key.h"
#include "reporter/lines/title.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>

namespace worklines::lines {
namespace {

class PrivateWords {
  public:
    explicit PrivateWords(const join::Runs& runs) {
        for (const join::Run& run : runs.runs) {
            words_.insert(runs.text(run.user));
            words_.insert(runs.text(run.account));
        }
    }

    bool has(std::string_view word) const { return words_.contains(word); }

    /// Also where it is a part of the word: `lola-tool`.
    bool are_in(std::string_view word) const {
        for (std::size_t at = 0; at <= word.size();) {
            const std::size_t end = std::min(word.find_first_of("_-.+ ", at), word.size());
            if (end > at && has(word.substr(at, end - at))) return true;
            at = end + 1;
        }
        return has(word);
    }

  private:
    std::unordered_set<std::string_view> words_;
};

} // namespace

Result<Notes> read_scripts(const join::Runs& runs, const FetchScript& fetch) {
    const PrivateWords private_words(runs);
    Notes notes;
    notes.scripts.resize(runs.scripts.size());
    for (std::uint32_t i = 0; i < runs.scripts.size(); ++i) {
        const auto bytes = fetch(i);
        if (!bytes) return bytes.error();
        ScriptNotes& note = notes.scripts[i];
        note.key = script::family_key(*bytes);
        if (note.key == 0) continue;
        each_word(*bytes, [&](std::string_view word) {
            if (!private_words.has(word)) note.words.push_back(notes.terms.number(word));
        });
        std::ranges::sort(note.words);
        note.words.erase(std::unique(note.words.begin(), note.words.end()), note.words.end());
        note.title = title_of(*bytes, [&](std::string_view word) { return private_words.are_in(word); });
    }
    return notes;
}

} // namespace worklines::lines
