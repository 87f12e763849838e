// SPDX-License-Identifier: GPL-2.0-or-later
// A title for a line, from what its script runs. A stand-in until the script reader knows what a script is for.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::lines {

/// Programs that a shell script starts by plain name, in order of first appearance, at most `most`. Left out: what
/// every script does (cd, echo, mkdir), what is given by a path, and the functions of the script itself.
std::vector<std::string> main_programs(std::string_view script, std::size_t most);

/// `Scripts that run python and rsync`. `is_private`: words that do not go into a title.
std::string title_of(std::string_view script, const std::function<bool(std::string_view)>& is_private);

} // namespace worklines::lines
