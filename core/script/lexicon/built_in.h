// SPDX-License-Identifier: GPL-2.0-or-later
// The files of lua/lexicon as the build found them: a program that is copied alone still knows what GROMACS is.
#pragma once

#include <span>
#include <string_view>

namespace worklines::script {

struct BuiltIn {
    std::string_view name, source;
};

extern const std::span<const BuiltIn> built_in; ///< in order of name

} // namespace worklines::script
