// SPDX-License-Identifier: GPL-2.0-or-later
// What one person's finished runs of one family asked for and used: all that a rule knows of the past.
#pragma once

#include <cstdint>
#include <optional>

namespace worklines::hint {

/// What was asked for over the runs. Values are given only if at least one run had one.
struct Asked {
    std::optional<std::int64_t> least, most, last; ///< `last`: by the run that ended last

    bool operator==(const Asked&) const = default;
};

/// Empty is unknown, never zero. Rules count evidence by `mem_runs` and its like, not by `runs`.
struct History {
    std::uint32_t runs = 0; ///< that completed

    std::uint32_t mem_runs = 0; ///< completed, with memory measured
    /// The largest single task seen, and the most that a whole run can have held: the sum over its tasks. The truth
    /// lies between. A run that was out of memory counts as all it asked for.
    std::optional<std::int64_t> mem_task_bytes, mem_upper_bytes;
    Asked mem_asked_bytes; ///< over the whole job, all nodes

    std::uint32_t cpu_runs = 0;                  ///< completed, with CPU time measured
    std::optional<std::int64_t> cpus_used_milli; ///< CPU time by elapsed time of the busiest run, in 1/1000 CPU
    Asked cpus_asked;

    std::uint32_t elapsed_runs = 0;        ///< completed, with elapsed time known
    std::optional<std::int64_t> elapsed_s; ///< the longest
    Asked limit_s;

    std::int64_t last_end = 0; ///< seconds since the epoch

    bool operator==(const History&) const = default;
};

enum class Outcome : std::uint8_t {
    completed,
    stopped,       ///< failed, cancelled, preempted, node failure: its use is a floor, not evidence of enough
    out_of_time,   ///< TIMEOUT, DEADLINE: needed more than its limit
    out_of_memory, ///< needed more than it asked for
};

/// One finished run, as accounting has it.
struct Run {
    Outcome outcome = Outcome::completed;
    std::int64_t end = 0;
    /// MaxRSS of the largest task. Empty where accounting has none, or zero (shorter than the sampling).
    std::optional<std::int64_t> mem_task_bytes = {};
    /// Sum of the peaks over all tasks of all steps. Where accounting has no sum: the largest task x the number of
    /// tasks, or x the CPUs allocated if that is unknown too. Empty: memory gives no hints.
    std::optional<std::int64_t> mem_upper_bytes = {};
    std::optional<std::int64_t> mem_asked_bytes = {}; ///< over the whole job; empty for "all of the node's"
    std::optional<double> cpu_s = {};                 ///< TotalCPU
    std::optional<std::int64_t> cpus_asked = {};      ///< what was asked for, as the submission said it
    std::optional<std::int64_t> elapsed_s = {};
    std::optional<std::int64_t> limit_s = {}; ///< empty: none, or the partition's
};

/// Adds a run to what is known. The order of the runs does not matter.
void add(History& history, const Run& run);

/// Calls `v(name, field)` for every field; names are those that rules see.
template <class H, class V>
void visit_fields(H& h, V&& v) {
    v("runs", h.runs);
    v("mem_runs", h.mem_runs);
    v("mem_task_bytes", h.mem_task_bytes);
    v("mem_upper_bytes", h.mem_upper_bytes);
    v("mem_asked_least_bytes", h.mem_asked_bytes.least);
    v("mem_asked_most_bytes", h.mem_asked_bytes.most);
    v("mem_asked_last_bytes", h.mem_asked_bytes.last);
    v("cpu_runs", h.cpu_runs);
    v("cpus_used_milli", h.cpus_used_milli);
    v("cpus_asked_least", h.cpus_asked.least);
    v("cpus_asked_most", h.cpus_asked.most);
    v("cpus_asked_last", h.cpus_asked.last);
    v("elapsed_runs", h.elapsed_runs);
    v("elapsed_s", h.elapsed_s);
    v("limit_least_s", h.limit_s.least);
    v("limit_most_s", h.limit_s.most);
    v("limit_last_s", h.limit_s.last);
    v("last_end", h.last_end);
}

} // namespace worklines::hint
