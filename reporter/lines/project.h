// SPDX-License-Identifier: GPL-2.0-or-later
// Which of a person's projects a job belongs to, by the folder it was submitted from.
#pragma once

#include <string_view>

namespace worklines::lines {

/// The part of the folder behind the person's own: `/home/lola/thesis/run3` and `/scratch/lola/thesis` are
/// `thesis`,
/// `/home/lola` is empty. Where no part of it is the person's name, the whole folder.
std::string_view project_of(std::string_view person, std::string_view folder);

} // namespace worklines::lines
