// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/records.h"

#include "core/text/memory.h"

#include <cmath>

namespace worklines::archive {
namespace {

using accounting::JobRecord;
using Number = std::optional<std::int64_t>;

Number after(const Number& time, std::int64_t submit) { return time ? Number(*time - submit) : std::nullopt; }
Number at(const Number& after, std::int64_t submit) { return after ? Number(*after + submit) : std::nullopt; }
Number kib(const Number& bytes) { return bytes ? Number(*bytes / text::kibibyte) : std::nullopt; }
Number bytes(const Number& kib) { return kib ? Number(*kib * text::kibibyte) : std::nullopt; }
Number scaled(const std::optional<double>& value, double scale) {
    return value ? Number(std::llround(*value * scale)) : std::nullopt;
}

std::string derived_id(const RecordRow& row) {
    std::string id = std::to_string(row.parent());
    if (row.task) id.append("_").append(std::to_string(*row.task));
    if (row.het) id.append("+").append(std::to_string(*row.het));
    return id;
}

/// Binds everything but the key, from `at` on.
void bind_values(Statement& s, const RecordRow& row, int at) {
    s.bind(at, row.behind).bind(at + 1, row.task).bind(at + 2, row.het).bind(at + 3, row.label);
    s.bind(at + 4, row.request).bind(at + 5, row.allocation).bind(at + 6, row.state);
    s.bind(at + 7, row.eligible_after)
        .bind(at + 8, row.start_after)
        .bind(at + 9, row.end_after)
        .bind(at + 10, row.elapsed);
    s.bind(at + 11, row.nodes).bind(at + 12, row.reason).bind(at + 13, row.restarts).bind(at + 14, row.cpu_ms);
    s.bind(at + 15, row.peak_kib)
        .bind(at + 16, row.upper_kib)
        .bind(at + 17, row.gpu_e4)
        .bind(at + 18, row.gpu_mem_kib);
}

constexpr const char* find_sql = " FROM record WHERE cluster = ? AND id_raw = ? AND submit = ?";
constexpr const char* insert_sql = ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
constexpr const char* update_sql =
    "UPDATE record SET behind = ?, task = ?, het = ?, label = ?, request = ?, allocation = ?, state = ?, "
    "eligible_after = ?,"
    " start_after = ?, end_after = ?, elapsed = ?, nodes = ?, reason = ?, restarts = ?, cpu_ms = ?, peak_kib = ?,"
    " upper_kib = ?, gpu_e4 = ?, gpu_mem_kib = ? WHERE cluster = ? AND id_raw = ? AND submit = ?";

} // namespace

RecordRow record_at(const Statement& s, int at) {
    RecordRow row;
    row.cluster = s.integer(at);
    row.id_raw = s.integer(at + 1);
    row.submit = s.integer(at + 2);
    row.behind = s.integer(at + 3);
    row.task = s.maybe_integer(at + 4);
    row.het = s.maybe_integer(at + 5);
    row.label = s.maybe_integer(at + 6);
    row.request = s.integer(at + 7);
    row.allocation = s.integer(at + 8);
    row.state = s.integer(at + 9);
    row.eligible_after = s.maybe_integer(at + 10);
    row.start_after = s.maybe_integer(at + 11);
    row.end_after = s.maybe_integer(at + 12);
    row.elapsed = s.maybe_integer(at + 13);
    row.nodes = s.integer(at + 14);
    row.reason = s.integer(at + 15);
    row.restarts = s.maybe_integer(at + 16);
    row.cpu_ms = s.maybe_integer(at + 17);
    row.peak_kib = s.maybe_integer(at + 18);
    row.upper_kib = s.maybe_integer(at + 19);
    row.gpu_e4 = s.maybe_integer(at + 20);
    row.gpu_mem_kib = s.maybe_integer(at + 21);
    return row;
}

accounting::Use use_of(const RecordRow& row) {
    accounting::Use use;
    if (row.cpu_ms) use.cpu_s = static_cast<double>(*row.cpu_ms) / 1000;
    use.peak_mem_bytes = bytes(row.peak_kib);
    use.mem_upper_bytes = bytes(row.upper_kib);
    if (row.gpu_e4) use.gpu_util = static_cast<double>(*row.gpu_e4) / 1e4;
    use.gpu_mem_bytes = bytes(row.gpu_mem_kib);
    return use;
}

Records::Records(const Database& db, Texts& texts, Allocations& allocations, Requests& requests)
    : texts_(texts), allocations_(allocations), requests_(requests), db_(db),
      insert_(db.prepare(std::string("INSERT OR IGNORE INTO record (") + record_columns + insert_sql)),
      find_(db.prepare(std::string("SELECT ") + record_columns + find_sql)), update_(db.prepare(update_sql)) {}

Request Records::as_request(const JobRecord& record) {
    Request request;
    request.user = texts_.keep(record.user);
    request.uid = record.uid;
    request.account = texts_.keep(record.account);
    request.partition = texts_.keep(record.partition);
    request.qos = texts_.keep(record.qos);
    request.name = texts_.keep(record.name);
    request.work_dir = texts_.keep(record.work_dir);
    request.submit_line = texts_.keep(record.submit_line);
    request.limit = record.limit;
    request.mem_bytes = record.req_mem_bytes;
    request.allocation = allocations_.keep({record.req_cpus, std::nullopt, record.requested});
    return request;
}

RecordRow Records::as_row(const JobRecord& record) {
    RecordRow row;
    row.cluster = texts_.keep(record.cluster);
    row.id_raw = record.id_raw;
    row.submit = *record.submit;
    row.behind = record.id_raw - record.parent;
    row.task = record.array_task;
    row.het = record.het_offset;
    if (record.id != derived_id(row)) row.label = texts_.keep(record.id);
    row.request = requests_.keep(as_request(record));
    row.allocation = allocations_.keep({record.alloc_cpus, record.nodes, record.allocated});
    row.state = static_cast<std::int64_t>(record.state);
    row.eligible_after = after(record.eligible, row.submit);
    row.start_after = after(record.start, row.submit);
    row.end_after = after(record.end, row.submit);
    row.elapsed = record.elapsed_s;
    row.nodes = texts_.keep(record.node_list);
    row.reason = texts_.keep(record.reason);
    row.restarts = record.restarts;
    row.cpu_ms = scaled(record.use.cpu_s, 1000);
    row.peak_kib = kib(record.use.peak_mem_bytes);
    row.upper_kib = kib(record.use.mem_upper_bytes);
    row.gpu_e4 = scaled(record.use.gpu_util, 1e4);
    row.gpu_mem_kib = kib(record.use.gpu_mem_bytes);
    return row;
}

std::optional<RecordRow> Records::find(const RecordRow& row) {
    std::optional<RecordRow> found;
    if (find_.bind(1, row.cluster).bind(2, row.id_raw).bind(3, row.submit).step()) found = record_at(find_, 0);
    find_.reset();
    return found;
}

Records::Kept Records::keep(const JobRecord& record) {
    const RecordRow row = as_row(record);
    insert_.bind(1, row.cluster).bind(2, row.id_raw).bind(3, row.submit);
    bind_values(insert_, row, 4);
    insert_.run();
    if (db_.changes() == 1) return Kept::added;

    const RecordRow before = *find(row);
    // An older dump read again must not reopen what has ended since.
    if (before == row || (before.end_after && !row.end_after)) return Kept::known;
    bind_values(update_, row, 1);
    update_.bind(20, row.cluster).bind(21, row.id_raw).bind(22, row.submit).run();
    return Kept::updated;
}

std::string Records::printed_id(const RecordRow& row) {
    return row.label ? texts_.get(*row.label) : derived_id(row);
}

JobRecord Records::as_record(const RecordRow& row) {
    const Request request = requests_.get(row.request);
    const Allocation asked = allocations_.get(request.allocation);
    const Allocation given = allocations_.get(row.allocation);
    JobRecord record;
    record.cluster = texts_.get(row.cluster);
    record.id_raw = row.id_raw;
    record.id = printed_id(row);
    record.parent = row.parent();
    record.array_task = row.task;
    record.het_offset = row.het;
    record.user = texts_.get(request.user);
    record.account = texts_.get(request.account);
    record.partition = texts_.get(request.partition);
    record.qos = texts_.get(request.qos);
    record.name = texts_.get(request.name);
    record.work_dir = texts_.get(request.work_dir);
    record.submit_line = texts_.get(request.submit_line);
    record.node_list = texts_.get(row.nodes);
    record.reason = texts_.get(row.reason);
    record.uid = request.uid;
    record.submit = row.submit;
    record.eligible = at(row.eligible_after, row.submit);
    record.start = at(row.start_after, row.submit);
    record.end = at(row.end_after, row.submit);
    record.elapsed_s = row.elapsed;
    record.limit = request.limit;
    record.state = static_cast<accounting::State>(row.state);
    record.req_cpus = asked.cpus;
    record.alloc_cpus = given.cpus;
    record.nodes = given.nodes;
    record.req_mem_bytes = request.mem_bytes;
    record.requested = asked.tres;
    record.allocated = given.tres;
    record.use = use_of(row);
    record.restarts = row.restarts;
    return record;
}

} // namespace worklines::archive
