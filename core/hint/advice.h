// SPDX-License-Identifier: GPL-2.0-or-later
// The advice index: histories by person and family in one sorted file, which `worklines advise` writes and
// slurmctld maps. Made and read on the same machine: numbers are in its byte order, another order is refused.
//
// The writer always writes aside and renames, so a mapping never changes under its reader. A file that something
// else cuts in place is noticed by its size before each search; between that look and the search lies the one
// moment in which the kernel could answer with SIGBUS.
#pragma once

#include "core/hint/history.h"
#include "core/result.h"

#include <sys/types.h>

#include <compare>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace worklines::hint {

enum class KeyKind : std::uint32_t {
    family = 1, ///< script::family_key of the script
    name = 2,   ///< name_key of the job name, for requests without a script (srun, salloc)
};

struct Key {
    std::uint32_t uid = 0;
    KeyKind kind = KeyKind::family;
    std::uint64_t hash = 0;

    auto operator<=>(const Key&) const = default; // NOLINT(modernize-use-nullptr): clang-tidy's bug
};

/// A job name without its numbers, hashed. 0 for names that say nothing (empty, `interactive`, a shell): no key.
std::uint64_t name_key(std::string_view job_name);

/// What a submission looks up and a run is filed under: by script, else by name. Empty: neither says anything.
std::optional<Key> key_of(std::uint32_t uid, std::optional<std::string_view> script,
                          std::optional<std::string_view> job_name);

struct Entry {
    Key key;
    History history;

    bool operator==(const Entry&) const = default;
};

/// Who may read the index. It says what people's jobs used, so not everybody; but slurmctld's user must, and it may
/// be root who writes: give the owner of the spool as `owner` and `group` then.
struct Access {
    mode_t mode = 0640;
    std::optional<uid_t> owner = {};
    std::optional<gid_t> group = {};
};

/// Sorts and writes aside, forces to disk, renames. Two entries of one key are an error. On error the old file
/// stays.
Result<void> write(const std::filesystem::path& path, std::vector<Entry> entries, const Access& access = {});

/// One mapped index. Immutable, safe in several threads.
class Index {
  public:
    /// Error: missing, a symbolic link, writable by others, not an index, another version, damaged.
    static Result<std::shared_ptr<const Index>> open(const std::filesystem::path& path);
    Index(const Index&) = delete;
    Index& operator=(const Index&) = delete;
    ~Index();

    std::optional<History> find(const Key& key) const;
    std::uint64_t size() const { return count_; }
    /// The file at `path` is the one mapped here.
    bool is_still(const std::filesystem::path& path) const;

  private:
    Index() = default;

    int file_ = -1;
    const unsigned char* bytes_ = nullptr;
    std::uint64_t size_ = 0, count_ = 0;
    std::uint64_t device_ = 0, inode_ = 0;
    std::int64_t modified_ns_ = 0;
};

/// The index that lies at a path now; it may be missing, appear, and be replaced. Safe in several threads; who is
/// searching keeps the mapping that was current.
class Advice {
  public:
    explicit Advice(std::filesystem::path path) : path_(std::move(path)) {}

    /// Looks at the file at most once in a second of `now_s`. Empty: no index, or nothing known of the key.
    std::optional<History> find(const Key& key, std::int64_t now_s);

    /// Why there is no index, once for each new reason (a missing file is no reason).
    std::optional<Error> take_problem();

  private:
    std::shared_ptr<const Index> current(std::int64_t now_s);

    const std::filesystem::path path_;
    std::mutex mutex_;
    std::shared_ptr<const Index> index_;
    std::optional<std::int64_t> looked_s_;
    std::optional<Error> problem_;
    std::string last_problem_;
};

} // namespace worklines::hint
