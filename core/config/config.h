// SPDX-License-Identifier: GPL-2.0-or-later
// worklines.conf: `key = value` lines, read by plugin and reporter alike. `#` starts a comment on a line of its
// own.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::config {

enum class Hints : std::uint8_t {
    terminal, ///< only where SPANK saw a terminal on stderr (the default; `on` means the same)
    always,   ///< the site's choice where SPANK is not installed
    off,
};

struct Config {
    std::string cluster; ///< empty: the accounting's only cluster
    std::filesystem::path spool = "/var/spool/worklines";
    std::filesystem::path archive = "/var/lib/worklines/archive.sqlite";
    std::filesystem::path advice = "/var/lib/worklines/advice.idx";
    std::filesystem::path reports = "/var/lib/worklines/reports";
    Hints hints = Hints::terminal;
    std::vector<std::filesystem::path> hints_dir = {"/usr/share/worklines/hints",
                                                    "/etc/worklines/hints.d"}; ///< colon list
    std::vector<std::filesystem::path> lexicon_dir = {
        "/etc/worklines/lexicon.d"};                           ///< colon list; beside what is built in
    std::filesystem::path lines = "/etc/worklines/lines.conf"; ///< the admin's wishes about lines; may be missing
    std::filesystem::path hints_object; ///< worklines_hints.so; empty: beside the job_submit plugin
    std::int64_t hints_quiet_s =
        std::int64_t{7} * 86400;             ///< the same hint does not come back to the same person for so long
    std::uint64_t retention_days = 0;        ///< 0: keep for ever
    std::uint64_t max_script = 16u << 20;    ///< bytes; a larger script is named, not kept
    std::uint64_t spool_quota = 10ull << 30; ///< bytes; above it capture stops and says so
    std::uint64_t spool_floor = 256u << 20;  ///< bytes that stay free on the spool's file system
    std::uint64_t segment_size = 64u << 20;  ///< bytes; a segment is sealed beyond it
    std::filesystem::path status;            ///< the plugin's counters; empty: `status.json` in the spool
    std::int64_t sync_ms = 1000;             ///< how often records are forced to disk
    std::vector<std::string> environment = {"LOADEDMODULES", "CONDA_DEFAULT_ENV", "VIRTUAL_ENV", "WORKLINES_HINTS"};
    std::string language = "en";
    std::string timezone; ///< IANA name; empty: this machine's
};

struct Loaded {
    Config config;
    std::vector<Error> problems; ///< unknown keys, bad values: where is `file:line`; those keys keep their defaults
};

/// Reads text that came from `name` (for messages).
Loaded parse(std::string_view text, const std::string& name);

/// WORKLINES_CONF, else /etc/worklines/worklines.conf.
std::filesystem::path default_path();

/// Error only if the file exists and cannot be read. A missing file is all defaults, unless `must_exist`.
Result<Loaded> load(const std::filesystem::path& file, bool must_exist);

} // namespace worklines::config
