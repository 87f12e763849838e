// SPDX-License-Identifier: GPL-2.0-or-later
// Every figure that any format shows, as plain data. A renderer gets this and nothing else: it does not compute.
// Hours are reserved hours (elapsed x allocated), inside the period. An empty optional is unknown, never zero.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace worklines::portrait {

struct Period {
    std::string from, to; ///< local dates, ISO 8601; `to` is not part of it
};

struct Hours {
    double gpu = 0, cpu = 0;

    Hours& operator+=(const Hours& more) {
        gpu += more.gpu;
        cpu += more.cpu;
        return *this;
    }
};

/// What was left out or counted in part, and why. With it: add these hours.
struct Excluded {
    std::string reason;            ///< `orphan`, `over_limit`, `absurd`, `opt_out`
    std::vector<std::string> jobs; ///< ids as accounting prints them
    Hours hours;                   ///< inside the period
};

struct Line {
    std::string id, title, summary, domain = "unknown";
    std::map<std::string, double> activities;
    std::uint64_t jobs = 0, users = 0, families = 0, scripts = 0;
    Hours hours;
    std::vector<std::string> tools, models, benchmarks, datasets;
    std::map<std::string, double> habits;
};

/// Jobs of one line that wait for jobs of another, or of the same one.
struct Edge {
    std::string from, to; ///< ids of lines: what must be first, and what waits
    std::string type;     ///< of Slurm: `afterok`, `afterany`, ...
    std::string from_activity, to_activity;
    std::uint64_t jobs = 0; ///< that wait: tasks of an array each
};

struct Wait {
    std::string size; ///< "1 cpu", "2-7 cpus", ...
    std::uint64_t runs = 0;
    std::int64_t median_s = 0, p90_s = 0, max_s = 0;
};

/// Of the reserved hours: 0..1.
struct Measured {
    double cpu_share = 0, gpu_share = 0, memory_share = 0; ///< hours of runs whose use is known; memory: CPU-hours
    std::optional<double> cpu_used, gpu_used;              ///< of those hours; empty: none is known
};

struct Portrait {
    std::string cluster;
    Period period;
    std::uint64_t jobs = 0, users = 0, scripts = 0, submissions = 0, never_started = 0;
    Hours hours;
    Measured measured;
    bool gpus_in_accounting = false; ///< false: GPU-hours are unknown, not zero
    std::uint64_t joined_jobs = 0;
    double joined_share = 0;                        ///< of jobs, 0..1
    std::map<std::string, std::uint64_t> joined_by; ///< evidence -> jobs
    std::vector<Excluded> excluded;
    std::vector<Line> lines; ///< the heaviest first
    std::vector<Edge> edges; ///< those of most jobs first
    std::vector<Wait> waits;
    std::map<std::string, double> habits;
};

} // namespace worklines::portrait
