// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/interned.h"

#include <cstring>

namespace worklines::archive {
namespace {

constexpr std::size_t most_known = 200'000; // some 30 MB of texts of usual length
constexpr std::size_t longest_known = 4096;

void remember(NumberOf& known, std::string_view key, std::int64_t id) {
    if (key.size() > longest_known) return;
    if (known.size() >= most_known) known.clear();
    known.emplace(key, id);
}

std::int64_t as_signed(std::uint64_t value) { return static_cast<std::int64_t>(value); }

/// Numbers as the bytes of a key; what is not given differs from every number.
class Key {
  public:
    Key& add(std::int64_t value) {
        bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
        return *this;
    }
    template <class T>
    Key& add(const std::optional<T>& value) {
        bytes_ += value ? '+' : '-';
        if (!value) return *this;
        if constexpr (std::is_floating_point_v<T>) {
            std::int64_t bits = 0;
            static_assert(sizeof bits == sizeof(T));
            std::memcpy(&bits, &*value, sizeof bits);
            return add(bits);
        } else {
            return add(static_cast<std::int64_t>(*value));
        }
    }
    const std::string& bytes() const { return bytes_; }

  private:
    std::string bytes_;
};

std::string key_of(const Allocation& a) {
    return Key()
        .add(a.cpus)
        .add(a.nodes)
        .add(a.tres.cpus)
        .add(a.tres.nodes)
        .add(a.tres.mem_bytes)
        .add(a.tres.gpus)
        .add(a.tres.shards)
        .bytes();
}

std::string key_of(const Request& r) {
    return Key()
        .add(r.user)
        .add(r.uid)
        .add(r.account)
        .add(r.partition)
        .add(r.qos)
        .add(r.name)
        .add(r.work_dir)
        .add(r.submit_line)
        .add(static_cast<std::int64_t>(r.limit.kind))
        .add(r.limit.minutes)
        .add(r.mem_bytes)
        .add(r.allocation)
        .bytes();
}

/// Columns of `request` from `first` on.
Request request_at(const Statement& row, int first) {
    Request r;
    r.user = row.integer(first);
    if (const auto uid = row.maybe_integer(first + 1)) r.uid = static_cast<std::uint32_t>(*uid);
    r.account = row.integer(first + 2);
    r.partition = row.integer(first + 3);
    r.qos = row.integer(first + 4);
    r.name = row.integer(first + 5);
    r.work_dir = row.integer(first + 6);
    r.submit_line = row.integer(first + 7);
    r.limit = {static_cast<accounting::Limit::Kind>(row.integer(first + 8)), row.integer(first + 9)};
    r.mem_bytes = row.maybe_integer(first + 10);
    r.allocation = row.integer(first + 11);
    return r;
}

} // namespace

std::uint64_t stable_hash(std::string_view bytes) {
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const char c : bytes)
        hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3;
    hash ^= hash >> 32;
    return hash * 0x9e3779b97f4a7c15;
}

Texts::Texts(const Database& db)
    : db_(db), find_(db.prepare("SELECT id, bytes FROM text WHERE hash = ?")),
      insert_(db.prepare("INSERT INTO text (hash, bytes) VALUES (?, ?)")),
      get_(db.prepare("SELECT bytes FROM text WHERE id = ?")) {}

std::optional<std::int64_t> Texts::find(std::string_view bytes) {
    if (const auto known = known_.find(bytes); known != known_.end()) return known->second;
    std::optional<std::int64_t> id;
    find_.bind(1, as_signed(stable_hash(bytes)));
    while (!id && find_.step())
        if (find_.bytes(1) == bytes) id = find_.integer(0);
    find_.reset();
    if (id) remember(known_, bytes, *id);
    return id;
}

std::int64_t Texts::keep(std::string_view bytes) {
    if (const auto id = find(bytes)) return *id;
    insert_.bind(1, as_signed(stable_hash(bytes))).bind_blob(2, bytes).run();
    remember(known_, bytes, db_.last_id());
    return db_.last_id();
}

