// SPDX-License-Identifier: GPL-2.0-or-later
// Which scripts are versions of one another, exact after normalisation: numbers, seeds, folders, directives,
// comments and white space do not count, nor what lies behind the first 128 KiB that do. Linear in the script's
// size; no allocation that grows beyond it; never throws but for lack of memory. Plugin and reporter must agree on
// it: what history is filed under and what a submission looks up.
#pragma once

#include <cstdint>
#include <string_view>

namespace worklines::script {

/// Same key: same family. 0 for a script of which nothing remains (empty, or comments only).
std::uint64_t family_key(std::string_view script);

} // namespace worklines::script
