// SPDX-License-Identifier: GPL-2.0-or-later
// What a name that people gave to a program or a job says of what it does: `train_gnn.py`, `MakeFigures.R`.
#pragma once

#include <map>
#include <string_view>

namespace worklines::script {

/// Activities with the weight of the strongest part that speaks for each; parts end at marks, digits and
/// capitals.
std::map<std::string_view, double> activities_in_name(std::string_view name);

/// The same of prose, where only words count that say what is done and hardly anything else.
std::map<std::string_view, double> activities_in_prose(std::string_view text);

} // namespace worklines::script
