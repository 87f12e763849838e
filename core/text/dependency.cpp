// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/dependency.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace worklines::text {
namespace {

constexpr std::array<std::string_view, 6> types{"after",     "afterany",   "afterok",
                                                "aftercorr", "afternotok", "afterburstbuffer"};
constexpr std::string_view without_type = "afterany";

/// Empty: no type that waits for jobs.
std::string_view type_of(std::string_view word) {
    const auto found = std::ranges::find(types, lowered(word));
    return found == types.end() ? std::string_view() : *found;
}

/// The text up to a mark, and the mark; both are taken off.
std::string_view take_until(std::string_view& text, std::string_view marks) {
    const std::size_t end = std::min(text.find_first_of(marks), text.size());
    const std::string_view part = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return part;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// `12`, `12_4`, `12_*`, `12+5` (minutes), `12(failed)` as squeue shows it.
void add_job(std::string_view word, std::string_view type, std::vector<Dependency>& found) {
    std::int64_t job = 0;
    const char* const end = word.data() + word.size();
    const auto [rest, error] = std::from_chars(word.data(), end, job);
    const bool ends_well = rest == end || std::string_view("_+(").find(*rest) != std::string_view::npos;
    if (error == std::errc{} && ends_well && job > 0) found.push_back({type, job});
}

} // namespace

std::vector<Dependency> parse_dependencies(std::string_view text) {
    std::vector<Dependency> found;
    while (!text.empty()) {
        std::string_view one = take_until(text, ",?");
        const bool is_typed = !one.empty() && !is_digit(one.front());
        const std::string_view type = is_typed ? type_of(take_until(one, ":")) : without_type;
        while (!type.empty() && !one.empty())
            add_job(take_until(one, ":"), type, found);
    }
    return found;
}

} // namespace worklines::text
