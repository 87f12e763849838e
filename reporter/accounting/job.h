// SPDX-License-Identifier: GPL-2.0-or-later
// One row of accounting as a plain struct: a record, that is an allocation or a wish for one. Steps are not
// records; what they measured is folded into `Use`.
#pragma once

#include "core/text/tres.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

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

using Tres = text::Tres;

/// Measured, from steps or the job row. Empty is unknown, never zero.
struct Use {
    std::optional<double> cpu_s;                ///< TotalCPU over all steps
    std::optional<std::int64_t> peak_mem_bytes; ///< largest MaxRSS of a single task
    /// The most the whole job can have held: the sum of the peaks of all tasks of all steps. The truth lies
    /// between.
    std::optional<std::int64_t> mem_upper_bytes;
    std::optional<double> gpu_util; ///< 0..1 of one GPU's time, averaged over the GPUs
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

/// `completed`, `node_fail`: for tables and JSON.
std::string_view state_name(State state);
State parse_state(std::string_view text);
bool is_over(State state); ///< nothing more will be added to such a record

/// TimelimitRaw (minutes) or Timelimit (`D-HH:MM:SS`); words such as `UNLIMITED` and `Partition_Limit`.
Limit parse_limit(std::string_view text);
Limit limit_of_minutes(std::int64_t minutes);

/// JobID taken apart: `42`, `6_3`, `6_[0-3,7%2]`, `13+0`, each with `.step` behind it.
struct JobId {
    std::int64_t base = 0;
    std::optional<std::int64_t> task, het_offset;
    bool pending_array = false;
    std::string_view whole; ///< without the step
    std::string_view step;  ///< `batch`, `extern`, `interactive`, `0`; empty: not a step
};
std::optional<JobId> parse_job_id(std::string_view text);

} // namespace worklines::accounting
