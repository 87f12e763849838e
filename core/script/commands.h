// SPDX-License-Identifier: GPL-2.0-or-later
// From a shell script's syntax to what it runs: constants filled in, wrappers taken off, texts that are scripts
// read too.
#pragma once

#include "core/script/reading.h"

namespace worklines::script {

/// What a script in a script stands in.
struct Around {
    std::uint32_t line = 1; ///< of the text's first byte; of all of it where `one_line`
    bool one_line = false;
    int depth = 0;     ///< scripts inside scripts
    bool copy = false; ///< the text does not outlive the call: no views of it are kept
};

/// Adds the commands, assignments, functions, here-documents and comments of a shell script to the reading. Views
/// of here-documents and comments point into `text`; both are left out where it is a copy.
void read_shell(std::string_view text, const Around& around, Reading& reading);

} // namespace worklines::script
