// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/join/load.h"

#include "core/snapshot/snapshot.h"
#include "reporter/join/stored.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace worklines::join {
namespace {

using archive::RecordRow;
using archive::Request;
using archive::Statement;

constexpr std::int64_t microseconds = 1'000'000;
constexpr std::size_t most_requests = 100'000; // remembered at a time

/// A new record under the same id follows these: the job runs again, it was not submitted again.
bool runs_again_after(accounting::State state) {
    using accounting::State;
    return state == State::requeued || state == State::preempted || state == State::node_fail ||
           state == State::boot_fail || state == State::resizing;
}

std::optional<std::int64_t> cpus_of(const snapshot::Snapshot& snapshot) {
    return snapshot.min_cpus ? std::optional<std::int64_t>(*snapshot.min_cpus) : std::nullopt;
}

std::optional<std::int64_t> limit_of(const snapshot::Snapshot& snapshot) {
    if (!snapshot.time_limit_min) return std::nullopt;
    return *snapshot.time_limit_min == snapshot::unlimited ? no_limit : std::int64_t{*snapshot.time_limit_min};
}

/// Nothing in the request tells of --test-only but the line that was typed.
bool asks_for_no_job(const snapshot::Snapshot& snapshot) {
    const std::string line = ' ' + snapshot.submit_line.value_or("") + ' ';
    return line.find(" --test-only ") != std::string::npos;
}

} // namespace

Tables::Tables(archive::Archive::Impl& archive)
    : archive_(archive),
      units_(archive.db.prepare(std::string("SELECT ") + archive::record_columns +
                                ", evidence FROM record INDEXED BY record_unjoined"
                                " WHERE cluster = ? AND submit >= ? AND submit < ? AND snapshot IS NULL")),
      captured_(archive.db.prepare(
          "SELECT id FROM snapshot WHERE time_us >= ? AND time_us <= ? AND job IS NULL AND call < 2"
          " AND (cluster = ? OR cluster = ?)")),
      links_(archive.db.prepare("SELECT id, time_us FROM snapshot WHERE job = ? AND job_cluster = ? AND het IS ?"
                                " ORDER BY time_us")),
      before_(archive.db.prepare(
          "SELECT b.snapshot, b.state, b.request = r.request FROM record r, record b"
          " WHERE r.cluster = ?1 AND r.id_raw = ?2 AND r.submit = ?3"
          " AND b.cluster = ?1 AND b.id_raw = ?2 AND b.submit < ?3 ORDER BY b.submit DESC LIMIT 1")),
      set_(archive.db.prepare(
          "UPDATE record SET snapshot = ?, evidence = ? WHERE cluster = ? AND id_raw = ? AND submit = ?")),
      set_job_(archive.db.prepare("UPDATE snapshot SET job = ?, job_cluster = ? WHERE id = ?")),
      count_new_(archive.db.prepare("SELECT count(*) FROM record INDEXED BY record_unjoined"
                                    " WHERE cluster = ? AND submit >= ? AND submit < ? AND snapshot IS NULL"
                                    " AND evidence IS NULL")) {}

std::optional<std::uint64_t> Tables::stored(std::int64_t text, std::string (*form)(std::string_view),
                                            std::unordered_map<std::int64_t, std::uint64_t>& known) {
    const auto [entry, is_new] = known.try_emplace(text, 0);
    if (is_new) {
        const std::string bytes = archive_.texts.get(text);
        entry->second = bytes.empty() ? 0 : archive::stable_hash(form(bytes)) | 1;
    }
    return entry->second == 0 ? std::nullopt : std::optional(entry->second);
}

Identity Tables::identity_of(const RecordRow& row, const Request& request) {
    Identity identity;
    identity.cluster = row.cluster;
    if (request.uid) identity.uid = *request.uid;
    identity.name = stored(request.name, stored_name, names_);
    identity.folder = stored(request.work_dir, stored_folder, folders_);
    identity.line = stored(request.submit_line, stored_line, lines_);
    identity.is_array = row.task || row.label; // a label is the range of a pending array
    identity.het_offset = row.het;
    return identity;
}

