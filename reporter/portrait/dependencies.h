// SPDX-License-Identifier: GPL-2.0-or-later
// Which run waits for which submission, by --dependency. `singleton` names no job, so it is none.
#pragma once

#include "reporter/join/joined.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace worklines::portrait {

struct Dependency {
    std::uint32_t run = 0, on = 0; ///< indices into Runs::runs; `on` is one run of the other submission
    std::string_view type;         ///< `afterok`: Slurm's word, which lives for ever

    auto operator<=>(const Dependency&) const = default;
};

/// Among these runs (indices, ascending): both ends are in them. Each once, ascending. An id that was used again
/// after a database reset means the last submission before the run's own.
std::vector<Dependency> dependencies_of(const join::Runs& runs, std::span<const std::uint32_t> among);

} // namespace worklines::portrait
