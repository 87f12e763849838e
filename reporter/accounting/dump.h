// SPDX-License-Identifier: GPL-2.0-or-later
// Reads what sacct printed: our own runs of it and dumps made by hand, with any columns in any order, or as JSON.
// Streams: memory does not grow with the dump.
#pragma once

#include "core/result.h"
#include "core/text/calendar.h"
#include "reporter/accounting/input.h"
#include "reporter/accounting/job.h"
#include "reporter/accounting/rows.h"

#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace worklines::accounting {

struct DumpOptions {
    std::string delimiter;    ///< empty: found in the header
    text::Zone zone;          ///< of the local times in it
    std::string cluster;      ///< of records, where the dump has no column Cluster
    std::string only_cluster; ///< not empty: records of other clusters are left out
};

/// Whether the earlier runs of requeued jobs are in a dump (sacct -D).
enum class Duplicates : std::uint8_t { unknown, present, missing };

struct Report {
    std::uint64_t lines = 0, records = 0, steps = 0;
    std::uint64_t stray_steps = 0; ///< whose job is not the row before them: dropped
    std::uint64_t skipped_count = 0;
    std::vector<Skipped> skipped;     ///< the first thousand
    std::vector<std::string> missing; ///< columns, with what follows from it
    Duplicates duplicates = Duplicates::unknown;
    bool gpus_seen = false, shards_seen = false;
    std::map<std::string, std::uint64_t, std::less<>> clusters; ///< records of each, also of those left out
    std::uint64_t other_clusters = 0;                           ///< records left out, not among `records`
};

/// Called for each record with the use of its steps folded in. The record is valid during the call.
using RecordSink = std::function<Result<void>(const JobRecord&)>;

/// Error: reading failed, it is not a dump, or the sink's own.
Result<Report> read_dump(Source source, const DumpOptions& options, const RecordSink& sink);

} // namespace worklines::accounting
