// SPDX-License-Identifier: GPL-2.0-or-later
// The script reader on any bytes, as each language it knows: views stay inside the script, lines inside its lines,
// and what is read stays in proportion to what there was to read.
#include "core/script/reading.h"

#include <algorithm>
#include <cstdlib>
#include <string>

using namespace worklines::script;

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

void check(const std::string& script) {
    const Reading reading = read(script);
    const auto lines = static_cast<std::uint32_t>(std::ranges::count(script, '\n')) + 1;
    const auto inside = [&](std::string_view text) {
        return text.data() >= script.data() && text.data() + text.size() <= script.data() + script.size();
    };
    std::size_t bytes = 0;
    for (const Command& command : reading.commands) {
        require(command.line >= 1 && command.line <= lines);
        bytes += command.program.size();
        for (const std::string& arg : command.args)
            bytes += arg.size();
    }
    for (const Comment& comment : reading.comments)
        require(comment.line >= 1 && comment.line <= lines && inside(comment.text));
    for (const HereDocument& document : reading.here_documents)
        require(inside(document.text));
    for (const Directive& directive : reading.directives)
        require(directive.line >= 1 && directive.line <= lines);
    require(bytes <= (64u << 20) + 512 * script.size());
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(reinterpret_cast<const char*>(data), size);
    check(text);
    for (const char* interpreter : {"bash", "tcsh", "fish", "python3", "Rscript", "perl", "julia", "lua", "octave"})
        check("#!/usr/bin/" + std::string(interpreter) + "\n" + text);
    return 0;
}
