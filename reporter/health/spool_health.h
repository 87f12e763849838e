// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core/config/config.h"
#include "reporter/health/check.h"

#include <cstdint>

namespace worklines::health {

/// The folder, its permissions and size, and what the plugin's status says about capture and losses.
Checks spool_health(const config::Config& config, std::int64_t now_s);

} // namespace worklines::health
