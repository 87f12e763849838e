// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/reading.h"

#include "core/script/commands.h"
#include "core/script/directives.h"
#include "core/script/interpreters.h"
#include "core/script/languages.h"

#include <algorithm>

namespace worklines::script {
namespace {

/// Directives in a here-document are the inner script's.
void leave_to_inner_scripts(Reading& reading) {
    for (const HereDocument& document : reading.here_documents) {
        const auto lines = static_cast<std::uint32_t>(std::ranges::count(document.text, '\n'));
        std::erase_if(reading.directives, [&](const Directive& directive) {
            return directive.line >= document.line && directive.line < document.line + lines;
        });
    }
}

} // namespace

Reading read(std::string_view script) {
    Reading reading;
    reading.language = language_of(script);
    if (reading.language == Language::empty || reading.language == Language::binary) return reading;
    reading.interpreter = interpreter_of(script);
    reading.directives = read_directives(script);
    const Around around;
    if (reading.language == Language::shell)
        read_shell(script, around, reading);
    else
        read_code(script, reading.language, around, reading);
    if (!reading.directives.empty()) leave_to_inner_scripts(reading);
    const auto by_line = [](const auto& a, const auto& b) { return a.line < b.line; };
    std::ranges::stable_sort(reading.commands, by_line);
    std::ranges::stable_sort(reading.comments, by_line);
    std::ranges::stable_sort(reading.imports, by_line);
    return reading;
}

} // namespace worklines::script
