// SPDX-License-Identifier: GPL-2.0-or-later
// What stands inside a command or beside it: wrapped commands, `bash -c` and `python -c` texts, here-documents,
// comments.
#pragma once

#include "core/script/commands.h"

namespace worklines::script {

inline constexpr std::size_t most_commands = 1u << 16;
inline constexpr int deepest_script = 4; ///< scripts inside scripts
inline constexpr std::size_t longest_inner = 1u << 16;

/// Takes the wrappers off `words` and adds what is left: one command, or those of the shell text it holds. What the
/// command says beside its words (line, redirections, flags) holds for all of them.
void add_unwrapped(Command command, std::vector<std::string> words, Reading& reading, const Around& around);

void add_comment(std::string_view text, std::uint32_t line, Reading& reading);

/// Says its language and reads it as a script if it is one. `file`: that it is written to.
void read_here_document(HereDocument document, std::string_view file, int depth, Reading& reading);

} // namespace worklines::script
