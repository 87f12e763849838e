// SPDX-License-Identifier: GPL-2.0-or-later
// What several commands need: the options they share, the time zone, dates as people type them.
#pragma once

#include "core/result.h"
#include "core/text/calendar.h"
#include "reporter/archive/archive.h"
#include "reporter/commands/command.h"

#include <cstdint>
#include <optional>
#include <string>

namespace worklines::commands {

void declare_archive(Options& options, config::Config& config);  ///< --archive FILE
void declare_timezone(Options& options, config::Config& config); ///< --timezone NAME
void declare_cluster(Options& options, config::Config& config);  ///< --cluster NAME

/// The cluster's time zone by the configuration; this machine's if it names none.
Result<text::Zone> zone_of(const config::Config& config);

/// Local midnight of `YYYY-MM-DD`. `option` is named in the error.
Result<std::int64_t> midnight(const std::string& date, const std::string& option, const text::Zone& zone);

/// The cluster that a command is about: the configured one, else the one with most records. Error: none at all.
Result<std::string> cluster_of(const config::Config& config, archive::Archive& archive);

} // namespace worklines::commands
