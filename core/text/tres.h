// SPDX-License-Identifier: GPL-2.0-or-later
// TRES strings: `billing=8,cpu=8,gres/gpu:h100=2,gres/gpu=2,mem=64G,node=1`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace worklines::text {

/// What was reserved or asked for. A TRES that the string does not name is empty, not zero.
struct Tres {
    std::optional<std::int64_t> cpus, nodes;
    std::optional<std::int64_t> mem_bytes;
    /// Typed and untyped entries are one count: `gres/gpu:h100=2,gres/gpu=2` is 2, and typed ones alone are summed.
    /// A MIG slice is a device of its type, so it counts 1, also as a gres of its own (`gres/mig-1g.5gb`). Shards are no devices: they are beside.
    std::optional<double> gpus;
    std::optional<std::int64_t> shards;

    bool operator==(const Tres&) const = default;
};

Tres parse_tres(std::string_view text);

/// TRESUsageIn*: measured, of a step.
struct TresUsage {
    std::optional<std::int64_t> cpu_ms;
    std::optional<std::int64_t> mem_bytes;
    std::optional<double> gpu_util; ///< in whole GPUs: 3.96 for four GPUs at 99 %
    std::optional<std::int64_t> gpu_mem_bytes;

    bool operator==(const TresUsage&) const = default;
};

TresUsage parse_tres_usage(std::string_view text);

/// GPUs in a request as it was typed: `gres:gpu:h100:2`, `gres/gpu:2`, `gpu`; several separated by commas. Empty:
/// none.
std::optional<std::int64_t> requested_gpus(std::string_view text);

} // namespace worklines::text
