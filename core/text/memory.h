// SPDX-License-Identifier: GPL-2.0-or-later
// Sizes of memory as Slurm prints them: binary multiples, with or without a fraction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace worklines::text {

inline constexpr std::int64_t kibibyte = 1024, mebibyte = 1024 * kibibyte, gibibyte = 1024 * mebibyte;

/// `221376K`, `62.50G`, `64000M`, `0`. `bare_unit`: bytes that a number without a letter counts.
std::optional<std::int64_t> parse_memory(std::string_view text, std::int64_t bare_unit);

/// ReqMem: `4Gn` (a node), `2000Mc` (a CPU), `64G` (the whole job, from 21.08 on).
struct RequestedMemory {
    enum class Per : std::uint8_t { job, node, cpu };
    Per per = Per::job;
    std::int64_t bytes = 0; ///< 0: all the memory of a node

    bool operator==(const RequestedMemory&) const = default;
};
std::optional<RequestedMemory> parse_requested_memory(std::string_view text);

/// `1.4 GiB`, `512 MiB`: for people.
std::string format_memory(std::int64_t bytes);

} // namespace worklines::text
