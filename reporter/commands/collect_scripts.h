// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts that a site kept by other means go into the archive, for jobs without a snapshot.
#pragma once

#include "core/result.h"
#include "reporter/archive/archive.h"
#include "reporter/sources/options.h"

#include <filesystem>
#include <ostream>
#include <string>

namespace worklines::commands {

/// `cluster`: where the source names none. What was read before an error is kept.
Result<sources::Report> collect_scripts(archive::Archive& archive, const std::filesystem::path& path,
                                        const std::string& cluster, const sources::Options& options);

void print(std::ostream& out, const std::filesystem::path& path, const sources::Report& report);

} // namespace worklines::commands
