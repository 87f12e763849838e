// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/notes.h"

#include "core/script/facts/habits.h"
#include "core/script/facts/names.h"
#include "core/script/facts/purpose.h"
#include "core/script/family_key.h"
#include "core/script/reading.h"
#include "reporter/lines/title.h"

#include <algorithm>
#include <map>
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
            const std::size_t end = std::min(word.find_first_of("_-.+/ ", at), word.size());
            if (end > at && has(word.substr(at, end - at))) return true;
            at = end + 1;
        }
        return has(word);
    }

  private:
    std::unordered_set<std::string_view> words_;
};

/// Gives each name a number, in order of first appearance.
class Names {
  public:
    Names(std::vector<NameUsed>& all, const script::Lexicon& lexicon) : all_(all) {
        for (const script::Entry& entry : lexicon.entries())
            known_.insert(entry.name);
    }

    std::uint32_t number(const script::Named& named) {
        const auto [known, is_new] =
            numbers_.try_emplace({named.kind, named.name}, static_cast<std::uint32_t>(all_.size()));
        if (is_new) all_.push_back({named.kind, named.name, known_.contains(named.name)});
        return known->second;
    }

  private:
    std::vector<NameUsed>& all_;
    std::unordered_set<std::string_view> known_;
    std::map<std::pair<script::Kind, std::string>, std::uint32_t> numbers_;
};

} // namespace

Result<Notes> read_scripts(const join::Runs& runs, const FetchScript& fetch, const script::Lexicon& lexicon) {
    const PrivateWords private_words(runs);
    Notes notes;
    Names names(notes.names, lexicon);
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
        const script::Reading reading = script::read(*bytes);
        // Not script::facts: languages of comments and secrets are nobody's question here.
        const auto sightings = script::sightings_of(reading, *bytes, lexicon);
        script::Purpose purpose = script::purpose_of(reading, sightings, lexicon);
        note.domain = std::move(purpose.domain);
        note.activity = std::move(purpose.activity);
        note.habits = script::habits_of(reading, {});
        for (const script::Named& named : script::names_of(reading, sightings, lexicon))
            if (named.kind != script::Kind::system && !private_words.are_in(named.name))
                note.names.push_back(names.number(named));
        std::ranges::sort(note.names);
        note.title = title_of(reading, [&](std::string_view word) { return private_words.are_in(word); });
    }
    return notes;
}

} // namespace worklines::lines
