// SPDX-License-Identifier: GPL-2.0-or-later
// A title for a line of which neither field nor names are known, from what its script runs.
#pragma once

#include "core/script/reading.h"

#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::lines {

/// What a shell script runs, in order of first appearance: `python train.py`, `gmx`. Without folders. Left out is
/// what tells nothing: cd, echo, mkdir and the like, the functions of the script itself; and what only brings data
/// or software, such as rsync or pip, if there is something else.
std::vector<std::string> main_programs(const script::Reading& reading);

/// `Scripts that run python train.py and gmx`. `is_private`: of what may not be in a title.
std::string title_of(const script::Reading& reading, const std::function<bool(std::string_view)>& is_private);

} // namespace worklines::lines
