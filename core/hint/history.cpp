// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/history.h"

#include <algorithm>
#include <cmath>

namespace worklines::hint {
namespace {

void raise(std::optional<std::int64_t>& most, std::optional<std::int64_t> value) {
    if (value && (!most || *value > *most)) most = value;
}

void add(Asked& asked, std::optional<std::int64_t> value, bool newest) {
    if (!value) return;
    if (!asked.least || *value < *asked.least) asked.least = value;
    raise(asked.most, value);
    if (newest || !asked.last) asked.last = value;
}

std::optional<std::int64_t> positive(std::optional<std::int64_t> value) {
    return value && *value > 0 ? value : std::nullopt;
}

/// Empty where the figures contradict each other: more than 1,000 times the CPUs is accounting's mistake.
std::optional<std::int64_t> cpus_used_milli(const Run& run) {
    if (!run.cpu_s || !(*run.cpu_s > 0) || !run.elapsed_s || *run.elapsed_s <= 0) return std::nullopt;
    const double milli = std::ceil(*run.cpu_s * 1000 / static_cast<double>(*run.elapsed_s));
    const double asked = static_cast<double>(run.cpus_asked.value_or(1));
    if (!(milli <= 1e6 * std::max(asked, 1.0))) return std::nullopt;
    return static_cast<std::int64_t>(milli);
}

} // namespace

void add(History& history, const Run& run) {
    const bool completed = run.outcome == Outcome::completed;
    const bool newest = history.last_end == 0 || run.end >= history.last_end;
    history.runs += completed;

    auto task = positive(run.mem_task_bytes), upper = positive(run.mem_upper_bytes);
    if (task && upper) upper = std::max(*task, *upper);
    history.mem_runs += completed && task && upper;
    if (run.outcome == Outcome::out_of_memory) raise(upper, run.mem_asked_bytes);
    raise(history.mem_task_bytes, task);
    raise(history.mem_upper_bytes, upper);
    add(history.mem_asked_bytes, positive(run.mem_asked_bytes), newest);

    const auto used = cpus_used_milli(run);
    history.cpu_runs += completed && used;
    raise(history.cpus_used_milli, used);
    add(history.cpus_asked, positive(run.cpus_asked), newest);

    auto elapsed = positive(run.elapsed_s);
    history.elapsed_runs += completed && elapsed;
    if (run.outcome == Outcome::out_of_time) raise(elapsed, run.limit_s);
    raise(history.elapsed_s, elapsed);
    add(history.limit_s, positive(run.limit_s), newest);

    history.last_end = std::max(history.last_end, run.end);
}

} // namespace worklines::hint
