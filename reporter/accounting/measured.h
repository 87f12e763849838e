// SPDX-License-Identifier: GPL-2.0-or-later
// What a job used, from what its steps measured. Each step samples its tasks; a job's peak lies between the largest
// single task and the sum of all.
#pragma once

#include "reporter/accounting/job.h"
#include "reporter/accounting/jobstats.h"

#include <cstdint>
#include <optional>

namespace worklines::accounting {

/// One step's measurements, or a job row's where accounting put them there (a plain srun before Slurm 22.05).
struct StepUse {
    bool is_extern = false;            ///< runs nothing of the user's
    std::optional<std::int64_t> tasks; ///< 1 for batch and extern
    std::optional<std::int64_t> cpus;  ///< allocated
    std::optional<std::int64_t> elapsed_s;
    std::optional<std::int64_t> max_rss_bytes; ///< of the largest task
    std::optional<std::int64_t> total_cpu_ms;
    text::TresUsage largest, total; ///< TRESUsageInMax, TRESUsageInTot
};

class Measured {
  public:
    void clear() { *this = {}; }
    void add(const StepUse& step);
    /// Its memory is of whole nodes, so it says better than the sum over tasks what a job can have held.
    void add(const Jobstats& stats) { stats_ = stats; }
    /// `job_cpu_ms`: TotalCPU of the job's own row, which is the sum over its steps.
    Use use_of(const JobRecord& job, std::optional<std::int64_t> job_cpu_ms) const;

  private:
    void add_memory(const StepUse& step);
    void add_gpus(const StepUse& step);
    Use memory() const; ///< nothing else of it

    std::optional<std::int64_t> peak_bytes_, upper_bytes_, cpu_ms_, gpu_mem_bytes_;
    std::optional<double> busy_gpu_s_;
    std::optional<Jobstats> stats_;
    bool upper_known_ = true;
};

} // namespace worklines::accounting
