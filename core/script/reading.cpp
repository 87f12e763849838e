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

/// Mostly they are in order already; those of here-documents come last.
template <class List>
void sort_by_line(List& list) {
    const auto line = [](const auto& one) { return one.line; };
    if (!std::ranges::is_sorted(list, {}, line)) std::ranges::stable_sort(list, {}, line);
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
    sort_by_line(reading.commands);
    sort_by_line(reading.comments);
    sort_by_line(reading.imports);
    return reading;
}

} // namespace worklines::script
