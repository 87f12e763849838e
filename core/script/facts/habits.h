// SPDX-License-Identifier: GPL-2.0-or-later
// Considerate patterns in a script and its submit line, and mistakes Slurm does not point out.
#pragma once

#include "core/script/facts.h"

#include <string>
#include <string_view>
#include <vector>

namespace worklines::script {

/// Slugs of the contract's closed list, sorted, each once. `honest_limit` is not among them: it needs what the runs
/// took.
std::vector<std::string> habits_of(const Reading& reading, std::string_view submit_line);

/// In order of line.
std::vector<Mistake> mistakes_of(const Reading& reading, std::string_view script);

} // namespace worklines::script
