// SPDX-License-Identifier: GPL-2.0-or-later
// Rows of the archive as values to assign, and what was assigned back into rows.
#pragma once

#include "reporter/archive/impl.h"
#include "reporter/join/assign.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace worklines::join {

/// Key of a record.
struct RecordKey {
    std::int64_t cluster = 0, id_raw = 0, submit = 0;
};

/// A submission with the records that belong to it.
struct Unit {
    Submitted submitted;
    std::vector<RecordKey> records;
    bool is_fresh = false; ///< of at least one record nothing has been said yet
};

/// A joined snapshot, found from a job.
struct Link {
    std::int64_t snapshot = 0;
    std::int64_t time_s = 0;
};

class Tables {
  public:
    explicit Tables(archive::Archive::Impl& archive);

    /// Records of [from, to) without a snapshot, as submissions.
    std::vector<Unit> units(std::int64_t cluster, std::int64_t from, std::int64_t to);
    /// Snapshots of [from, to] that may have become a job and have none yet.
    std::vector<Captured> captured(std::int64_t cluster, bool with_unnamed, std::int64_t from_s, std::int64_t to_s);
    std::vector<Link> links(const Submitted& submitted);
    /// The run before this one under the same id: what it was joined with, and whether it was requeued.
    struct Before {
        std::optional<std::int64_t> snapshot;
        bool requeued = false, same_request = false;
    };
    std::optional<Before> run_before(const RecordKey& record);

    void set(const RecordKey& record, std::optional<std::int64_t> snapshot, Evidence evidence);
    void set_job(std::int64_t snapshot, const Submitted& submitted);
    /// Records of [from, to) of which nothing has been said yet.
    std::uint64_t count_new(std::int64_t cluster, std::int64_t from, std::int64_t to);

  private:
    std::optional<std::uint64_t> stored(std::int64_t text, std::string (*form)(std::string_view),
                                        std::unordered_map<std::int64_t, std::uint64_t>& known);
    Identity identity_of(const archive::RecordRow& row, const archive::Request& request);

    archive::Archive::Impl& archive_;
    archive::Statement units_, captured_, links_, before_, set_, set_job_, count_new_;
    std::unordered_map<std::int64_t, std::uint64_t> names_, folders_, lines_; ///< hashes of the stored forms
    std::unordered_map<std::int64_t, archive::Request> requests_;
};

} // namespace worklines::join