std::vector<Unit> Tables::units(std::int64_t cluster, std::int64_t from, std::int64_t to) {
    std::vector<Unit> units;
    std::map<std::tuple<std::int64_t, std::optional<std::int64_t>, std::int64_t>, std::size_t> known;
    units_.bind(1, cluster).bind(2, from).bind(3, to);
    while (units_.step()) {
        const RecordRow row = archive::record_at(units_, 0);
        const auto [place, is_new] = known.try_emplace({row.parent(), row.het, row.submit}, units.size());
        if (is_new) {
            if (requests_.size() > most_requests) requests_.clear();
            const auto [request, unknown] = requests_.try_emplace(row.request);
            if (unknown) request->second = archive_.requests.get(row.request);
            Unit unit;
            unit.submitted = {row.parent(), row.submit, identity_of(row, request->second),
                              archive_.allocations.get(request->second.allocation).cpus, request->second.limit};
            units.push_back(std::move(unit));
        }
        Unit& unit = units[place->second];
        unit.records.push_back({row.cluster, row.id_raw, row.submit});
        unit.is_fresh = unit.is_fresh || units_.is_null(archive::record_column_count);
    }
    units_.reset();
    return units;
}

std::vector<Captured> Tables::captured(std::int64_t cluster, bool with_unnamed, std::int64_t from_s,
                                       std::int64_t to_s) {
    std::vector<std::int64_t> ids;
    captured_.bind(1, from_s * microseconds).bind(2, (to_s + 1) * microseconds - 1);
    captured_.bind(3, cluster).bind(4, with_unnamed ? archive_.texts.find("").value_or(cluster) : cluster);
    while (captured_.step())
        ids.push_back(captured_.integer(0));
    captured_.reset();

    std::vector<Captured> all;
    for (const std::int64_t id : ids) {
        const auto snapshot = archive_.snapshots.get(id);
        if (asks_for_no_job(*snapshot)) continue;
        Captured one;
        one.id = id;
        one.time_us = snapshot->time_us;
        one.identity.cluster = cluster;
        one.identity.uid = snapshot->uid;
        one.identity.name = archive::stable_hash(stored_name(snapshot->name.value_or(""))) | 1;
        one.identity.folder = archive::stable_hash(stored_folder(snapshot->work_dir.value_or(""))) | 1;
        one.identity.line = archive::stable_hash(stored_line(snapshot->submit_line.value_or(""))) | 1;
        one.identity.is_array = snapshot->array.has_value();
        if (snapshot->het_offset) one.identity.het_offset = *snapshot->het_offset;
        one.cpus = cpus_of(*snapshot);
        one.limit_min = limit_of(*snapshot);
        all.push_back(std::move(one));
    }
    return all;
}

std::vector<Link> Tables::links(const Submitted& submitted) {
    std::vector<Link> links;
    links_.bind(1, submitted.parent).bind(2, submitted.identity.cluster).bind(3, submitted.identity.het_offset);
    while (links_.step())
        links.push_back({links_.integer(0), links_.integer(1) / microseconds});
    links_.reset();
    return links;
}

std::optional<Tables::Before> Tables::run_before(const RecordKey& record) {
    std::optional<Before> before;
    if (before_.bind(1, record.cluster).bind(2, record.id_raw).bind(3, record.submit).step())
        before = {before_.maybe_integer(0), runs_again_after(static_cast<accounting::State>(before_.integer(1))),
                  before_.integer(2) != 0};
    before_.reset();
    return before;
}

void Tables::set(const RecordKey& record, std::optional<std::int64_t> snapshot, Evidence evidence) {
    set_.bind(1, snapshot).bind(2, static_cast<std::int64_t>(evidence));
    set_.bind(3, record.cluster).bind(4, record.id_raw).bind(5, record.submit).run();
}

void Tables::set_job(std::int64_t snapshot, const Submitted& submitted) {
    set_job_.bind(1, submitted.parent).bind(2, submitted.identity.cluster).bind(3, snapshot).run();
}

std::uint64_t Tables::count_new(std::int64_t cluster, std::int64_t from, std::int64_t to) {
    count_new_.bind(1, cluster).bind(2, from).bind(3, to).step();
    const auto records = static_cast<std::uint64_t>(count_new_.integer(0));
    count_new_.reset();
    return records;
}

} // namespace worklines::join
