// SPDX-License-Identifier: GPL-2.0-or-later
// Spans of time as Slurm prints them.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace worklines::text {

/// `02:03.456` (minutes), `02:03:04`, `1-02:03:04`, `1-02`, `1-02:03`; milliseconds. Not a bare number: its unit
/// differs from field to field.
std::optional<std::int64_t> parse_duration_ms(std::string_view text);

/// `2d 3h`, `3h 20m`, `45s`: the two largest units, for people.
std::string format_duration(std::int64_t seconds);

} // namespace worklines::text
