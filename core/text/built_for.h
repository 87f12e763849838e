// SPDX-License-Identifier: GPL-2.0-or-later
// A plugin's file says for which Slurm it was built: slurmctld refuses another one's, and then does not start.
#pragma once

#include <string_view>

namespace worklines::text {

/// Stands in the plugin's file in front of the version.
inline constexpr std::string_view built_for_mark = "worklines was built for Slurm ";

/// The version behind the mark in the bytes of a plugin's file, as "22.05.8"; empty where there is no mark.
std::string_view built_for(std::string_view file);

} // namespace worklines::text
