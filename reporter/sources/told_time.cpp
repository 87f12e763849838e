// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/told_time.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace worklines::sources {
namespace {

/// Between a tool's clock at submission and slurmctld's.
constexpr std::int64_t tolerance_s = 300;
/// The year 5138 in seconds, 1973 in milliseconds.
constexpr std::int64_t milliseconds_from = 100'000'000'000;
constexpr std::size_t wall_size = 19; // YYYY-MM-DDTHH:MM:SS

std::optional<std::int64_t> number(std::string_view text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    return error == std::errc{} && rest == end ? std::optional(value) : std::nullopt;
}

/// `Z`, `+01:00`, `+0100` as seconds east of UTC.
std::optional<std::int64_t> offset(std::string_view text) {
    if (text == "Z" || text == "z") return 0;
    if (text.empty() || (text[0] != '+' && text[0] != '-')) return std::nullopt;
    const bool colon = text.size() == 6 && text[3] == ':';
    if (!colon && text.size() != 5) return std::nullopt;
    const auto hours = number(text.substr(1, 2)), minutes = number(text.substr(colon ? 4 : 3));
    if (!hours || !minutes || *hours < 0 || *minutes < 0) return std::nullopt;
    return (*hours * 3600 + *minutes * 60) * (text[0] == '-' ? -1 : 1);
}

void set_span(KeptScript& kept, std::int64_t first, std::int64_t last) {
    if (first < 0 || last > end_of_time - tolerance_s) return;
    kept.submit_from = std::max<std::int64_t>(0, first - tolerance_s);
    kept.submit_to = last + tolerance_s;
}

} // namespace

void set_submit(KeptScript& kept, std::string_view text, const text::Zone& zone) {
    if (const auto value = number(text)) {
        const std::int64_t epoch = *value >= milliseconds_from ? *value / 1000 : *value;
        if (epoch > 0) set_span(kept, epoch, epoch);
        return;
    }
    const auto wall = text::parse_wall(text.substr(0, wall_size));
    if (!wall) return;
    text.remove_prefix(std::min(wall_size, text.size()));
    if (text.starts_with('.')) text.remove_prefix(std::min(text.find_first_not_of("0123456789", 1), text.size()));
    if (const auto east = offset(text)) {
        set_span(kept, *wall - *east, *wall - *east);
    } else if (text.empty()) {
        const std::int64_t first = zone.epoch(*wall);
        set_span(kept, first, zone.second_epoch(*wall).value_or(first));
    }
}

} // namespace worklines::sources
