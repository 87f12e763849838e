// SPDX-License-Identifier: GPL-2.0-or-later
// What the name of a file says: whose script it is. The same for folders and for the members of a tar.
#pragma once

#include "core/text/calendar.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace worklines::sources {

/// `104295.sh`, `104295`, `job.104295`, `slurm-104295.sbatch`, `6_3.sh` (the array's id): the job's id.
std::optional<std::int64_t> job_id_of_name(std::string_view file_name);

struct Named {
    std::int64_t id = 0;
    std::string_view layout;      ///< "sarchive", "state folder"; empty: a plain file
    std::int64_t submit_from = 0; ///< as in KeptScript
    std::int64_t submit_to = 0;   ///< 0: the name tells no time
    bool ends_in_nul = false;     ///< slurmctld writes one behind the script
};

/// `path`: below the folder, or in the tar. Knows
/// - sarchive's tree, job.ID_script, in folders YYYY, YYYYMM or YYYYMMDD (of its host's clock: `zone`), or in none;
/// - slurmctld's StateSaveLocation, hash.N/job.ID/script;
/// - plain files, by job_id_of_name.
std::optional<Named> name_of(std::string_view path, const text::Zone& zone);

/// Lies beside scripts under the job's id, and is none: its environment, its output.
bool is_companion(std::string_view path);

} // namespace worklines::sources
