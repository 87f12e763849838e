// SPDX-License-Identifier: GPL-2.0-or-later
// One row of accounting as a plain struct: a record, that is an allocation or a wish for one. Steps are not records;
// what they measured is folded into `Use`.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace worklines::accounting {

/// Slurm's base states. `CANCELLED by 1004` is `cancelled`; words a reader does not know are `other`.
enum class State : std::uint8_t {
    pending,
    running,
    suspended,
    completed,
    cancelled,
    failed,
    timeout,
    node_fail,
    preempted,
    boot_fail,
    deadline,
    out_of_memory,
    requeued,
    resizing,
    revoked,
    other,
};

/// A time limit: a number of minutes, or a word that says there is none we know.
struct Limit {
    enum class Kind : std::uint8_t { unknown, minutes, unlimited, partition };
    Kind kind = Kind::unknown;
    std::int64_t minutes = 0;

    bool operator==(const Limit&) const = default;
};

/// What a TRES string says. Typed and untyped GPUs are one count (`gres/gpu:h100=2,gres/gpu=2` is 2).
struct Tres {
    std::optional<std::int64_t> cpus, nodes;
    std::optional<std::int64_t> mem_bytes;
    std::optional<double> gpus; ///< empty: no gres/gpu in the string; fractions for shards where the site says so

    bool operator==(const Tres&) const = default;
};

/// Measured, from steps or the job row. Empty is unknown, never zero.
struct Use {
    std::optional<double> cpu_s;                ///< TotalCPU over all steps
    std::optional<std::int64_t> peak_mem_bytes; ///< largest MaxRSS of a single task
    std::optional<double> gpu_util;             ///< 0..1 of one GPU's time, averaged over the GPUs
    std::optional<std::int64_t> gpu_mem_bytes;

    bool operator==(const Use&) const = default;
};

/// Times are seconds since the epoch; empty is "not yet", "never" or "unknown".
struct JobRecord {
    std::string cluster;
    std::int64_t id_raw = 0; ///< JobIDRaw: the record's own id
    std::string id;          ///< JobID as printed: `6_3`, `6_[0-3,7%2]`, `13+0`, `42`
    std::int64_t parent = 0; ///< the submission's id: array parent, het leader, else id_raw
    std::optional<std::int64_t> array_task, het_offset;

    std::string user, account, partition, qos, name, work_dir, submit_line, node_list, reason;
    std::optional<std::uint32_t> uid;
    std::optional<std::int64_t> submit, eligible, start, end;
    std::optional<std::int64_t> elapsed_s; ///< ElapsedRaw: suspended time is taken off
    Limit limit;
    State state = State::other;
    std::optional<std::int64_t> req_cpus, alloc_cpus, nodes;
    std::optional<std::int64_t> req_mem_bytes; ///< over the whole job; 0: all of the node's
    Tres requested, allocated;
    Use use;
    std::optional<std::int64_t> restarts;

    bool operator==(const JobRecord&) const = default;
};

} // namespace worklines::accounting
