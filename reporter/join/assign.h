// SPDX-License-Identifier: GPL-2.0-or-later
// Which snapshot belongs to which submission of accounting, from values alone. A job_submit plugin cannot know the
// job's id, so what was asked for and when has to tell (slurm-facts 2.2).
#pragma once

#include "reporter/accounting/job.h"
#include "reporter/join/joined.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace worklines::join {

/// What both sides know of a submission; texts as hashes of their stored form. An empty field: that side does not
/// say.
struct Identity {
    std::int64_t cluster = 0;
    std::optional<std::uint64_t> uid, name, folder, line;
    bool is_array = false;
    std::optional<std::int64_t> het_offset;
};

struct Captured {
    std::int64_t id = 0; ///< of the snapshot
    std::int64_t time_us = 0;
    Identity identity;
    std::optional<std::int64_t> cpus, limit_min; ///< as asked; `no_limit` for UNLIMITED
};
inline constexpr std::int64_t no_limit = -1;

/// A submission as accounting has it: an array with its tasks is one, each component of a het job is one.
struct Submitted {
    std::int64_t parent = 0;
    std::int64_t submit = 0;
    Identity identity;
    std::optional<std::int64_t> cpus;
    accounting::Limit limit;
};

/// Submit in accounting is taken after slurmctld's write lock: never before the snapshot by one clock, and later by
/// seconds under load. `early_s` is for clocks that were set in between.
struct Tolerance {
    std::int64_t early_s = 2, late_s = 120;
};

struct Assigned {
    std::optional<std::size_t> captured; ///< index
    Evidence evidence = Evidence::no_snapshot;
};

/// One result for each of `submitted`, in its order. Each of `captured` is used at most once. The same input in any
/// order gives the same pairs.
std::vector<Assigned> assign(const std::vector<Captured>& captured, const std::vector<Submitted>& submitted,
                             const Tolerance& tolerance);

} // namespace worklines::join
