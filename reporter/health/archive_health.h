// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core/config/config.h"
#include "reporter/health/check.h"

#include <cstdint>

namespace worklines::health {

/// Is the archive there and fresh, are jobs joined with their snapshots, do accounting and capture see the same
/// people, can slurmctld use the advice?
Checks archive_health(const config::Config& config, std::int64_t now_s);

} // namespace worklines::health
