// SPDX-License-Identifier: GPL-2.0-or-later
// The reporter's store: one SQLite file. Scripts are kept once each, compressed; records are keyed by (cluster,
// JobIDRaw, Submit). Opening creates or migrates; everything a collect run adds is one transaction per batch, so an
// interrupted run is repeated without loss or doubling.
#pragma once

#include "core/result.h"
#include "core/snapshot/snapshot.h"
#include "reporter/accounting/job.h"
#include "reporter/join/joined.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::archive {

inline constexpr int schema_version = 1;

/// Where a spool segment was read up to. `token` names the segment for good, whatever its file is called.
struct Cursor {
    std::string token;
    std::uint64_t offset = 0;
};

/// What a batch added, changed, or already knew.
struct Tally {
    std::uint64_t added = 0, updated = 0, known = 0;
};

class Archive {
  public:
    enum class Mode { read, write };

    /// Mode::read needs an existing archive. Error: missing, not ours, newer schema, no permission, damaged.
    static Result<Archive> open(const std::filesystem::path& file, Mode mode);
    Archive(Archive&&) noexcept;
    Archive& operator=(Archive&&) noexcept;
    ~Archive();

    // Writing. Each call joins the open transaction; nothing is visible before commit().
    Result<void> begin();
    Result<void> commit();
    void rollback();

    Result<void> add_script(std::string_view sha256_hex, std::string_view bytes, std::string_view source);
    /// Idempotent by (segment token, sequence number).
    Result<bool> add_snapshot(const std::string& token, std::uint64_t sequence, const snapshot::Snapshot& snapshot);
    Result<void> set_cursor(const Cursor& cursor);
    Result<std::optional<Cursor>> cursor(const std::string& token);
    /// Inserts, or replaces a record whose state, times or use have changed since.
    Result<void> add_record(const accounting::JobRecord& record, Tally& tally);
    /// A script kept elsewhere under a job id; used where no snapshot joins.
    Result<void> add_script_by_id(const std::string& cluster, std::int64_t id, std::string_view bytes,
                                  std::string_view source);

    // Reading.
    /// All records that have a part in [from, to) or were submitted in it, joined as far as join::match stored it.
    Result<join::Runs> runs(const std::string& cluster, std::int64_t from, std::int64_t to);
    Result<std::string> script(std::string_view sha256_hex);
    /// Names of the clusters that have records, the fullest first.
    Result<std::vector<std::string>> clusters();
    /// The newest end or submit time of a record: what accounting is known up to.
    Result<std::optional<std::int64_t>> known_until(const std::string& cluster);

    struct Impl; ///< for join/match.cpp, which works on the tables
    Impl& impl() { return *impl_; }

  private:
    explicit Archive(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace worklines::archive
