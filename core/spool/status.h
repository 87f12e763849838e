// SPDX-License-Identifier: GPL-2.0-or-later
// The writer's counters on disk, for `worklines doctor`. Written in place into one block that exists from the
// start, so that a full disk does not keep it from saying that the disk is full.
#pragma once

#include "core/result.h"
#include "core/spool/descriptor.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace worklines::spool {

/// Totals since the file was made; times are seconds since the epoch.
struct Status {
    std::int64_t pid = 0;     ///< of the slurmctld that wrote it
    std::int64_t started = 0; ///< when that process captured first
    std::int64_t updated = 0;
    std::uint64_t kept =
        0; ///< records written to segments, without those that were deleted before they were sealed
    std::uint64_t deferred = 0; ///< of all records, those that had to wait in memory
    std::uint64_t waiting = 0;  ///< in memory at this moment; lost if the process ends now
    std::uint64_t lost = 0;     ///< for good
    std::int64_t last_kept = 0, last_lost = 0;
    std::string problem; ///< what keeps records from being written now; empty: nothing
    std::string last_problem;
    std::int64_t last_problem_at = 0;
    std::string warning; ///< does not stop capture: the spool lies on a network file system

    bool operator==(const Status&) const = default;
};

std::string to_json(const Status& status);
Result<Status> parse_status(std::string_view text, const std::string& where);
Result<Status> load_status(const std::filesystem::path& file);

class StatusFile {
  public:
    /// Opens or makes the file and its block. Error: why not.
    static Result<StatusFile> open(const std::filesystem::path& file);

    /// What was in it when it was opened.
    const Status& before() const { return before_; }
    bool write(const Status& status);
    bool in_place() const; ///< its path still leads to it

  private:
    StatusFile(std::filesystem::path path, Descriptor fd, Status before)
        : path_(std::move(path)), fd_(std::move(fd)), before_(std::move(before)) {}

    std::filesystem::path path_;
    Descriptor fd_;
    Status before_;
};

} // namespace worklines::spool
