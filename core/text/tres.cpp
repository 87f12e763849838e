// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/tres.h"

#include "core/text/duration.h"
#include "core/text/memory.h"

#include <algorithm>
#include <charconv>

namespace worklines::text {
namespace {

std::optional<std::int64_t> whole(std::string_view text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end || value < 0) return std::nullopt;
    return value;
}

/// A count as sacct prints it: `12`, or `1.50K` where units are not switched off.
std::optional<std::int64_t> count(std::string_view text) {
    const auto value = whole(text);
    return value ? value : parse_memory(text, 1);
}

template <class Take>
void for_each_part(std::string_view text, char separator, Take take) {
    while (!text.empty()) {
        const std::size_t end = text.find(separator);
        take(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

template <class Take>
void for_each_tres(std::string_view text, Take take) {
    for_each_part(text, ',', [&](std::string_view entry) {
        const std::size_t equals = entry.find('=');
        if (equals != std::string_view::npos) take(entry.substr(0, equals), entry.substr(equals + 1));
    });
}

} // namespace

Tres parse_tres(std::string_view text) {
    Tres tres;
    std::optional<std::int64_t> untyped, typed, slices;
    for_each_tres(text, [&](std::string_view name, std::string_view value) {
        if (name == "cpu")
            tres.cpus = count(value);
        else if (name == "node")
            tres.nodes = count(value);
        else if (name == "mem")
            tres.mem_bytes = parse_memory(value, mebibyte);
        else if (name == "gres/gpu")
            untyped = count(value);
        else if (name == "gres/shard")
            tres.shards = count(value);
        else if (name.starts_with("gres/gpu:"))
            typed = typed.value_or(0) + count(value).value_or(0);
        else if (name.starts_with("gres/mig-"))
            slices = slices.value_or(0) + count(value).value_or(0);
    });
    const auto devices = untyped ? untyped : typed;
    if (devices || slices) tres.gpus = static_cast<double>(devices.value_or(0) + slices.value_or(0));
    return tres;
}

TresUsage parse_tres_usage(std::string_view text) {
    TresUsage usage;
    std::optional<double> untyped, typed;
    std::optional<std::int64_t> typed_mem;
    for_each_tres(text, [&](std::string_view name, std::string_view value) {
        if (name == "cpu")
            usage.cpu_ms = parse_duration_ms(value);
        else if (name == "mem")
            usage.mem_bytes = parse_memory(value, 1);
        else if (name == "gres/gpumem")
            usage.gpu_mem_bytes = parse_memory(value, 1);
        else if (name.starts_with("gres/gpumem:"))
            typed_mem = typed_mem.value_or(0) + parse_memory(value, 1).value_or(0);
        else if (name.starts_with("gres/gpuutil")) {
            const auto percent = whole(value);
            if (!percent) return;
            const double gpus = static_cast<double>(*percent) / 100;
            if (name == "gres/gpuutil")
                untyped = gpus;
            else
                typed = typed.value_or(0) + gpus;
        }
    });
    usage.gpu_util = untyped ? untyped : typed;
    if (!usage.gpu_mem_bytes) usage.gpu_mem_bytes = typed_mem;
    return usage;
}

std::optional<std::int64_t> requested_gpus(std::string_view text) {
    std::optional<std::int64_t> sum;
    for_each_part(text, ',', [&](std::string_view entry) {
        for (const std::string_view prefix : {"gres:", "gres/"})
            if (entry.starts_with(prefix)) entry.remove_prefix(prefix.size());
        const bool is_slice = entry.starts_with("mig-"); // `mig-1g.5gb:2`
        if (!is_slice && !entry.starts_with("gpu")) return;
        entry.remove_prefix(is_slice ? std::min(entry.find_first_of(":="), entry.size()) : 3);
        if (!entry.empty() && entry.front() != ':' && entry.front() != '=') return; // another gres, such as gpufoo
        // The last part is a number, or a type of which one is meant; behind `(S:0-1)` are sockets.
        entry = entry.substr(0, entry.find('('));
        const std::size_t last = entry.find_last_of(":=");
        const auto number = last == std::string_view::npos ? std::nullopt : count(entry.substr(last + 1));
        sum = sum.value_or(0) + number.value_or(1);
    });
    return sum;
}

} // namespace worklines::text
