// SPDX-License-Identifier: GPL-2.0-or-later
// A reading as lines of text, for comparing.
#pragma once

#include "core/script/reading.h"

#include <string>
#include <vector>

namespace worklines::script {

/// `srun singularity > python train.py --model x`: wrappers, program, arguments.
inline std::string said(const Command& command) {
    std::string text;
    for (const std::string& wrapper : command.via)
        text += wrapper + ' ';
    if (!text.empty()) text += "> ";
    text += command.program;
    for (const std::string& arg : command.args)
        text += ' ' + arg;
    return text;
}

inline std::vector<std::string> commands_of(std::string_view script) {
    std::vector<std::string> all;
    for (const Command& command : read(script).commands)
        all.push_back(said(command));
    return all;
}

} // namespace worklines::script
