// SPDX-License-Identifier: GPL-2.0-or-later
// The directives of a batch script as sbatch takes them, and those it does not.
#pragma once

#include "core/script/reading.h"

namespace worklines::script {

/// In order of lines. Linear.
std::vector<Directive> read_directives(std::string_view script);

/// Of a comment's text, without its `#`: it is meant for a batch system, switched off or not.
bool is_directive(std::string_view comment);

} // namespace worklines::script
