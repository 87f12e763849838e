// SPDX-License-Identifier: GPL-2.0-or-later
// Keys of families and ids of lines: the same in every month, whatever else there is.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace worklines::lines {

std::uint64_t key_of(std::string_view kind, std::string_view first = {}, std::string_view second = {});

/// `L` and seven letters or digits, 35 bits of the key; another `turn` takes others of its bits.
std::string id_of(std::uint64_t key, int turn);

/// `seed12_b` and `seed7_b` are one name.
std::string stem_of(std::string_view name);

} // namespace worklines::lines
