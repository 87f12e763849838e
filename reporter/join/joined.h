// SPDX-License-Identifier: GPL-2.0-or-later
// What lines and portrait are computed from: the runs of a period with what was submitted. Built for millions of
// rows, so names are numbers into one pool and scripts are told apart by index.
#pragma once

#include "reporter/accounting/job.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::join {

/// Why a snapshot or script was taken for a record's, or why none was. The texts are in evidence.cpp.
enum class Evidence : std::uint8_t {
    snapshot,     ///< one snapshot fits: same user, name, folder, submit line, array shape, time
    snapshot_tie, ///< several fit equally (a burst of identical submissions); taken in order of id
    by_id,        ///< a script kept elsewhere under the job's id
    no_snapshot,  ///< submitted while nothing was captured
    ambiguous,    ///< snapshots near in time differ in what can be compared
};

/// In JSON and tables: `snapshot`, `no_snapshot`.
std::string_view evidence_name(Evidence evidence);
/// For people: what was compared, or why there is nothing.
std::string_view evidence_text(Evidence evidence);

using TextId = std::uint32_t; ///< index into Runs::texts; 0 is the empty text
inline constexpr std::uint32_t none = UINT32_MAX;

/// One record of accounting that touches the period, joined.
struct Run {
    std::int64_t id_raw = 0, parent = 0;
    std::int64_t submit = 0;
    std::optional<std::int64_t> eligible, start, end, elapsed_s;
    accounting::Limit limit;
    accounting::State state = accounting::State::other;
    TextId cluster = 0, id = 0, user = 0, account = 0, partition = 0, name = 0, work_dir = 0, submit_line = 0,
           nodes = 0;
    TextId dependency = 0; ///< as typed, from the snapshot; without one the submit line may tell
    std::optional<std::uint32_t> uid;
    std::optional<std::int64_t> req_cpus, alloc_cpus, node_count, req_mem_bytes;
    std::optional<double> req_gpus, alloc_gpus;
    accounting::Use use;
    Evidence evidence = Evidence::no_snapshot;
    std::uint32_t script = none; ///< index into Runs::scripts
};

/// A distinct script: its bytes are fetched from the archive when they are read.
struct Script {
    std::string sha256; ///< 64 hex digits
    std::uint64_t size = 0;
};

struct Runs {
    std::vector<std::string> texts = {""};
    std::vector<Run> runs; ///< by (cluster, id_raw, submit)
    std::vector<Script> scripts;

    std::string_view text(TextId id) const { return texts[id]; }
};

} // namespace worklines::join
