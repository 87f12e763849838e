// SPDX-License-Identifier: GPL-2.0-or-later
// Joins what the archive has of snapshots and of accounting. Works on what is new since the last time; what it
// cannot join yet is tried again when more arrives near it.
#pragma once

#include "core/result.h"
#include "reporter/archive/archive.h"
#include "reporter/join/assign.h"

#include <array>
#include <cstdint>
#include <string>

namespace worklines::join {

struct MatchOptions {
    Tolerance tolerance;
    std::string cluster; ///< of snapshots that name none
};

struct MatchReport {
    std::array<std::uint64_t, 5> records{}; ///< by Evidence: those looked at this time
    std::uint64_t snapshots_open = 0;       ///< in the time looked at: no record fits, and it was no --test-only

    std::uint64_t of(Evidence evidence) const { return records[static_cast<std::size_t>(evidence)]; }
};

/// In a transaction of its own.
Result<MatchReport> match(archive::Archive& archive, const MatchOptions& options);

} // namespace worklines::join
