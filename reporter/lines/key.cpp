// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/key.h"

#include "core/script/hash64.h"

#include <bit>

namespace worklines::lines {

std::uint64_t key_of(std::string_view kind, std::string_view first, std::string_view second) {
    script::Hash64 hash;
    for (const std::string_view part : {kind, first, second}) {
        hash.bytes(part);
        hash.byte(0);
    }
    return hash.value();
}

std::string id_of(std::uint64_t key, int turn) {
    constexpr std::string_view letters = "0123456789abcdefghjkmnpqrstvwxyz"; // Crockford's: nothing looks alike
    std::string id = "L";
    for (int i = 0; i < 7; ++i)
        id += letters[(std::rotl(key, 7 * turn) >> (5 * i)) & 31];
    return id;
}

std::string stem_of(std::string_view name) {
    std::string stem;
    for (const char c : name) {
        const bool digit = c >= '0' && c <= '9';
        if (!digit) stem += c;
        if (digit && !stem.ends_with('#')) stem += '#';
    }
    return stem;
}

} // namespace worklines::lines
