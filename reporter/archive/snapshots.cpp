// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/snapshots.h"

#include "core/snapshot/snapshot_json.h"

namespace worklines::archive {
namespace {

using snapshot::Snapshot;

constexpr int sequence_bits = 32;

/// A list of byte strings as one: each with its length in front.
std::string joined(const std::vector<std::string>& parts) {
    std::string all;
    for (const std::string& part : parts)
        all.append(std::to_string(part.size())).append(":").append(part);
    return all;
}

std::vector<std::string> parted(std::string_view all) {
    std::vector<std::string> parts;
    while (!all.empty()) {
        std::size_t size = 0, digits = 0;
        for (; digits < all.size() && all[digits] >= '0' && all[digits] <= '9'; ++digits)
            size = size * 10 + static_cast<std::size_t>(all[digits] - '0');
        if (digits == 0 || digits + 1 > all.size() || size > all.size() - digits - 1) break; // damaged
        parts.emplace_back(all.substr(digits + 1, size));
        all.remove_prefix(digits + 1 + size);
    }
    return parts;
}

} // namespace

Snapshots::Snapshots(const Database& db, Texts& texts, Scripts& scripts)
    : db_(db), texts_(texts), scripts_(scripts),
      find_segment_(db.prepare("SELECT id, read_to FROM segment WHERE token = ?")),
      insert_segment_(db.prepare("INSERT INTO segment (token) VALUES (?)")),
      set_read_to_(db.prepare("UPDATE segment SET read_to = ? WHERE id = ?")),
      insert_(db.prepare(
          "INSERT OR IGNORE INTO snapshot (id, time_us, call, cluster, uid, name, work_dir, submit_line, args,"
          " array, dependency, het, session, script, rest)"
          " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")),
      get_(db.prepare(
          "SELECT time_us, call, cluster, uid, name, work_dir, submit_line, args, array, dependency, het,"
          " session, script, rest FROM snapshot WHERE id = ?")),
      sha_(db.prepare("SELECT sha256, size FROM script WHERE id = ?")) {}

std::int64_t Snapshots::segment_of(const std::string& token) {
    if (token == last_token_) return last_segment_;
    std::optional<std::int64_t> id;
    if (find_segment_.bind_text(1, token).step()) id = find_segment_.integer(0);
    find_segment_.reset();
    if (!id) {
        insert_segment_.bind_text(1, token).run();
        id = db_.last_id();
    }
    last_token_ = token;
    last_segment_ = *id;
    return *id;
}

void Snapshots::set_read_to(const std::string& token, std::uint64_t offset) {
    set_read_to_.bind(1, static_cast<std::int64_t>(offset)).bind(2, segment_of(token)).run();
}

std::optional<std::uint64_t> Snapshots::read_to(const std::string& token) {
    std::optional<std::uint64_t> offset;
    if (find_segment_.bind_text(1, token).step()) offset = static_cast<std::uint64_t>(find_segment_.integer(1));
    find_segment_.reset();
    return offset;
}

bool Snapshots::keep(const std::string& token, std::uint64_t sequence, const Snapshot& snapshot) {
    const auto text = [&](const std::optional<std::string>& given) {
        return given ? std::optional(texts_.keep(*given)) : std::nullopt;
    };
    const auto script =
        snapshot.script && snapshot.script->kept ? scripts_.find(snapshot.script->sha256) : std::nullopt;
    Snapshot rest = snapshot;
    rest.time_us = 0;
    rest.uid = 0;
    rest.cluster.clear();
    rest.args.clear();
    for (auto* own_column : {&rest.name, &rest.work_dir, &rest.submit_line, &rest.array, &rest.dependency})
        own_column->reset();
    rest.het_offset.reset();
    rest.session.reset();
    if (script) rest.script.reset();

    insert_.bind(1, segment_of(token) << sequence_bits | static_cast<std::int64_t>(sequence));
    insert_.bind(2, snapshot.time_us).bind(3, static_cast<std::int64_t>(snapshot.call));
    insert_.bind(4, texts_.keep(snapshot.cluster)).bind(5, std::int64_t{snapshot.uid});
    insert_.bind(6, text(snapshot.name)).bind(7, text(snapshot.work_dir)).bind(8, text(snapshot.submit_line));
    insert_.bind(9, texts_.keep(joined(snapshot.args))).bind(10, text(snapshot.array));
    insert_.bind(11, text(snapshot.dependency)).bind(12, snapshot.het_offset).bind(13, snapshot.session);
    insert_.bind(14, script).bind(15, texts_.keep(snapshot::to_json(rest))).run();
    return db_.changes() == 1;
}

std::optional<Snapshot> Snapshots::get(std::int64_t id) {
    if (!get_.bind(1, id).step()) {
        get_.reset();
        return std::nullopt;
    }
    const auto text = [&](int column) {
        const auto number = get_.maybe_integer(column);
        return number ? std::optional(texts_.get(*number)) : std::nullopt;
    };
    const auto small = [&](int column) {
        const auto number = get_.maybe_integer(column);
        return number ? std::optional(static_cast<std::uint32_t>(*number)) : std::nullopt;
    };
    auto rest = snapshot::from_json(texts_.get(get_.integer(13)));
    if (!rest)
        throw Failure{
            {"a request in the archive is damaged: " + rest.error().line(), "", "restore it from a backup"}};
    Snapshot snapshot = std::move(*rest);
    snapshot.time_us = get_.integer(0);
    snapshot.call = static_cast<snapshot::Call>(get_.integer(1));
    snapshot.cluster = texts_.get(get_.integer(2));
    snapshot.uid = static_cast<std::uint32_t>(get_.integer(3));
    snapshot.name = text(4);
    snapshot.work_dir = text(5);
    snapshot.submit_line = text(6);
    snapshot.args = parted(texts_.get(get_.integer(7)));
    snapshot.array = text(8);
    snapshot.dependency = text(9);
    snapshot.het_offset = small(10);
    snapshot.session = small(11);
    if (const auto script = get_.maybe_integer(12); script && sha_.bind(1, *script).step())
        snapshot.script = {hex_of_bytes(sha_.bytes(0)), static_cast<std::uint64_t>(sha_.integer(1)), true};
    sha_.reset();
    get_.reset();
    return snapshot;
}

} // namespace worklines::archive