std::string Texts::get(std::int64_t id) {
    get_.bind(1, id);
    std::string text(get_.step() ? get_.bytes(0) : std::string_view{});
    get_.reset();
    return text;
}

Allocations::Allocations(const Database& db)
    : db_(db),
      insert_(db.prepare("INSERT INTO allocation (cpus, nodes, tres_cpus, tres_nodes, mem_bytes, gpus, shards)"
                         " VALUES (?, ?, ?, ?, ?, ?, ?)")) {}

/// There are some hundreds of them in all, whatever the number of jobs.
void Allocations::load() {
    loaded_ = true;
    Statement rows =
        db_.prepare("SELECT id, cpus, nodes, tres_cpus, tres_nodes, mem_bytes, gpus, shards FROM allocation");
    while (rows.step()) {
        Allocation a;
        a.cpus = rows.maybe_integer(1);
        a.nodes = rows.maybe_integer(2);
        a.tres = {rows.maybe_integer(3), rows.maybe_integer(4), rows.maybe_integer(5), rows.maybe_real(6),
                  rows.maybe_integer(7)};
        known_.emplace(key_of(a), rows.integer(0));
        by_id_.emplace(rows.integer(0), a);
    }
}

void Allocations::forget() {
    known_.clear();
    by_id_.clear();
    loaded_ = false;
}

std::int64_t Allocations::keep(const Allocation& a) {
    if (!loaded_) load();
    const std::string key = key_of(a);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    insert_.bind(1, a.cpus)
        .bind(2, a.nodes)
        .bind(3, a.tres.cpus)
        .bind(4, a.tres.nodes)
        .bind(5, a.tres.mem_bytes)
        .bind(6, a.tres.gpus)
        .bind(7, a.tres.shards)
        .run();
    known_.emplace(key, db_.last_id());
    by_id_.emplace(db_.last_id(), a);
    return db_.last_id();
}

const Allocation& Allocations::get(std::int64_t id) {
    if (!loaded_) load();
    return by_id_[id];
}

Requests::Requests(const Database& db)
    : db_(db),
      find_(db.prepare("SELECT id, user, uid, account, partition, qos, name, work_dir, submit_line, limit_kind,"
                       " limit_min, mem_bytes, allocation FROM request WHERE hash = ?")),
      insert_(db.prepare(
          "INSERT INTO request (hash, user, uid, account, partition, qos, name, work_dir, submit_line,"
          " limit_kind, limit_min, mem_bytes, allocation) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
      get_(db.prepare(
          "SELECT user, uid, account, partition, qos, name, work_dir, submit_line, limit_kind, limit_min,"
          " mem_bytes, allocation FROM request WHERE id = ?")) {}

std::int64_t Requests::keep(const Request& r) {
    const std::string key = key_of(r);
    if (const auto known = known_.find(key); known != known_.end()) return known->second;
    const std::int64_t hash = as_signed(stable_hash(key));
    std::optional<std::int64_t> id;
    find_.bind(1, hash);
    while (!id && find_.step())
        if (request_at(find_, 1) == r) id = find_.integer(0);
    find_.reset();
    if (!id) {
        insert_.bind(1, hash)
            .bind(2, r.user)
            .bind(3, r.uid)
            .bind(4, r.account)
            .bind(5, r.partition)
            .bind(6, r.qos)
            .bind(7, r.name)
            .bind(8, r.work_dir)
            .bind(9, r.submit_line)
            .bind(10, static_cast<std::int64_t>(r.limit.kind))
            .bind(11, r.limit.minutes)
            .bind(12, r.mem_bytes)
            .bind(13, r.allocation)
            .run();
        id = db_.last_id();
    }
    remember(known_, key, *id);
    return *id;
}

Request Requests::get(std::int64_t id) {
    get_.bind(1, id);
    Request request;
    if (get_.step()) request = request_at(get_, 0);
    get_.reset();
    return request;
}

} // namespace worklines::archive
