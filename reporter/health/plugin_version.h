// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "reporter/health/check.h"

#include <string>
#include <string_view>

namespace worklines::health {

/// Whether the plugin that slurmctld finds was built for the Slurm that runs. `directories`: PluginDir, apart by ':',
/// searched in this order as Slurm does; `version`: as SLURM_VERSION in `scontrol show config`.
Check plugin_version(std::string_view directories, std::string_view version);

} // namespace worklines::health
