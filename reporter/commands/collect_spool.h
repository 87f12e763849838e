// SPDX-License-Identifier: GPL-2.0-or-later
// From the spool's segments into the archive.
#pragma once

#include "core/result.h"
#include "reporter/archive/archive.h"

#include <cstdint>
#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

namespace worklines::commands {

struct DrainReport {
    std::uint64_t segments = 0, removed = 0; ///< read; of these sealed and deleted
    std::uint64_t snapshots = 0, added = 0;
    std::uint64_t damages = 0;
    std::vector<std::string> notes; ///< the first damages, with file and offset
};

/// Reads what is new, each segment in one transaction with its cursor. A sealed one is deleted after its commit,
/// unless it holds what this version cannot read.
Result<DrainReport> drain(archive::Archive& archive, const std::filesystem::path& folder);

void print(std::ostream& out, const DrainReport& report);

} // namespace worklines::commands
