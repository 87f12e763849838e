// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/built_for.h"

namespace worklines::text {

std::string_view built_for(std::string_view file) {
    const std::size_t at = file.find(built_for_mark);
    if (at == std::string_view::npos) return {};
    file.remove_prefix(at + built_for_mark.size());
    return file.substr(0, file.find_first_not_of("0123456789."));
}

} // namespace worklines::text
