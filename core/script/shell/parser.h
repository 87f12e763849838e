// SPDX-License-Identifier: GPL-2.0-or-later
// A light parser: enough of the shell's grammar to know where each simple command begins and ends, and what it
// stands in. Tolerant: what no shell would take is read as far as it makes sense. Linear, without recursion,
// bounded in memory.
#pragma once

#include "core/script/shell/syntax.h"

namespace worklines::script::shell {

/// `line`: of the text's first byte. Texts of 4 GiB and more are cut.
Syntax parse(std::string_view text, std::uint32_t line = 1);

} // namespace worklines::script::shell
