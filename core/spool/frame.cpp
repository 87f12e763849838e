// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/spool/frame.h"

#include "core/spool/digest.h"

#include <algorithm>
#include <charconv>

namespace worklines::spool {
namespace {

constexpr std::size_t longest_number = 19; // fits 64 bits whatever its digits

bool is_hex(std::string_view text) {
    return std::all_of(text.begin(), text.end(),
                       [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// Takes "NUMBER " off the front.
std::optional<std::uint64_t> take_number(std::string_view& rest) {
    const std::size_t digits = rest.substr(0, longest_number + 1).find(' ');
    if (digits == std::string_view::npos || digits == 0 || (digits > 1 && rest.front() == '0')) return std::nullopt;
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + digits, value);
    if (error != std::errc{} || end != rest.data() + digits) return std::nullopt;
    rest.remove_prefix(digits + 1);
    return value;
}

std::string sizes(std::uint64_t sequence, std::string_view json, std::uint64_t script_size) {
    return std::to_string(sequence) + ' ' + std::to_string(json.size()) + ' ' + std::to_string(script_size);
}

} // namespace

std::string frame_check(std::string_view token, std::uint64_t sequence, std::string_view json,
                        std::uint64_t script_size) {
    Sha256 digest;
    digest.add(token).add("\n").add(sizes(sequence, json, script_size)).add("\n").add(json);
    return digest.hex().substr(0, check_size);
}

std::string frame_line(std::string_view token, std::uint64_t sequence, std::string_view json,
                       std::uint64_t script_size) {
    std::string line(record_magic);
    line += record_version;
    line += sizes(sequence, json, script_size);
    line += ' ';
    line += frame_check(token, sequence, json, script_size);
    line += '\n';
    return line;
}

std::optional<Frame> parse_frame(std::string_view bytes) {
    std::string_view rest = bytes;
    if (!rest.starts_with(record_magic)) return std::nullopt;
    rest.remove_prefix(record_magic.size());
    if (!rest.starts_with(record_version)) return std::nullopt;
    rest.remove_prefix(record_version.size());

    const auto sequence = take_number(rest);
    if (!sequence) return std::nullopt;
    const auto json_size = take_number(rest);
    if (!json_size) return std::nullopt;
    const auto script_size = take_number(rest);
    if (!script_size) return std::nullopt;

    if (rest.size() <= check_size || rest[check_size] != '\n') return std::nullopt;
    const std::string_view check = rest.substr(0, check_size);
    if (!is_hex(check)) return std::nullopt;
    const std::size_t line_size = bytes.size() - rest.size() + check_size + 1;
    return Frame{*sequence, *json_size, *script_size, check, line_size};
}

std::string head_line(std::string_view token, std::string_view time) {
    std::string line(segment_magic);
    line += token;
    line += ' ';
    line += time;
    line += '\n';
    return line;
}

std::optional<std::string> parse_head(std::string_view bytes) {
    if (!bytes.starts_with(segment_magic)) return std::nullopt;
    const std::string_view token = bytes.substr(segment_magic.size(), token_size);
    if (!is_token(token) || bytes.substr(segment_magic.size() + token_size, 1) != " ") return std::nullopt;
    return std::string(token);
}

bool is_token(std::string_view text) { return text.size() == token_size && is_hex(text); }

} // namespace worklines::spool
