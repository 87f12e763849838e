// SPDX-License-Identifier: GPL-2.0-or-later
// The days that a report is about: `--month`, or `--from` and `--to`; by the cluster's clock on the wall.
#pragma once

#include "core/result.h"
#include "core/text/calendar.h"
#include "reporter/commands/command.h"

#include <cstdint>
#include <string>

namespace worklines::commands {

struct PeriodOptions {
    std::string from, to, month;

    void declare(Options& options);
    bool empty() const { return from.empty() && to.empty() && month.empty(); }
};

struct Period {
    text::Date from, to;               ///< `to` is not part of it
    std::int64_t from_s = 0, to_s = 0; ///< local midnights
};

/// Error: none given, both ways given, half of one, no date, nothing between the two.
Result<Period> period_of(const PeriodOptions& options, const text::Zone& zone);

Period month_from(const text::Date& first, const text::Zone& zone);
/// The last full month before `now`.
Period last_month(std::int64_t now, const text::Zone& zone);

} // namespace worklines::commands
