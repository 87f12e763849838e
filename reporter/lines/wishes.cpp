// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/wishes.h"

#include "core/text/nearest.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <fstream>
#include <optional>
#include <sstream>

namespace worklines::lines {
namespace {

constexpr auto verbs = std::to_array<std::string_view>({"name", "merge", "split", "pin"});

std::string_view trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\r");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t\r") - from + 1);
}

std::string next_word(std::string_view& rest) {
    rest = trimmed(rest);
    const std::string_view word = rest.substr(0, rest.find_first_of(" \t"));
    rest = trimmed(rest.substr(word.size()));
    return std::string(word);
}

bool is_id(std::string_view word) {
    return word.size() == 8 && word.front() == 'L' && std::ranges::all_of(word.substr(1), [](char c) {
               return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
           });
}

struct Trouble {
    std::string what, todo;
};

/// One line that is neither empty nor a comment. Empty: it was taken.
std::optional<Trouble> take(std::string_view line, Wishes& wishes) {
    const std::string verb = next_word(line);
    if (std::ranges::find(verbs, verb) == verbs.end()) {
        const auto near = text::nearest(verb, verbs);
        return Trouble{"no such wish: " + verb,
                       near ? "did you mean `" + std::string(*near) + "`?" : "write name, merge, split or pin"};
    }
    const std::string id = next_word(line);
    if (!is_id(id))
        return Trouble{"not the id of a line: " + id, "`worklines lines` shows them: L and 7 letters or digits"};
    if (verb == "name") {
        if (line.empty()) return Trouble{"a name without a title", "write `name " + id + " TITLE`"};
        if (!text::is_utf8(line)) return Trouble{"a title that is not UTF-8", "save the file as UTF-8"};
        wishes.names.push_back({id, text::printable(line)});
    } else if (verb == "merge") {
        Wishes::Merge merge{id, {}};
        while (!line.empty()) {
            merge.lines.push_back(next_word(line));
            if (!is_id(merge.lines.back()))
                return Trouble{"not the id of a line: " + merge.lines.back(), "`worklines lines` shows them"};
        }
        if (merge.lines.empty()) return Trouble{"a merge of one line", "name the lines that it takes in"};
        wishes.merges.push_back(std::move(merge));
    } else {
        Wishes::Move move{id, {}};
        move.whose.person = next_word(line);
        if (move.whose.person.empty())
            return Trouble{"a " + verb + " without a person", "write `" + verb + " " + id + " PERSON PROJECT`"};
        move.whose.project = line;
        (verb == "split" ? wishes.splits : wishes.pins).push_back(std::move(move));
    }
    return std::nullopt;
}

} // namespace

Result<Wishes> parse_wishes(std::string_view text, const std::string& name) {
    Wishes wishes;
    std::size_t number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty() || line.front() == '#') continue;
        if (auto trouble = take(line, wishes))
            return Error{std::move(trouble->what), name + ":" + std::to_string(number), std::move(trouble->todo)};
    }
    return wishes;
}

Result<Wishes> read_wishes(const std::filesystem::path& file) {
    std::error_code error;
    if (file.empty() || !std::filesystem::exists(file, error)) return Wishes{};
    std::ifstream in(file, std::ios::binary);
    std::ostringstream bytes;
    bytes << in.rdbuf();
    if (!in) return Error{"cannot read it", file.string(), "check its permissions"};
    return parse_wishes(bytes.str(), file.string());
}

} // namespace worklines::lines
