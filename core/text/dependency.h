// SPDX-License-Identifier: GPL-2.0-or-later
// What a job waits for, as typed behind --dependency: `afterok:12:13_4,after:14+5?singleton`.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace worklines::text {

struct Dependency {
    std::string_view type; ///< `after`, `afterany`, `afterok`, ...: Slurm's word, which lives for ever
    std::int64_t job = 0;  ///< as typed; of `13_4` and `13_*` 13: what it waits for is of that submission

    bool operator==(const Dependency&) const = default;
};

/// In the order typed. What waits for no job by its id (`singleton`) and what cannot be read gives none; an id
/// without a type is Slurm's old way to say `afterany`.
std::vector<Dependency> parse_dependencies(std::string_view text);

} // namespace worklines::text
