// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts kept elsewhere, from whatever the path is:
// - a folder of files named by job id, an archive of sarchive, a copy of slurmctld's StateSaveLocation;
// - a tar of the same, packed or not;
// - JSON Lines (json_lines.h), or what `sacct --batch-script` printed (batch_script.h), packed or not.
#pragma once

#include "reporter/sources/options.h"

#include <filesystem>

namespace worklines::sources {

/// Error: nothing there, or none of these; the sink's. What is wrong in it is counted, and the rest read.
Result<Report> read(const std::filesystem::path& path, const Options& options, const Sink& sink);

} // namespace worklines::sources
