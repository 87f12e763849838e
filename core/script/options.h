// SPDX-License-Identifier: GPL-2.0-or-later
// The options of sbatch: long and short names, and whether a value follows.
#pragma once

#include <cstdint>
#include <string_view>

namespace worklines::script {

enum class Takes : std::uint8_t {
    nothing,
    value,    ///< a number, time, size, name: `$` in it is refused or misread
    text,     ///< free text: `$` in it stays as it is
    optional, ///< only behind `=` or right behind the letter
};

struct Option {
    std::string_view name;
    char letter; ///< or '\0'
    Takes takes;
};

/// Null if there is none.
const Option* option_of_letter(char letter);

/// By its name or a beginning of it that is no other's, as getopt_long does it. Null if unknown or ambiguous.
const Option* option_named(std::string_view name);

} // namespace worklines::script
