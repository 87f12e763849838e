// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/notes.h"

namespace worklines::accounting {
namespace {

constexpr std::size_t most_clusters = 1000; // a column of anything else may be called Cluster

} // namespace

Result<void> Notes::take(const JobRecord& record, Report& report) {
    const auto known = report.clusters.find(record.cluster);
    if (known != report.clusters.end())
        ++known->second;
    else if (report.clusters.size() < most_clusters)
        report.clusters.emplace(record.cluster, 1);
    if (!options_.only_cluster.empty() && record.cluster != options_.only_cluster) {
        ++report.other_clusters;
        return {};
    }
    note_duplicates(record, report);
    report.gpus_seen = report.gpus_seen || record.allocated.gpus || record.requested.gpus;
    report.shards_seen = report.shards_seen || record.allocated.shards.value_or(0) > 0;
    ++report.records;
    return sink_(record);
}

/// A restarted job whose earlier run is not the row before it: sacct was run without -D.
void Notes::note_duplicates(const JobRecord& record, Report& report) {
    const bool again = record.id_raw == last_id_raw_;
    if (again)
        report.duplicates = Duplicates::present;
    else if (record.restarts.value_or(0) > 0 && report.duplicates == Duplicates::unknown)
        report.duplicates = Duplicates::missing;
    last_id_raw_ = record.id_raw;
}

} // namespace worklines::accounting
