// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/portrait/measured.h"

#include <algorithm>
#include <optional>

namespace worklines::portrait {
namespace {

using join::Run;

/// 0..1 of what the run had reserved.
std::optional<double> cpu_use(const Run& run) {
    const double reserved_s =
        static_cast<double>(run.elapsed_s.value_or(0)) * static_cast<double>(run.alloc_cpus.value_or(0));
    if (!run.use.cpu_s || reserved_s <= 0) return std::nullopt;
    return std::min(1.0, *run.use.cpu_s / reserved_s);
}

struct Sum {
    double hours = 0, known = 0, used = 0;

    void add(double reserved, const std::optional<double>& use) {
        hours += reserved;
        if (!use) return;
        known += reserved;
        used += *use * reserved;
    }
    double share() const { return hours > 0 ? known / hours : 0; }
    std::optional<double> use() const { return known > 0 ? std::optional(used / known) : std::nullopt; }
};

} // namespace

Measured measure(const join::Runs& runs, const Counted& counted) {
    Sum cpu, gpu, memory;
    for (const CountedRun& one : counted.runs) {
        const Run& run = runs.runs[one.run];
        cpu.add(one.hours.cpu, cpu_use(run));
        gpu.add(one.hours.gpu, run.use.gpu_util);
        memory.add(one.hours.cpu, run.use.peak_mem_bytes ? std::optional(0.0) : std::nullopt);
    }
    // GPUs that cannot be measured show 0 in every job (pitfall N7): not idle, but unknown.
    if (gpu.used <= 0) gpu.known = 0;
    return {cpu.share(), gpu.share(), memory.share(), cpu.use(), gpu.use()};
}

} // namespace worklines::portrait
