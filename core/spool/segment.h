// SPDX-License-Identifier: GPL-2.0-or-later
// How segments are named, and which are in a folder.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::spool {

inline constexpr std::string_view open_suffix = ".open";
inline constexpr std::string_view sealed_suffix = ".sealed";
inline constexpr std::string_view unborn_prefix = "new-";
inline constexpr std::string_view status_name = "status.json";

struct SegmentName {
    std::string stem; ///< "20261201T053435Z-6f1c..."
    std::string token;
    bool sealed = false;
};

/// Empty if it is not the name of a segment.
std::optional<SegmentName> parse_segment_name(std::string_view file_name);

/// 32 hex digits from the kernel's random source.
std::string random_token();

std::string segment_stem(std::int64_t now_s, std::string_view token);

/// "2026-12-01T05:34:35Z" and "20261201", both UTC.
std::string utc_time(std::int64_t now_s);
std::string utc_day(std::int64_t now_s);

/// Paths of all segments in the folder, oldest first. Error: the folder cannot be read.
Result<std::vector<std::filesystem::path>> list_segments(const std::filesystem::path& folder);

} // namespace worklines::spool
