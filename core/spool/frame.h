// SPDX-License-Identifier: GPL-2.0-or-later
// The bytes of FORMAT.md: lines made and lines parsed. No files here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace worklines::spool {

inline constexpr std::string_view segment_magic = "worklines-segment 1 ";
inline constexpr std::string_view record_magic = "worklines-record ";
inline constexpr std::string_view record_version = "1 ";
inline constexpr std::size_t token_size = 32;
inline constexpr std::size_t check_size = 16;

/// A record's framing line, parsed.
struct Frame {
    std::uint64_t sequence = 0;
    std::uint64_t json_size = 0;
    std::uint64_t script_size = 0;
    std::string_view check;    ///< into the parsed bytes
    std::size_t line_size = 0; ///< of the framing line with its newline
};

/// Framing line for this JSON, newline included.
std::string frame_line(std::string_view token, std::uint64_t sequence, std::string_view json,
                       std::uint64_t script_size);

/// Parses the framing line at the front of `bytes`, strictly by the grammar; the check is not verified.
std::optional<Frame> parse_frame(std::string_view bytes);

/// What `check` must be.
std::string frame_check(std::string_view token, std::uint64_t sequence, std::string_view json,
                        std::uint64_t script_size);

std::string head_line(std::string_view token, std::string_view time);

/// The token of a segment's head line at the front of `bytes`.
std::optional<std::string> parse_head(std::string_view bytes);

bool is_token(std::string_view text);

} // namespace worklines::spool
