// SPDX-License-Identifier: GPL-2.0-or-later
// Records of accounting as rows, keyed by (cluster, JobIDRaw, Submit).
#pragma once

#include "reporter/accounting/job.h"
#include "reporter/archive/interned.h"
#include "reporter/archive/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace worklines::archive {

/// Columns of `record` that come from accounting, in the order in which they are written and read.
inline constexpr const char* record_columns =
    "cluster, id_raw, submit, behind, task, het, label, request, allocation, state, eligible_after, start_after, "
    "end_after,"
    " elapsed, nodes, reason, restarts, cpu_ms, peak_kib, upper_kib, gpu_e4, gpu_mem_kib";
inline constexpr int record_column_count = 22;

/// One row, numbers only.
struct RecordRow {
    std::int64_t cluster = 0, id_raw = 0, submit = 0, behind = 0;
    std::optional<std::int64_t> task, het, label;
    std::int64_t request = 0, allocation = 0, state = 0;
    std::optional<std::int64_t> eligible_after, start_after, end_after, elapsed;
    std::int64_t nodes = 0, reason = 0;
    std::optional<std::int64_t> restarts, cpu_ms, peak_kib, upper_kib, gpu_e4, gpu_mem_kib;

    bool operator==(const RecordRow&) const = default;
    std::int64_t parent() const { return id_raw - behind; }
};

RecordRow record_at(const Statement& row, int first);
accounting::Use use_of(const RecordRow& row);

class Records {
  public:
    Records(const Database& db, Texts& texts, Allocations& allocations, Requests& requests);

    enum class Kept { added, updated, known };
    Kept keep(const accounting::JobRecord& record);
    accounting::JobRecord as_record(const RecordRow& row);
    /// JobID as accounting prints it.
    std::string printed_id(const RecordRow& row);

  private:
    RecordRow as_row(const accounting::JobRecord& record);
    Request as_request(const accounting::JobRecord& record);
    std::optional<RecordRow> find(const RecordRow& row);

    Texts& texts_;
    Allocations& allocations_;
    Requests& requests_;
    const Database& db_;
    Statement insert_, find_, update_;
};

} // namespace worklines::archive
