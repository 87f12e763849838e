// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/health/spool_health.h"

#include "core/spool/segment.h"
#include "core/spool/status.h"
#include "core/text/duration.h"
#include "core/text/memory.h"

#include <fmt/core.h>

#include <sys/stat.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <cstring>
#include <fstream>

namespace worklines::health {
namespace {

namespace fs = std::filesystem;
constexpr std::int64_t day_s = 86400;

std::string ago(std::int64_t then_s, std::int64_t now_s) {
    return text::format_duration(std::max<std::int64_t>(0, now_s - then_s)) + " ago";
}

Check folder(const config::Config& config) {
    Check check{"spool", State::good, config.spool.string(), ""};
    struct stat info {};
    if (lstat(config.spool.c_str(), &info) != 0) {
        check.state = State::bad;
        check.says += std::string(": ") + std::strerror(errno);
        check.todo = "make it on slurmctld's machine: install -d -m 0700 -o SlurmUser " + config.spool.string();
    } else if (!S_ISDIR(info.st_mode)) {
        check.state = State::bad;
        check.says += " is not a folder (the plugin follows no symbolic link)";
        check.todo = "make it a folder of SlurmUser, mode 0700";
    } else if ((info.st_mode & 022) != 0) {
        check.state = State::bad;
        check.says +=
            fmt::format(" can be written by others (mode {:04o}), so the plugin refuses it", info.st_mode & 07777);
        check.todo = "chmod 0700 " + config.spool.string();
    } else if ((info.st_mode & 077) != 0) {
        check.state = State::warning;
        check.says += fmt::format(" can be looked into by others (mode {:04o})", info.st_mode & 07777);
        check.todo = "scripts are secrets: chmod 0700 " + config.spool.string();
    } else {
        check.says += fmt::format(", owned by uid {}, mode {:04o}", info.st_uid, info.st_mode & 07777);
    }
    return check;
}

Check size(const config::Config& config) {
    Check check{"spool size", State::good, "", ""};
    const auto segments = spool::list_segments(config.spool);
    if (!segments) return {"spool size", State::unknown, segments.error().line(), ""};
    std::uint64_t used = 0, sealed = 0;
    for (const fs::path& segment : *segments) {
        std::error_code gone; // between the listing and now
        const auto bytes = fs::file_size(segment, gone);
        if (!gone) used += bytes;
        sealed += segment.extension() == spool::sealed_suffix;
    }
    struct statvfs volume {};
    const bool seen = statvfs(config.spool.c_str(), &volume) == 0;
    const std::uint64_t free = seen ? volume.f_bavail * volume.f_frsize : 0;
    check.says = fmt::format("{} of {} in {} segments, {} free on the file system",
                             text::format_memory(static_cast<std::int64_t>(used)),
                             text::format_memory(static_cast<std::int64_t>(config.spool_quota)), segments->size(),
                             text::format_memory(static_cast<std::int64_t>(free)));
    if (used >= config.spool_quota / 10 * 9) {
        check.state = State::bad;
        check.todo = "run `worklines collect`; it deletes what the archive has. Or raise spool_quota";
    } else if (seen && free < config.spool_floor + config.segment_size) {
        check.state = State::bad;
        check.todo = "free space, or run `worklines collect`";
    } else if (sealed > 45) { // there is one a day at least
        check.state = State::warning;
        check.todo = "`worklines collect` has not run for long: put it into cron";
    }
    return check;
}

/// Whether that process is still there and a slurmctld.
bool is_alive(std::int64_t pid) {
    std::ifstream in("/proc/" + std::to_string(pid) + "/comm");
    std::string name;
    return std::getline(in, name) && name.starts_with("slurmctld");
}

Checks capture(const config::Config& config, std::int64_t now_s) {
    const fs::path file = config.status.empty() ? config.spool / spool::status_name : config.status;
    const auto status = spool::load_status(file);
    if (!status)
        return {{"capture", State::bad,
                 "nothing was captured yet, or the status cannot be read: " + status.error().line(),
                 "put worklines last into JobSubmitPlugins, restart slurmctld, submit a job"}};

    Check capture{"capture", State::good,
                  fmt::format("{} submissions kept, the last {}", status->kept, ago(status->last_kept, now_s)), ""};
    if (!status->problem.empty()) {
        capture.state = State::bad;
        capture.says = status->problem + fmt::format("; {} submissions wait in memory", status->waiting);
        capture.todo = "mend that; what waits is written then, what does not fit into memory is lost";
    } else if (!is_alive(status->pid)) {
        capture.state = State::warning;
        capture.says += fmt::format("; the slurmctld that wrote this (pid {}) is gone", status->pid);
        capture.todo =
            "if slurmctld runs: is worklines still in JobSubmitPlugins? Nothing was submitted since it started";
    } else if (now_s - status->last_kept > 7 * day_s) {
        capture.state = State::warning;
        capture.todo = "was nothing submitted for a week?";
    }

    Check losses{"losses", State::good, "none", ""};
    if (status->lost > 0) {
        losses.state = State::warning;
        losses.says =
            fmt::format("{} submissions lost since counting began, the last {}; last trouble {}: {}", status->lost,
                        ago(status->last_lost, now_s), ago(status->last_problem_at, now_s), status->last_problem);
        losses.todo = fmt::format("their jobs stay without a snapshot; remove {} to count anew", file.string());
    }
    Checks checks{capture, losses};
    if (!status->warning.empty())
        checks.push_back({"file system", State::warning, status->warning, "set `spool` to a local disk"});
    return checks;
}

} // namespace

Checks spool_health(const config::Config& config, std::int64_t now_s) {
    Checks checks{folder(config)};
    if (checks.front().state == State::bad) return checks;
    checks.push_back(size(config));
    for (Check& check : capture(config, now_s))
        checks.push_back(std::move(check));
    return checks;
}

} // namespace worklines::health
