// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/names.h"

#include "core/script/facts/unlisted.h"
#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>

namespace worklines::script {
namespace {

using text::is_in;

/// Their values are names, too, but not of what is run: a mail address at an institute of astronomy.
constexpr auto of_people_and_nodes = std::to_array<std::string_view>(
    {"mail-user", "mail-type", "nodelist", "exclude", "constraint", "gres", "gpus", "mem", "time", "qos"});
constexpr auto module_programs = std::to_array<std::string_view>({"module", "ml", "spack"});

class Sightings {
  public:
    Sightings(const Reading& reading, std::string_view script, const Lexicon& lexicon)
        : reading_(reading), script_(script), lexicon_(lexicon) {}

    std::vector<Sighting> all() {
        for (std::size_t i = 0; i < reading_.comments.size(); ++i)
            if (!reading_.comments[i].code) comment_lines_.push_back(reading_.comments[i].line);
        std::ranges::sort(comment_lines_);
        for (const Directive& directive : reading_.directives)
            if (is_in(of_people_and_nodes, directive.option)) mute_lines_.insert(directive.line);
        for (const Directive& directive : reading_.directives)
            if (!is_in(of_people_and_nodes, directive.option)) mute_lines_.erase(directive.line);
        for (const Command& command : reading_.commands) {
            find(command.program, Place::command, command.line);
            for (const std::string& via : command.via)
                find(via, Place::command, command.line);
            for (const std::string& word : command.wrapping)
                find(word, Place::image, command.line);
            if (is_in(module_programs, command.program))
                for (const std::string& arg : command.args)
                    find(arg, Place::module, command.line);
            // `python -m vllm.entrypoints`, `uv run pytest`: what is run stands in the arguments
            for (std::size_t i = 0; i + 1 < command.args.size(); ++i)
                if (command.args[i] == "-m") find(command.args[i + 1], Place::import, command.line);
        }
        for (const Import& import : reading_.imports)
            find(import.module, Place::import, import.line);
        find_words();
        std::ranges::sort(found_, {},
                          [](const Sighting& one) { return std::tuple(one.line, one.entry, one.place); });
        const auto same = [](const Sighting& a, const Sighting& b) {
            return a.line == b.line && a.entry == b.entry && a.place == b.place;
        };
        found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
        return std::move(found_);
    }

  private:
    void find(std::string_view text, Place place, std::uint32_t line) {
        hits_.clear();
        lexicon_.find(text, place, hits_);
        for (const Hit& hit : hits_)
            found_.push_back({hit.entry, line, place, false});
    }

    /// In the whole text, comments and directives too.
    void find_words() {
        hits_.clear();
        lexicon_.find(script_, Place::word, hits_);
        std::ranges::sort(hits_, {}, &Hit::at);
        std::uint32_t line = 1;
        std::size_t at = 0;
        for (const Hit& hit : hits_) {
            line +=
                static_cast<std::uint32_t>(std::count(script_.begin() + static_cast<std::ptrdiff_t>(at),
                                                      script_.begin() + static_cast<std::ptrdiff_t>(hit.at), '\n'));
            at = hit.at;
            if (mute_lines_.contains(line)) continue;
            const bool comment = std::ranges::binary_search(comment_lines_, line) && is_after_mark(hit.at);
            found_.push_back({hit.entry, line, Place::word, comment});
        }
    }

    /// Whether a comment's mark stands before it in its line.
    bool is_after_mark(std::size_t at) const {
        const std::size_t begin = at == 0 ? 0 : script_.rfind('\n', at - 1) + 1; // npos + 1 is 0
        return script_.substr(begin, at - begin).find('#') != std::string_view::npos;
    }

    const Reading& reading_;
    std::string_view script_;
    const Lexicon& lexicon_;
    std::vector<std::uint32_t> comment_lines_;
    std::set<std::uint32_t> mute_lines_; ///< directives that say nothing of what is run
    std::vector<Hit> hits_;
    std::vector<Sighting> found_;
};

} // namespace

std::vector<Sighting> sightings_of(const Reading& reading, std::string_view script, const Lexicon& lexicon) {
    return Sightings(reading, script, lexicon).all();
}

std::vector<Named> names_of(const Reading& reading, const std::vector<Sighting>& sightings,
                            const Lexicon& lexicon) {
    std::map<std::pair<Kind, std::string>, Named> names;
    const auto note = [&](const Named& named) {
        const auto [known, is_new] = names.try_emplace({named.kind, named.name}, named);
        if (is_new) return;
        known->second.line = std::min(known->second.line, named.line);
        known->second.only_comment = known->second.only_comment && named.only_comment;
    };
    for (const Sighting& one : sightings) {
        const Entry& entry = lexicon.entries()[one.entry];
        if (entry.kind != Kind::field) note({entry.name, entry.kind, one.line, one.in_comment});
    }
    for (const Named& named : unlisted_names_of(reading, lexicon)) {
        // The lexicon's own name for it would be a second one.
        names.erase({named.kind, named.name.substr(named.name.find('/') + 1)}); // npos + 1 is 0
        note(named);
    }
    std::vector<Named> list;
    for (auto& [key, named] : names)
        list.push_back(std::move(named));
    return list;
}

} // namespace worklines::script
