// SPDX-License-Identifier: GPL-2.0-or-later
// JSON Lines: one object a line, one job an object. Keys count without regard to case, `_` and `-`:
//   the job      jobid, jobidraw, job, id     a number, or 42, 6_3 (the array's), 13+0 (the leader's) as a string
//   the script   script, batchscript, jobscript
//   optional     submit, submittime, submitted    epoch seconds, or a time such as 2026-12-01T05:34:36 (local; Z or
//                                                 +01:00 behind it count)
//                user, username     a name
//                cluster            else it is the one that is collected for
// The first of a row that is there counts. Other keys may hold anything.
#pragma once

#include "reporter/accounting/input.h"
#include "reporter/sources/options.h"

namespace worklines::sources {

/// What cannot be read of a line is noted, and the next one is read.
Result<void> read_json_lines(accounting::Source source, const std::string& name, const Options& options,
                             const Sink& sink, Report& report);

} // namespace worklines::sources
