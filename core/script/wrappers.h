// SPDX-License-Identifier: GPL-2.0-or-later
// Programs that run another program: how much of a command is theirs, and what the rest is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace worklines::script {

/// One wrapper taken off the front of a command's words.
struct Unwrapped {
    std::size_t own = 0;       ///< words of the wrapper, itself included; 0: this is none
    bool is_text = false;      ///< the words that follow are shell text: joined, they are a script
    bool needs_python = false; ///< what follows is a file or `-m module` that python runs
};

/// `words[0]` may have a folder. Nothing is taken where no word would be left.
Unwrapped unwrap(const std::vector<std::string>& words, std::size_t from);

/// `/usr/bin/python3` is python3.
std::string_view without_folder(std::string_view program);

/// Shell text among the options of a command that stays: `sbatch --wrap=...`, `trap '...' EXIT`; empty if none.
std::string_view text_in_options(const std::vector<std::string>& words);

} // namespace worklines::script
