// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/archive.h"

#include "core/spool/digest.h"
#include "reporter/archive/impl.h"
#include "reporter/archive/schema.h"

#include <algorithm>
#include <charconv>

namespace worklines::archive {
namespace {

constexpr const char* unjoined_from = "unjoined from";
constexpr const char* unjoined_to = "unjoined to";
constexpr std::int64_t open_end = 253402300799; // as in schema.sql: what `last` is of a record without an end

std::optional<std::int64_t> number(const std::optional<std::string>& text) {
    std::int64_t value = 0;
    if (!text) return std::nullopt;
    const char* const end = text->data() + text->size();
    const auto [rest, error] = std::from_chars(text->data(), end, value);
    return error == std::errc{} && rest == end ? std::optional(value) : std::nullopt;
}

void check_exists(const std::filesystem::path& file) {
    std::error_code failure;
    if (!std::filesystem::exists(file, failure))
        throw Failure{{failure ? "cannot look for the archive: " + failure.message() : "there is no archive",
                       file.string(), "run `worklines collect` first, or name it with --archive"}};
}

/// A rollback journal, not WAL: one file that can be copied, readers that need no right to write beside it, and it
/// works on network file systems. Readers wait while a collect commits, which is seconds a day.
void prepare(Database& db) {
    db.run("PRAGMA journal_mode = DELETE");
    db.run("PRAGMA synchronous = FULL");
    db.run("PRAGMA secure_delete = ON"); // what `forget` removes must not linger in free pages
}

Database open_database(const std::filesystem::path& file, Archive::Mode mode) {
    if (mode == Archive::Mode::write)
        create_file(file);
    else
        check_exists(file);
    Database db(file, mode == Archive::Mode::write);
    db.run("PRAGMA cache_size = -65536"); // KiB
    db.run("PRAGMA temp_store = MEMORY");
    if (mode == Archive::Mode::read) {
        require_current(db, file);
    } else {
        prepare(db);
        migrate(db, file);
    }
    return db;
}

} // namespace

Archive::Impl::Impl(Database opened)
    : db(std::move(opened)), texts(db), allocations(db), requests(db), scripts(db),
      records(db, texts, allocations, requests), snapshots(db, texts, scripts),
      keep_by_id(
          db.prepare("INSERT INTO script_by_id (cluster, id, submit_from, user, submit_to, script, source)"
                     " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE"
                     " SET submit_to = excluded.submit_to, script = excluded.script, source = excluded.source")) {}

void Archive::Impl::note_added(std::int64_t time_s) {
    added = Span{std::min(time_s, added ? added->from : time_s), std::max(time_s, added ? added->to : time_s)};
}

std::optional<Archive::Impl::Span> Archive::Impl::unjoined() {
    const auto from = number(fact(unjoined_from)), to = number(fact(unjoined_to));
    return from && to ? std::optional(Span{*from, *to}) : std::nullopt;
}

void Archive::Impl::store_added() {
    if (!added) return;
    if (const auto before = unjoined()) {
        note_added(before->from);
        note_added(before->to);
    }
    set_fact(unjoined_from, std::to_string(added->from));
    set_fact(unjoined_to, std::to_string(added->to));
    added.reset();
}

void Archive::Impl::clear_unjoined() {
    set_fact(unjoined_from, "");
    set_fact(unjoined_to, "");
}

std::optional<std::int64_t> Archive::Impl::first_snapshot() {
    // The first of each segment is its oldest: no need to look at them all.
    Statement first = db.prepare("SELECT min(time_us) FROM segment JOIN snapshot ON snapshot.id ="
                                 " (SELECT min(id) FROM snapshot WHERE id >= segment.id << 32)");
    first.step();
    const auto time_us = first.maybe_integer(0);
    return time_us ? std::optional(*time_us / 1'000'000) : std::nullopt;
}

std::optional<std::string> Archive::Impl::fact(const std::string& name) {
    Statement row = db.prepare("SELECT value FROM fact WHERE name = ?");
    if (!row.bind_text(1, name).step()) return std::nullopt;
    return std::string(row.bytes(0));
}

void Archive::Impl::set_fact(const std::string& name, const std::string& value) {
    db.prepare("INSERT INTO fact (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value")
        .bind_text(1, name)
        .bind_text(2, value)
        .run();
}

void Archive::Impl::forget() {
    added.reset();
    texts.forget();
    allocations.forget();
    requests.forget();
    snapshots.forget();
}

Archive::Archive(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Archive::Archive(Archive&&) noexcept = default;
Archive& Archive::operator=(Archive&&) noexcept = default;
Archive::~Archive() = default;

Result<Archive> Archive::open(const std::filesystem::path& file, Mode mode) {
    return guarded([&] { return Archive(std::make_unique<Impl>(open_database(file, mode))); });
}

Result<void> Archive::begin() {
    return guarded([&] { impl_->db.run("BEGIN IMMEDIATE"); });
}

Result<void> Archive::commit() {
    return guarded([&] {
        impl_->store_added();
        impl_->db.run("COMMIT");
    });
}

void Archive::rollback() {
    // Fails only where SQLite has rolled back already.
    [[maybe_unused]] const auto done = guarded([&] { impl_->db.run("ROLLBACK"); });
    impl_->forget();
}

Result<void> Archive::add_script(std::string_view sha256_hex, std::string_view bytes, std::string_view source) {
    return guarded([&] { impl_->scripts.keep(sha256_hex, bytes, impl_->texts.keep(source)); });
}

Result<bool> Archive::add_snapshot(const std::string& token, std::uint64_t sequence,
                                   const snapshot::Snapshot& snapshot) {
    return guarded([&] {
        const bool is_new = impl_->snapshots.keep(token, sequence, snapshot);
        if (is_new) impl_->note_added(snapshot.time_us / 1'000'000);
        return is_new;
    });
}

Result<void> Archive::set_cursor(const Cursor& cursor) {
    return guarded([&] { impl_->snapshots.set_read_to(cursor.token, cursor.offset); });
}

Result<std::optional<Cursor>> Archive::cursor(const std::string& token) {
    return guarded([&]() -> std::optional<Cursor> {
        const auto offset = impl_->snapshots.read_to(token);
        if (!offset) return std::nullopt;
        return Cursor{token, *offset};
    });
}

Result<void> Archive::add_record(const accounting::JobRecord& record, Tally& tally) {
    return guarded([&] {
        switch (impl_->records.keep(record)) {
        case Records::Kept::added:
            ++tally.added;
            impl_->note_added(*record.submit);
            break;
        case Records::Kept::updated:
            ++tally.updated;
            break;
        case Records::Kept::known:
            ++tally.known;
            break;
        }
    });
}

Result<void> Archive::add_script_by_id(const std::string& cluster, const sources::KeptScript& kept) {
    return guarded([&] {
        const std::int64_t source = impl_->texts.keep(kept.source);
        const std::int64_t script = impl_->scripts.keep(spool::sha256_hex(kept.bytes), kept.bytes, source);
        impl_->keep_by_id.bind(1, impl_->texts.keep(kept.cluster.empty() ? cluster : kept.cluster))
            .bind(2, kept.id)
            .bind(3, kept.submit_from)
            .bind(4, kept.user.empty() ? 0 : impl_->texts.keep(kept.user))
            .bind(5, kept.submit_to)
            .bind(6, script)
            .bind(7, source)
            .run();
    });
}

Result<std::string> Archive::script(std::string_view sha256_hex) {
    return guarded([&] {
        const auto id = impl_->scripts.find(sha256_hex);
        if (!id) throw Failure{{"no such script in the archive", std::string(sha256_hex), ""}};
        return impl_->scripts.get(*id);
    });
}

Result<std::vector<std::string>> Archive::clusters() {
    return guarded([&] {
        // From one cluster to the next in the primary key: their number of rows does not matter.
        Statement next = impl_->db.prepare("SELECT min(cluster) FROM record WHERE cluster > ?");
        Statement count = impl_->db.prepare("SELECT count(*) FROM record WHERE cluster = ?");
        std::vector<std::int64_t> ids;
        for (std::optional<std::int64_t> id = 0; id;) {
            next.bind(1, *id).step();
            id = next.maybe_integer(0);
            if (id) ids.push_back(*id);
            next.reset();
        }
        std::vector<std::pair<std::int64_t, std::int64_t>> fullest;
        for (const std::int64_t id : ids) {
            std::int64_t records = 0;
            if (ids.size() > 1 && count.bind(1, id).step()) records = count.integer(0);
            count.reset();
            fullest.emplace_back(-records, id);
        }
        std::sort(fullest.begin(), fullest.end());
        std::vector<std::string> names;
        for (const auto& [records, id] : fullest)
            names.push_back(impl_->texts.get(id));
        return names;
    });
}

Result<std::optional<std::int64_t>> Archive::known_until(const std::string& cluster) {
    return guarded([&]() -> std::optional<std::int64_t> {
        const auto id = impl_->texts.find(cluster);
        if (!id) return std::nullopt;
        Statement latest =
            impl_->db.prepare("SELECT max(t) FROM (SELECT max(last) t FROM record WHERE cluster = ?1 AND last < ?2"
                              " UNION ALL SELECT max(submit) FROM record WHERE cluster = ?1 AND last = ?2)");
        latest.bind(1, *id).bind(2, open_end).step();
        return latest.maybe_integer(0);
    });
}

Result<std::optional<std::int64_t>> Archive::first_snapshot() {
    return guarded([&] { return impl_->first_snapshot(); });
}

Result<std::vector<OpenRecord>> Archive::open_records(const std::string& cluster) {
    return guarded([&] {
        std::vector<OpenRecord> open;
        const auto id = impl_->texts.find(cluster);
        if (!id) return open;
        Statement rows = impl_->db.prepare("SELECT id_raw, submit FROM record WHERE cluster = ? AND last = ?");
        rows.bind(1, *id).bind(2, open_end);
        while (rows.step())
            open.push_back({rows.integer(0), rows.integer(1)});
        return open;
    });
}

Result<std::optional<std::string>> Archive::fact(const std::string& name) {
    return guarded([&] { return impl_->fact(name); });
}

Result<void> Archive::set_fact(const std::string& name, const std::string& value) {
    return guarded([&] { impl_->set_fact(name, value); });
}

} // namespace worklines::archive
