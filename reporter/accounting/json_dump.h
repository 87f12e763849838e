// SPDX-License-Identifier: GPL-2.0-or-later
// `sacct --json`, from 21.08 (openapi) to 24.11 and later (data_parser): a list `jobs`, each with its `steps`. Read
// as a stream: never more than one job without its steps, and one step, is in memory.
#pragma once

#include "reporter/accounting/dump.h"

namespace worklines::accounting {

/// As read_dump; which calls it where a dump begins with `{`.
Result<Report> read_json_dump(const Source& source, const DumpOptions& options, const RecordSink& sink);

} // namespace worklines::accounting
