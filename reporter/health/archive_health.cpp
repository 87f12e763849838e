// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/health/archive_health.h"

#include "core/hint/advice.h"
#include "core/text/duration.h"
#include "reporter/archive/archive.h"

#include <fmt/core.h>

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace worklines::health {
namespace {

constexpr std::int64_t day_s = 86400;

std::string ago(std::int64_t then_s, std::int64_t now_s) {
    return text::format_duration(std::max<std::int64_t>(0, now_s - then_s)) + " ago";
}

Check freshness(const archive::Overview& overview, std::int64_t now_s) {
    if (!overview.last_record)
        return {"accounting", State::bad, "the archive has no jobs", "run `worklines collect`"};
    Check check{"accounting", State::good,
                fmt::format("{} records, the newest {}", overview.records, ago(*overview.last_record, now_s)), ""};
    if (now_s - *overview.last_record > 2 * day_s) {
        check.state = State::warning;
        check.todo = "run `worklines collect` every day, from cron";
    }
    return check;
}

Check joining(const archive::Overview& overview) {
    if (!overview.first_snapshot)
        return {"join", State::warning, "the archive has no snapshots: nothing was captured", "see capture"};
    if (overview.since_capture == 0)
        return {"join", State::unknown, "no job was submitted since capture began", ""};
    const double share = static_cast<double>(overview.joined) / static_cast<double>(overview.since_capture);
    Check check{"join", State::good,
                fmt::format("{} of {} records of the last 30 days have their snapshot ({:.1f} %)", overview.joined,
                            overview.since_capture, 100 * share),
                ""};
    if (share < 0.95) {
        check.state = share < 0.5 ? State::bad : State::warning;
        check.todo = "are all submissions seen by this slurmctld (backup controller, federation)? Were some lost "
                     "(see losses)?";
    }
    return check;
}

/// A26: sacct without the right to see all shows a small cluster.
Check people(const archive::Overview& overview) {
    Check check{"people", State::good,
                fmt::format("{} people in accounting, {} in the snapshots of the last 30 days",
                            overview.people_in_records, overview.people_in_snapshots),
                ""};
    if (overview.people_in_records * 10 < overview.people_in_snapshots * 9) {
        check.state = State::bad;
        check.todo = "accounting shows only a part: run collect as root, SlurmUser or an Operator";
    }
    return check;
}

Check advice(const config::Config& config, std::int64_t now_s) {
    if (config.hints == config::Hints::off) return {"advice", State::good, "hints are off", ""};
    struct stat info {};
    if (stat(config.advice.c_str(), &info) != 0)
        return {"advice", State::warning, config.advice.string() + ": " + std::strerror(errno),
                "run `worklines advise`: without it there are no hints"};
    const auto index = hint::Index::open(config.advice);
    if (!index) return {"advice", State::bad, index.error().line(), "run `worklines advise` again"};
    Check check{"advice", State::good,
                fmt::format("{} histories, written {}", (*index)->size(), ago(info.st_mtime, now_s)), ""};
    if (now_s - info.st_mtime > 40 * day_s) {
        check.state = State::warning;
        check.todo = "run `worklines advise` from cron";
    }
    return check;
}

} // namespace

Checks archive_health(const config::Config& config, std::int64_t now_s) {
    Checks checks;
    auto opened = archive::Archive::open(config.archive, archive::Archive::Mode::read);
    if (!opened) {
        checks.push_back({"archive", State::bad, opened.error().line(),
                          "run `worklines collect` first, as the archive's owner"});
    } else if (const auto overview = opened->overview(now_s - 30 * day_s); !overview) {
        checks.push_back({"archive", State::bad, overview.error().line(), ""});
    } else {
        struct stat info {};
        Check file{"archive", State::good, config.archive.string(), ""};
        if (stat(config.archive.c_str(), &info) == 0 && (info.st_mode & 077) != 0) {
            file.state = State::warning;
            file.says += fmt::format(" can be read by others (mode {:04o})", info.st_mode & 07777);
            file.todo = "it holds everybody's scripts: chmod 0600 it, or make sure that this is meant";
        }
        checks = {file, freshness(*overview, now_s), joining(*overview), people(*overview)};
    }
    checks.push_back(advice(config, now_s));
    return checks;
}

} // namespace worklines::health
