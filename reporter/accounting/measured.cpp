// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/measured.h"

#include <algorithm>

namespace worklines::accounting {
namespace {

/// JobAcctGatherFrequency's default. A step shorter than that may end before it is looked at.
constexpr std::int64_t sampling_s = 30;
/// Beyond it a figure is a fault of accounting (pitfall N3), not an effort.
constexpr double most_efficiency = 1.05;
constexpr double rounding_s = 10;

/// Zero is what accounting writes where it did not look (pitfall A17).
std::optional<std::int64_t> measured(std::optional<std::int64_t> value) {
    return value && *value > 0 ? value : std::nullopt;
}

template <class T>
void raise(std::optional<T>& most, std::optional<T> value) {
    if (value) most = std::max(most.value_or(*value), *value);
}

template <class T>
void sum_up(std::optional<T>& sum, std::optional<T> value) {
    if (value) sum = sum.value_or(T{}) + *value;
}

} // namespace

void Measured::add(const StepUse& step) {
    add_memory(step);
    add_gpus(step);
    const auto cpu = measured(step.total_cpu_ms);
    sum_up(cpu_ms_, cpu ? cpu : measured(step.total.cpu_ms));
}

void Measured::add_memory(const StepUse& step) {
    const auto rss = measured(step.max_rss_bytes);
    const auto largest = rss ? rss : measured(step.largest.mem_bytes);
    raise(peak_bytes_, largest);
    if (!largest) {
        if (!step.is_extern && step.elapsed_s.value_or(0) >= sampling_s) upper_known_ = false;
        return;
    }
    const auto total = measured(step.total.mem_bytes);
    const auto tasks = step.tasks ? step.tasks : step.cpus;
    if (total)
        sum_up(upper_bytes_, std::optional(std::max(*total, *largest)));
    else if (tasks)
        sum_up(upper_bytes_, std::optional(*largest * std::max<std::int64_t>(1, *tasks)));
    else
        upper_known_ = false;
}

void Measured::add_gpus(const StepUse& step) {
    raise(gpu_mem_bytes_,
          measured(step.total.gpu_mem_bytes ? step.total.gpu_mem_bytes : step.largest.gpu_mem_bytes));
    // The largest task's share is all there is without a sum: with several tasks, how many it speaks for is
    // unknown.
    const bool single = !step.tasks || *step.tasks <= 1;
    const auto util = step.total.gpu_util ? step.total.gpu_util : single ? step.largest.gpu_util : std::nullopt;
    if (util && step.elapsed_s) sum_up(busy_gpu_s_, std::optional(*util * static_cast<double>(*step.elapsed_s)));
}

Use Measured::use_of(const JobRecord& job, std::optional<std::int64_t> job_cpu_ms) const {
    if (!is_over(job.state)) return {}; // figures of a running job are those of the steps that are done
    Use use = memory();
    const Jobstats stats = stats_.value_or(Jobstats{});
    use.gpu_mem_bytes = gpu_mem_bytes_ ? gpu_mem_bytes_ : stats.gpu_mem_bytes;

    const double elapsed_s = static_cast<double>(job.elapsed_s.value_or(0));
    const auto from_job = measured(job_cpu_ms);
    const auto cpu_ms = from_job ? from_job : cpu_ms_;
    if (const auto cpu_s = cpu_ms ? std::optional(static_cast<double>(*cpu_ms) / 1000) : stats.cpu_s) {
        const double most_s =
            elapsed_s * static_cast<double>(job.alloc_cpus.value_or(0)) * most_efficiency + rounding_s;
        if (!job.alloc_cpus || *cpu_s <= most_s) use.cpu_s = cpu_s;
    }
    use.gpu_util = stats.gpu_util;
    if (busy_gpu_s_ && job.allocated.gpus.value_or(0) > 0 && elapsed_s > 0) {
        const double util = *busy_gpu_s_ / (*job.allocated.gpus * elapsed_s);
        if (util <= most_efficiency) use.gpu_util = std::min(util, 1.0);
    }
    return use;
}

Use Measured::memory() const {
    Use use;
    use.peak_mem_bytes = peak_bytes_;
    if (upper_known_) use.mem_upper_bytes = upper_bytes_;
    if (!stats_ || !stats_->largest_node_bytes) return use;
    raise(use.peak_mem_bytes, stats_->largest_node_bytes);
    use.mem_upper_bytes = std::max(*stats_->all_nodes_bytes, *use.peak_mem_bytes);
    return use;
}

} // namespace worklines::accounting
