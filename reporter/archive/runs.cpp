// SPDX-License-Identifier: GPL-2.0-or-later
// The runs of a period, out of the tables into plain data.
#include "reporter/archive/impl.h"

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace worklines::archive {
namespace {

using join::Evidence;
using join::Run;
using join::Runs;
using join::TextId;

/// Behind the record's own columns.
enum : int { col_evidence = record_column_count, col_snapshot, col_script, col_request };

/// The snapshot's script; else one kept elsewhere.
std::string script_of_run() { return "coalesce(s.script, " + fitting_by_id("script") + ")"; }

constexpr const char* select_runs =
    ", q.user, q.uid, q.account, q.partition, q.name, q.work_dir, q.submit_line, q.limit_kind, q.limit_min, "
    "q.mem_bytes,"
    " q.allocation, s.dependency"
    " FROM record r INDEXED BY record_last JOIN request q ON q.id = r.request"
    " LEFT JOIN snapshot s ON s.id = r.snapshot"
    " WHERE r.cluster = ?1 AND r.last >= ?2 AND r.submit < ?3";

/// `cluster, id_raw, ...` with `r.` in front of each.
std::string qualified(std::string_view columns) {
    std::string text = "r.";
    for (const char c : columns) {
        text += c;
        if (c == ' ') text += "r.";
    }
    return text;
}

std::optional<std::int64_t> at(const std::optional<std::int64_t>& after, std::int64_t submit) {
    return after ? std::optional(*after + submit) : std::nullopt;
}

/// Numbers of the archive as indices of one result, each fetched when it is first met.
class Pool {
  public:
    Pool(Archive::Impl& archive, Runs& runs)
        : archive_(archive), runs_(runs),
          script_(archive.db.prepare("SELECT sha256, size FROM script WHERE id = ?")) {}

    TextId text(std::int64_t id) {
        const auto [known, is_new] = texts_.try_emplace(id, 0);
        if (is_new) known->second = add(archive_.texts.get(id));
        return known->second;
    }

    TextId add(std::string bytes) {
        if (bytes.empty()) return 0;
        runs_.texts.push_back(std::move(bytes));
        return static_cast<TextId>(runs_.texts.size() - 1);
    }

    std::uint32_t script(std::int64_t id) {
        const auto [known, is_new] = scripts_.try_emplace(id, static_cast<std::uint32_t>(runs_.scripts.size()));
        if (is_new) {
            script_.bind(1, id).step();
            runs_.scripts.push_back(
                {hex_of_bytes(script_.bytes(0)), static_cast<std::uint64_t>(script_.integer(1))});
            script_.reset();
        }
        return known->second;
    }

  private:
    Archive::Impl& archive_;
    Runs& runs_;
    Statement script_;
    std::unordered_map<std::int64_t, TextId> texts_;
    std::unordered_map<std::int64_t, std::uint32_t> scripts_;
};

Evidence evidence_of(const Statement& row) {
    if (!row.is_null(col_snapshot)) return static_cast<Evidence>(row.integer(col_evidence));
    if (!row.is_null(col_script)) return Evidence::by_id;
    const auto stored = row.maybe_integer(col_evidence);
    return stored ? static_cast<Evidence>(*stored) : Evidence::no_snapshot;
}

Run run_at(const Statement& row, Archive::Impl& archive, Pool& pool) {
    const RecordRow record = record_at(row, 0);
    Run run;
    run.id_raw = record.id_raw;
    run.parent = record.parent();
    run.submit = record.submit;
    run.eligible = at(record.eligible_after, record.submit);
    run.start = at(record.start_after, record.submit);
    run.end = at(record.end_after, record.submit);
    run.elapsed_s = record.elapsed;
    run.state = static_cast<accounting::State>(record.state);
    run.cluster = pool.text(record.cluster);
    run.id = pool.add(archive.records.printed_id(record));
    run.nodes = pool.text(record.nodes);
    run.use = use_of(record);
    run.user = pool.text(row.integer(col_request));
    if (const auto uid = row.maybe_integer(col_request + 1)) run.uid = static_cast<std::uint32_t>(*uid);
    run.account = pool.text(row.integer(col_request + 2));
    run.partition = pool.text(row.integer(col_request + 3));
    run.name = pool.text(row.integer(col_request + 4));
    run.work_dir = pool.text(row.integer(col_request + 5));
    run.submit_line = pool.text(row.integer(col_request + 6));
    run.limit = {static_cast<accounting::Limit::Kind>(row.integer(col_request + 7)), row.integer(col_request + 8)};
    run.req_mem_bytes = row.maybe_integer(col_request + 9);
    const Allocation& asked = archive.allocations.get(row.integer(col_request + 10));
    run.req_cpus = asked.cpus;
    run.req_gpus = asked.tres.gpus;
    const Allocation& given = archive.allocations.get(record.allocation);
    run.alloc_cpus = given.cpus;
    run.node_count = given.nodes;
    run.alloc_gpus = given.tres.gpus;
    if (const auto dependency = row.maybe_integer(col_request + 11)) run.dependency = pool.text(*dependency);
    run.evidence = evidence_of(row);
    if (const auto script = row.maybe_integer(col_script)) run.script = pool.script(*script);
    return run;
}

} // namespace

Result<Runs> Archive::runs(const std::string& cluster, std::int64_t from, std::int64_t to) {
    return guarded([&] {
        Runs runs;
        const auto id = impl_->texts.find(cluster);
        if (!id) return runs;
        Pool pool(*impl_, runs);
        Statement rows = impl_->db.prepare("SELECT " + qualified(record_columns) + ", r.evidence, r.snapshot, " +
                                           script_of_run() + select_runs);
        rows.bind(1, *id).bind(2, from).bind(3, to);
        while (rows.step())
            runs.runs.push_back(run_at(rows, *impl_, pool));
        std::sort(runs.runs.begin(), runs.runs.end(), [](const Run& a, const Run& b) {
            return std::tie(a.id_raw, a.submit) < std::tie(b.id_raw, b.submit);
        });
        return runs;
    });
}

Result<void> Archive::past_runs(const std::string& cluster, std::int64_t since,
                                const std::function<bool(const PastRun&)>& take) {
    return guarded([&] {
        const auto id = impl_->texts.find(cluster);
        if (!id) return;
        Statement rows = impl_->db.prepare(
            "SELECT " + qualified(record_columns) +
            ", q.uid, q.name, q.limit_kind, q.limit_min, q.mem_bytes, q.allocation, script.family"
            " FROM record r INDEXED BY record_last JOIN request q ON q.id = r.request"
            " LEFT JOIN snapshot s ON s.id = r.snapshot"
            " LEFT JOIN script ON script.id = " +
            script_of_run() +
            " WHERE r.cluster = ?1 AND r.last >= ?2 AND r.end_after IS NOT NULL AND q.uid IS NOT NULL"
            " ORDER BY r.last DESC");
        rows.bind(1, *id).bind(2, since);
        bool more = true;
        while (more && rows.step()) {
            const RecordRow record = record_at(rows, 0);
            const int at_request = record_column_count;
            const std::string name = impl_->texts.get(rows.integer(at_request + 1));
            PastRun run;
            run.uid = static_cast<std::uint32_t>(rows.integer(at_request));
            run.family = static_cast<std::uint64_t>(rows.maybe_integer(at_request + 6).value_or(0));
            run.job_name = name;
            run.end = record.submit + *record.end_after;
            run.state = static_cast<accounting::State>(record.state);
            run.limit = {static_cast<accounting::Limit::Kind>(rows.integer(at_request + 2)),
                         rows.integer(at_request + 3)};
            run.elapsed_s = record.elapsed;
            run.req_mem_bytes = rows.maybe_integer(at_request + 4);
            run.req_cpus = impl_->allocations.get(rows.integer(at_request + 5)).cpus;
            run.use = use_of(record);
            more = take(run);
        }
    });
}

} // namespace worklines::archive
