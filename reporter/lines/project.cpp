// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/project.h"

#include <algorithm>

namespace worklines::lines {

std::string_view project_of(std::string_view person, std::string_view folder) {
    for (std::size_t at = 0; at < folder.size();) {
        const std::size_t end = std::min(folder.find('/', at), folder.size());
        if (end > at && folder.substr(at, end - at) == person) {
            const std::size_t from = folder.find_first_not_of('/', end);
            if (from == std::string_view::npos) return {};
            return folder.substr(from, folder.find('/', from) - from);
        }
        at = end + 1;
    }
    return folder == "/" ? std::string_view() : folder;
}

} // namespace worklines::lines
