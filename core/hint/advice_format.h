// SPDX-License-Identifier: GPL-2.0-or-later
// The bytes of the advice index: a header, then entries sorted by key. See advice.h for who writes and reads it.
#pragma once

#include "core/hint/advice.h"

#include <array>
#include <cstdint>
#include <span>
#include <type_traits>

namespace worklines::hint::format {

inline constexpr std::array<char, 8> magic{'W', 'L', 'A', 'D', 'V', 'I', 'C', 'E'};
inline constexpr std::uint32_t version = 1;

struct Header {
    std::array<char, 8> magic = format::magic;
    std::uint32_t version = format::version;
    std::uint32_t entry_size = 0;
    std::uint64_t count = 0;
    std::uint64_t checksum = 0; ///< over the header with 0 here, and all entries
};

/// An optional of History is a bit of `given` and a field; times and sizes are as in History.
struct Record {
    std::uint32_t uid = 0, kind = 0;
    std::uint64_t hash = 0;
    std::uint32_t given = 0;
    std::uint32_t runs = 0, mem_runs = 0, cpu_runs = 0, elapsed_runs = 0, reserved = 0;
    std::array<std::int64_t, 13> values{};
    std::int64_t last_end = 0;
};
static_assert(sizeof(Header) == 32 && sizeof(Record) == 152, "no padding: every byte is under the checksum");
static_assert(std::is_trivially_copyable_v<Header> && std::is_trivially_copyable_v<Record>);

Record encode(const Entry& entry);
Entry decode(const Record& record);
std::uint64_t checksum(Header header, std::span<const unsigned char> entries);

} // namespace worklines::hint::format
