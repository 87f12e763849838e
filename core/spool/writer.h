// SPDX-License-Identifier: GPL-2.0-or-later
// Writes one segment: one writev per record, nothing buffered. Not safe in several threads; see recorder.h.
#pragma once

#include "core/result.h"
#include "core/spool/descriptor.h"
#include "core/spool/folder.h"

#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

namespace worklines::spool {

class Writer {
  public:
    /// Begins a segment in the folder. `now_s`: seconds since the epoch.
    static Result<Writer> begin(const Folder& folder, std::int64_t now_s);

    /// Appends a record. `script` empty: none, or not kept. On error nothing of it is left in the segment, or the
    /// segment is `broken()`.
    Result<void> append(std::string_view json, std::string_view script_sha256, std::string_view script);

    /// Renames it to sealed. Whether or not that works, nothing more is written. Not a sync: see file().
    void seal();

    /// Whether the segment still has its name in the folder.
    bool in_place() const;
    bool deleted() const; ///< nobody can read it any more
    bool broken() const { return broken_; }
    std::uint64_t records() const { return sequence_; }
    std::uint64_t size() const { return size_; }
    std::size_t scripts() const { return scripts_.size(); }
    const std::string& day() const { return day_; } ///< UTC, when it was begun

    /// For a sync outside the recorder's lock: the file stays open as long as it is held.
    std::shared_ptr<const Descriptor> file() const { return file_; }

  private:
    Writer() = default;

    std::string token_, stem_, day_;
    int folder_ = -1; ///< of the Folder it was begun in, which lives longer
    std::shared_ptr<const Descriptor> file_;
    dev_t device_ = 0;
    ino_t inode_ = 0;
    std::uint64_t sequence_ = 0, size_ = 0;
    bool broken_ = false;
    std::unordered_set<std::string> scripts_; ///< SHA-256 of those that stand in the segment
};

} // namespace worklines::spool
