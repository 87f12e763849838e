// SPDX-License-Identifier: GPL-2.0-or-later
// What is noted of each record on its way to the sink, whatever kind of dump it comes from.
#pragma once

#include "reporter/accounting/dump.h"

#include <cstdint>

namespace worklines::accounting {

class Notes {
  public:
    Notes(const DumpOptions& options, const RecordSink& sink) : options_(options), sink_(sink) {}

    /// Hands the record on, unless it is of a cluster that nobody asked for.
    Result<void> take(const JobRecord& record, Report& report);

  private:
    void note_duplicates(const JobRecord& record, Report& report);

    const DumpOptions& options_;
    const RecordSink& sink_;
    std::int64_t last_id_raw_ = 0;
};

} // namespace worklines::accounting
