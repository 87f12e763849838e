// SPDX-License-Identifier: GPL-2.0-or-later
// csh and fish in the words of a Bourne shell, line by line, so that one parser reads them all. Conditions in csh's
// parentheses are dropped: they run nothing.
#pragma once

#include <string>
#include <string_view>

namespace worklines::script {

std::string from_csh(std::string_view script);
std::string from_fish(std::string_view script);

} // namespace worklines::script
