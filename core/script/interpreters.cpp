// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/interpreters.h"

#include "core/script/code_scanner.h"
#include "core/script/dialects.h"
#include "core/script/inner.h"

namespace worklines::script {
namespace {

/// Comments of a script whose commands are read from its translation.
void add_line_comments(std::string_view text, std::uint32_t line, Reading& reading) {
    for (; !text.empty(); ++line) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view whole = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t mark = whole.find('#');
        if (mark == std::string_view::npos || (mark > 0 && whole[mark - 1] != ' ' && whole[mark - 1] != '\t'))
            continue;
        if (whole.substr(0, mark).find_first_of("\"'`") != std::string_view::npos) continue;
        if (reading.comments.size() >= most_commands) return;
        add_comment(whole.substr(mark + 1), line, reading);
    }
}

} // namespace

void read_code(std::string_view text, Language language, const Around& around, Reading& reading) {
    if (language == Language::csh || language == Language::fish) {
        if (!around.copy) add_line_comments(text, around.line, reading);
        Around inner = around;
        inner.copy = true;
        read_shell(language == Language::csh ? from_csh(text) : from_fish(text), inner, reading);
        return;
    }
    CodeScanner(text, language, around, reading).run();
}

} // namespace worklines::script
