// SPDX-License-Identifier: GPL-2.0-or-later
// lines.conf: what the admin knows better than the scripts say. Lines are named by their ids, which stay, and
// people's projects by person and folder, so that a wish holds when lines are found anew.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::lines {

/// What one person does in one project: see project.h. An empty project is every one of the person's.
struct Whose {
    std::string person, project;

    bool is(std::string_view a_person, std::string_view a_project) const {
        return person == a_person && (project.empty() || project == a_project);
    }
};

struct Wishes {
    struct Name {
        std::string line, title;
    };
    struct Merge {
        std::string into;
        std::vector<std::string> lines;
    };
    struct Move { ///< of a split: out of this line, to one of its own; of a pin: into this line
        std::string line;
        Whose whose;
    };
    std::vector<Move> splits;
    std::vector<Merge> merges;
    std::vector<Move> pins;
    std::vector<Name> names;
};

/// Lines of `name ID TITLE`, `merge ID ID...`, `split ID PERSON [PROJECT]`, `pin ID PERSON [PROJECT]`; `#` begins a
/// comment. Error: `name` and line.
Result<Wishes> parse_wishes(std::string_view text, const std::string& name);
/// A missing file wishes nothing.
Result<Wishes> read_wishes(const std::filesystem::path& file);

} // namespace worklines::lines
