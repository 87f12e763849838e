// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/jobstats.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>

#include <zlib.h>

namespace worklines::accounting {
namespace {

using nlohmann::json;

constexpr std::string_view mark = "JS1:";
constexpr std::size_t longest_text = 1 << 20, longest_json = 4 << 20; // a job of a thousand nodes has some 200 KiB
constexpr int deepest = 6;                                            // nodes, node, gpu_utilization, GPU
constexpr double most = 9.0e15;                                       // beyond it no double is a count

int digit_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    return c == '+' ? 62 : c == '/' ? 63 : -1;
}

/// As far as the text is base64.
std::string from_base64(std::string_view text) {
    std::string bytes;
    bytes.reserve(text.size() / 4 * 3);
    std::uint32_t bits = 0;
    int count = 0;
    for (const char c : text) {
        const int digit = digit_of(c);
        if (digit < 0) break;
        bits = (bits << 6) | static_cast<std::uint32_t>(digit);
        count += 6;
        if (count < 8) continue;
        count -= 8;
        bytes += static_cast<char>((bits >> count) & 0xff);
    }
    return bytes;
}

/// Empty where it is no gzip, or more than any summary holds.
std::string gunzip(std::string& packed) {
    z_stream stream{};
    if (::inflateInit2(&stream, 16 + MAX_WBITS) != Z_OK) return {};
    std::string plain(std::min(longest_json, packed.size() * 8 + 1024), '\0');
    stream.next_in = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_in = static_cast<uInt>(packed.size());
    int state = Z_OK;
    while (state == Z_OK) {
        if (stream.total_out == plain.size()) {
            if (plain.size() == longest_json) break;
            plain.resize(std::min(longest_json, plain.size() * 2));
        }
        stream.next_out = reinterpret_cast<Bytef*>(plain.data() + stream.total_out);
        stream.avail_out = static_cast<uInt>(plain.size() - stream.total_out);
        state = ::inflate(&stream, Z_NO_FLUSH);
    }
    plain.resize(state == Z_STREAM_END ? stream.total_out : 0);
    ::inflateEnd(&stream);
    return plain;
}

std::optional<double> number(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number()) return std::nullopt;
    const auto value = found->get<double>();
    return value >= 0 && value < most ? std::optional(value) : std::nullopt;
}

/// Per GPU: `{"0": 87.5, "1": 90}`.
void add_each(const json& node, const char* key, std::optional<double>& sum, std::size_t& count) {
    const auto found = node.find(key);
    if (found == node.end() || !found->is_object()) return;
    for (const auto& [gpu, value] : found->items())
        if (const auto one = number(*found, gpu.c_str())) {
            sum = sum.value_or(0) + *one;
            ++count;
        }
}

/// Zero is what stands there where nothing was sampled.
std::optional<std::int64_t> bytes(const std::optional<double>& value) {
    return value && *value > 0 && *value < most ? std::optional<std::int64_t>(std::llround(*value)) : std::nullopt;
}

Jobstats sum_up(const json& nodes) {
    std::optional<double> cpu_s, largest, all, util, gpu_mem;
    std::size_t utils = 0, mems = 0;
    for (const json& node : nodes) {
        if (!node.is_object()) continue;
        if (const auto one = number(node, "total_time")) cpu_s = cpu_s.value_or(0) + *one;
        if (const auto one = number(node, "used_memory")) {
            largest = std::max(largest.value_or(0), *one);
            all = all.value_or(0) + *one;
        }
        add_each(node, "gpu_utilization", util, utils);
        add_each(node, "gpu_used_memory", gpu_mem, mems);
    }
    Jobstats stats;
    if (cpu_s && *cpu_s > 0) stats.cpu_s = cpu_s;
    stats.largest_node_bytes = bytes(largest);
    stats.all_nodes_bytes = bytes(all);
    if (util && *util <= 100.0 * static_cast<double>(utils))
        stats.gpu_util = *util / 100 / static_cast<double>(utils);
    stats.gpu_mem_bytes = bytes(gpu_mem);
    return stats;
}

} // namespace

std::optional<Jobstats> parse_jobstats(std::string_view admin_comment) {
    const std::size_t begin = admin_comment.find(mark);
    if (begin == std::string_view::npos) return std::nullopt;
    const std::string_view text = admin_comment.substr(begin + mark.size());
    if (text.size() > longest_text) return std::nullopt;
    std::string packed = from_base64(text);
    const std::string plain = gunzip(packed);
    const auto is_shallow = [](int depth, json::parse_event_t, const json&) { return depth <= deepest; };
    const json summary = json::parse(plain, is_shallow, false);
    if (!summary.is_object()) return std::nullopt;
    const auto nodes = summary.find("nodes");
    if (nodes == summary.end() || !nodes->is_object()) return std::nullopt;
    return sum_up(*nodes);
}

} // namespace worklines::accounting
