// SPDX-License-Identifier: GPL-2.0-or-later
// One job, looked up by the id that people know.
#include "reporter/archive/impl.h"

#include <algorithm>

namespace worklines::archive {
namespace {

/// Array tasks have ids of their own behind the array's; how far to look for them before giving up.
constexpr std::int64_t furthest = 200'000;

struct Row {
    RecordRow record;
    std::optional<std::int64_t> snapshot, evidence;
};

bool is_wanted(const RecordRow& record, const accounting::JobId& id) {
    if (record.parent() != id.base && record.id_raw != id.base) return false;
    return (!id.task || record.task == id.task) && (!id.het_offset || record.het == id.het_offset);
}

std::vector<Row> rows_of(Archive::Impl& archive, std::int64_t cluster, const accounting::JobId& id) {
    Statement rows =
        archive.db.prepare(std::string("SELECT ") + record_columns +
                           ", snapshot, evidence FROM record WHERE cluster = ? AND id_raw BETWEEN ? AND ?");
    rows.bind(1, cluster).bind(2, id.base).bind(3, id.base + furthest);
    std::vector<Row> found;
    while (rows.step()) {
        const RecordRow record = record_at(rows, 0);
        if (!is_wanted(record, id)) continue;
        found.push_back(
            {record, rows.maybe_integer(record_column_count), rows.maybe_integer(record_column_count + 1)});
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const Row& a, const Row& b) { return a.record.submit < b.record.submit; });
    return found;
}

void set_script_by_id(Archive::Impl& archive, const RecordRow& record, Found& found) {
    Statement row = archive.db.prepare(
        "SELECT (SELECT sha256 FROM script WHERE id = " + fitting_by_id("script") + "), " +
        fitting_by_id("source") +
        " FROM record r JOIN request q ON q.id = r.request WHERE r.cluster = ? AND r.id_raw = ? AND r.submit = ?");
    row.bind(1, record.cluster).bind(2, record.id_raw).bind(3, record.submit);
    if (!row.step() || row.is_null(0)) return;
    found.script_sha256 = hex_of_bytes(row.bytes(0));
    found.script_source = archive.texts.get(row.integer(1));
}

Found found_of(Archive::Impl& archive, const Row& row) {
    Found found;
    found.record = archive.records.as_record(row.record);
    if (row.snapshot) found.snapshot = archive.snapshots.get(*row.snapshot);
    if (found.snapshot) {
        found.evidence = static_cast<join::Evidence>(row.evidence.value_or(0));
        if (found.snapshot->script && archive.scripts.find(found.snapshot->script->sha256))
            found.script_sha256 = found.snapshot->script->sha256;
        if (found.script_sha256) found.script_source = "spool";
    }
    if (!found.script_sha256) {
        set_script_by_id(archive, row.record, found);
        if (!found.snapshot)
            found.evidence = found.script_sha256 ? join::Evidence::by_id
                                                 : static_cast<join::Evidence>(row.evidence.value_or(
                                                       static_cast<std::int64_t>(join::Evidence::no_snapshot)));
    }
    return found;
}

} // namespace

Result<std::vector<Found>> Archive::find(const std::string& cluster, const accounting::JobId& id) {
    return guarded([&] {
        std::vector<Found> all;
        const auto number = impl_->texts.find(cluster);
        if (!number) return all;
        for (const Row& row : rows_of(*impl_, *number, id))
            all.push_back(found_of(*impl_, row));
        return all;
    });
}

} // namespace worklines::archive
