// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "reporter/health/check.h"

#include <string_view>

namespace worklines::health {

/// Asks `scontrol show config`; one check that says `unknown` where Slurm does not answer.
Checks slurm_health();

/// The same on the text that scontrol prints: where worklines stands in JobSubmitPlugins, whether accounting knows
/// GPUs and measures use.
Checks read_slurm_config(std::string_view text);

} // namespace worklines::health
