// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts that are no Bourne shell's: comments, imports, and the commands they run by literal text.
#pragma once

#include "core/script/commands.h"

namespace worklines::script {

/// Adds what `text`, written in `language`, says. Linear; no expression is evaluated.
void read_code(std::string_view text, Language language, const Around& around, Reading& reading);

} // namespace worklines::script
