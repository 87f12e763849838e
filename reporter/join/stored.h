// SPDX-License-Identifier: GPL-2.0-or-later
// Texts of a request as accounting stores them. slurmdbd replaces and cuts, differently for each column (observed
// on Slurm 22.05); both sides are brought to this form before they are compared.
#pragma once

#include <string>
#include <string_view>

namespace worklines::join {

std::string stored_name(std::string_view name); ///< an empty one becomes `allocation`
std::string stored_folder(std::string_view folder);
std::string stored_line(std::string_view submit_line);

} // namespace worklines::join
