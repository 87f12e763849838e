// SPDX-License-Identifier: GPL-2.0-or-later
// The one place where Slurm's job description becomes our snapshot.
#pragma once

#include "core/snapshot/snapshot.h"
#include "plugin/job_submit/versions.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::job_submit {

/// `change`: an update of a job that exists. `environment`: names of the variables that are kept.
snapshot::Snapshot translate(const job_desc_msg_t& desc, std::uint32_t submit_uid, std::int64_t now_us, bool change,
                             const std::vector<std::string>& environment);

/// The script as it came; a view into `desc`.
std::optional<std::string_view> script_of(const job_desc_msg_t& desc);

} // namespace worklines::job_submit
