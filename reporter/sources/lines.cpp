// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/lines.h"

namespace worklines::sources {

std::optional<Line> Lines::next() {
    input_.consume(taken_);
    taken_ = 0;
    ++number_;
    std::size_t searched = 0;
    while (true) {
        const std::size_t newline = input_.rest().find('\n', searched);
        if (newline != std::string_view::npos && newline <= limit_) {
            taken_ = newline + 1;
            return Line{input_.rest().substr(0, newline), number_};
        }
        searched = input_.rest().size();
        if (newline != std::string_view::npos || searched > limit_) return rest_of_long_one();
        if (!input_.more()) break;
    }
    if (input_.error() || searched == 0) return std::nullopt;
    taken_ = searched;
    return Line{input_.rest(), number_, false, false};
}

std::optional<Line> Lines::rest_of_long_one() {
    while (true) {
        const std::size_t newline = input_.rest().find('\n');
        if (newline != std::string_view::npos) {
            taken_ = newline + 1;
            return Line{input_.rest().substr(0, newline), number_, true};
        }
        input_.consume(input_.rest().size());
        if (!input_.more()) return input_.error() ? std::nullopt : std::optional(Line{{}, number_, true, false});
    }
}

} // namespace worklines::sources
