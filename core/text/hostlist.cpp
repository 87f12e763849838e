// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/hostlist.h"

#include <charconv>
#include <cstdint>

namespace worklines::text {
namespace {

std::optional<std::uint64_t> number(std::string_view text) {
    std::uint64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (text.size() > 18 || error != std::errc{} || rest != end) return std::nullopt;
    return value;
}

struct Range {
    std::uint64_t first = 0, last = 0;
    std::size_t width = 0; ///< digits of the first number as written

    std::uint64_t size() const { return last - first + 1; }
};

std::optional<Range> parse_range(std::string_view text) {
    const std::size_t dash = text.find('-');
    const auto first = number(text.substr(0, dash));
    const auto last = dash == std::string_view::npos ? first : number(text.substr(dash + 1));
    if (!first || !last || *last < *first) return std::nullopt;
    return Range{*first, *last, dash == std::string_view::npos ? text.size() : dash};
}

/// Each prefix with each number of the bracket's `inside` behind it.
bool append_bracket(std::vector<std::string>& prefixes, std::string_view inside, std::size_t most) {
    std::vector<std::string> names;
    while (true) {
        const std::size_t comma = inside.find(',');
        const auto range = parse_range(inside.substr(0, comma));
        if (!range || range->size() > most || names.size() + range->size() * prefixes.size() > most) return false;
        for (const std::string& prefix : prefixes)
            for (std::uint64_t i = range->first; i <= range->last; ++i) {
                const std::string digits = std::to_string(i);
                const std::size_t zeros = range->width > digits.size() ? range->width - digits.size() : 0;
                names.push_back(prefix + std::string(zeros, '0') + digits);
            }
        if (comma == std::string_view::npos) break;
        inside.remove_prefix(comma + 1);
    }
    prefixes = std::move(names);
    return true;
}

} // namespace

std::optional<std::vector<std::string>> expand_hostlist(std::string_view list, std::size_t most) {
    std::vector<std::string> all;
    while (!list.empty()) {
        std::vector<std::string> names{""};
        while (!list.empty() && list.front() != ',') {
            const std::size_t end = list.find_first_of(",[");
            const std::string_view plain = list.substr(0, end);
            for (std::string& name : names)
                name += plain;
            list.remove_prefix(plain.size());
            if (list.empty() || list.front() == ',') break;
            const std::size_t close = list.find(']');
            if (close == std::string_view::npos || !append_bracket(names, list.substr(1, close - 1), most))
                return std::nullopt;
            list.remove_prefix(close + 1);
        }
        if (names.front().empty() || all.size() + names.size() > most) return std::nullopt;
        all.insert(all.end(), names.begin(), names.end());
        if (!list.empty()) list.remove_prefix(1);
    }
    return all;
}

std::optional<std::size_t> array_size(std::string_view shape) {
    shape = shape.substr(0, shape.find('%'));
    std::size_t tasks = 0;
    while (true) {
        const std::size_t comma = shape.find(',');
        const std::string_view part = shape.substr(0, comma);
        const std::size_t colon = part.find(':');
        const auto range = parse_range(part.substr(0, colon));
        const auto step = colon == std::string_view::npos ? 1 : number(part.substr(colon + 1)).value_or(0);
        if (!range || step == 0) return std::nullopt;
        tasks += static_cast<std::size_t>((range->last - range->first) / step + 1);
        if (comma == std::string_view::npos) return tasks;
        shape.remove_prefix(comma + 1);
    }
}

} // namespace worklines::text
