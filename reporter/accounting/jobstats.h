// SPDX-License-Identifier: GPL-2.0-or-later
// The summary that Princeton's jobstats leaves in AdminComment when a job ends: `JS1:` and base64 of gzip of JSON,
// with what each node's cgroup and GPUs showed. `JS1:Short` and `JS1:None` say that nothing was sampled.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace worklines::accounting {

struct Jobstats {
    std::optional<double> cpu_s;                    ///< over all nodes
    std::optional<std::int64_t> largest_node_bytes; ///< peak memory of the node with the highest
    std::optional<std::int64_t> all_nodes_bytes;    ///< sum of the nodes' peaks
    std::optional<double> gpu_util;                 ///< 0..1, mean over the GPUs
    std::optional<std::int64_t> gpu_mem_bytes;      ///< sum of the GPUs' peaks
};

/// Empty: no summary, or one that cannot be read. Bounded in time and memory whatever stands there.
std::optional<Jobstats> parse_jobstats(std::string_view admin_comment);

} // namespace worklines::accounting
