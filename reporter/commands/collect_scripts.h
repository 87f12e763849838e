// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts that a site kept by other means, under names that hold the job's id.
#pragma once

#include "core/result.h"
#include "reporter/archive/archive.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>

namespace worklines::commands {

struct ScriptsReport {
    std::uint64_t scripts = 0;
    std::uint64_t unnamed = 0;   ///< files whose name holds no job id
    std::uint64_t too_large = 0; ///< over `max_script`
};

/// `104295.sh`, `104295`, `job.104295`, `slurm-104295.sbatch`, `6_3.sh` (the array's id): the job's id.
std::optional<std::int64_t> job_id_of_name(std::string_view file_name);

/// From a folder and those in it.
Result<ScriptsReport> collect_scripts(archive::Archive& archive, const std::filesystem::path& path,
                                      const std::string& cluster, std::uint64_t max_script);

void print(std::ostream& out, const ScriptsReport& report);

} // namespace worklines::commands
