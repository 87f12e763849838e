// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "reporter/health/check.h"

#include <string_view>

namespace worklines::health {

/// Asks `scontrol show config`; where Slurm does not answer, what its files tell.
Checks slurm_health();

/// The same on the text that scontrol prints: where worklines stands in JobSubmitPlugins, whether accounting knows
/// GPUs and measures use, whether the plugin was built for the Slurm that runs.
Checks read_slurm_config(std::string_view text);

} // namespace worklines::health
