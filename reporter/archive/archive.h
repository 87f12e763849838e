// SPDX-License-Identifier: GPL-2.0-or-later
// The reporter's store: one SQLite file. Scripts are kept once each, compressed; records are keyed by (cluster,
// JobIDRaw, Submit). Opening creates or migrates; everything a collect run adds is one transaction per batch, so an
// interrupted run is repeated without loss or doubling.
#pragma once

#include "core/result.h"
#include "core/snapshot/snapshot.h"
#include "reporter/accounting/job.h"
#include "reporter/join/joined.h"
#include "reporter/sources/kept_script.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace worklines::archive {

inline constexpr int schema_version = 2;

/// Where a spool segment was read up to. `token` names the segment for good, whatever its file is called.
struct Cursor {
    std::string token;
    std::uint64_t offset = 0;
};

/// What a batch added, changed, or already knew.
struct Tally {
    std::uint64_t added = 0, updated = 0, known = 0;
};

/// A record with what was submitted for it.
struct Found {
    accounting::JobRecord record;
    join::Evidence evidence = join::Evidence::no_snapshot;
    std::optional<snapshot::Snapshot> snapshot; ///< names the script too, if it has one
    std::optional<std::string> script_sha256;   ///< of the snapshot, or kept elsewhere under the job's id
    std::string script_source;                  ///< "spool", or where it was kept; empty: no script
};

/// A run that is over, for who asks what a person's runs used.
struct PastRun {
    std::uint32_t uid = 0;
    std::uint64_t family = 0;  ///< script::family_key; 0: no script, or nothing of it counts
    std::string_view job_name; ///< valid during the call
    std::int64_t end = 0;
    accounting::State state = accounting::State::other;
    accounting::Limit limit;
    std::optional<std::int64_t> elapsed_s, req_cpus, req_mem_bytes;
    accounting::Use use;
};

/// What is in the archive, at a glance; times in seconds.
struct Overview {
    std::uint64_t records = 0;
    std::optional<std::int64_t> last_record, first_snapshot;
    std::uint64_t since_capture = 0, joined = 0; ///< records submitted since capture began and the time asked for
    std::uint64_t people_in_records = 0, people_in_snapshots = 0; ///< since the time asked for
};

/// A record that had not ended when it was last seen.
struct OpenRecord {
    std::int64_t id_raw = 0, submit = 0;

    auto operator<=>(const OpenRecord&) const = default;
};

/// Where a text stands in a script that a job of the period ran.
struct SearchHit {
    std::string job, user, name;
    std::int64_t submit = 0;
    std::uint32_t line = 0; ///< of the script, from 1; 0: it is the job's name
    std::string text;       ///< of that line
};

/// What was erased of a person, or when its time was over.
struct Erased {
    std::uint64_t records = 0, snapshots = 0, scripts = 0, texts = 0;
};

/// Held for a whole collect: two at once would both read the same segments.
class CollectLock {
  public:
    /// Error: another one runs (its process id is named), or the lock beside the archive cannot be made.
    static Result<CollectLock> take(const std::filesystem::path& archive);
    CollectLock(CollectLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
    CollectLock& operator=(CollectLock&&) = delete;
    ~CollectLock();

  private:
    explicit CollectLock(int descriptor) : descriptor_(descriptor) {}
    int descriptor_;
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
    /// A script kept elsewhere under a job id; used where no snapshot joins. `cluster`: where it tells none.
    Result<void> add_script_by_id(const std::string& cluster, const sources::KeptScript& kept);

    // Reading.
    /// All records that have a part in [from, to) or were submitted in it, joined as far as join::match stored it.
    Result<join::Runs> runs(const std::string& cluster, std::int64_t from, std::int64_t to);
    Result<std::string> script(std::string_view sha256_hex);
    /// Names of the clusters that have records, the fullest first.
    Result<std::vector<std::string>> clusters();
    /// The newest end or submit time of a record: what accounting is known up to.
    Result<std::optional<std::int64_t>> known_until(const std::string& cluster);

    /// Records of a job or a submission: `42`, `6_3`, `13+1`; all runs, the oldest first.
    Result<std::vector<Found>> find(const std::string& cluster, const accounting::JobId& id);
    /// Runs that have ended since, with a known user, the latest first. `take` returns false to stop.
    Result<void> past_runs(const std::string& cluster, std::int64_t since,
                           const std::function<bool(const PastRun&)>& take);
    Result<std::vector<OpenRecord>> open_records(const std::string& cluster);
    Result<Overview> overview(std::int64_t since);
    /// Time of the oldest snapshot, in seconds.
    Result<std::optional<std::int64_t>> first_snapshot();
    /// Facts about the archive itself, such as what accounting has been asked for. Empty: none of that name.
    Result<std::optional<std::string>> fact(const std::string& name);
    Result<void> set_fact(const std::string& name, const std::string& value);

    /// Persons who do not want to be in reports.
    Result<std::set<std::string, std::less<>>> opted_out();
    /// False: nothing had to change.
    Result<bool> set_opted_out(const std::string& user, bool out);

    /// Each script once, with the latest job that ran it; newest first, at most `most`. Letter case does not count
    /// in ASCII.
    Result<std::vector<SearchHit>> search(const std::string& cluster, std::string_view text, std::size_t most);

    /// Erases all that is known of a person and of nobody else, and overwrites where it was. In transactions of its
    /// own; an interrupted run is repeated. `pretend`: counts and changes nothing.
    Result<Erased> forget(const std::string& user, bool pretend);

    /// Erases records that ended before this moment, submissions from before it that no record is left of, and what
    /// only they referred to. In a transaction of its own.
    Result<Erased> expire(std::int64_t before);

    struct Impl; ///< for join/match.cpp, which works on the tables
    Impl& impl() { return *impl_; }

  private:
    explicit Archive(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

} // namespace worklines::archive
