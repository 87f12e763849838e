// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/common.h"

namespace worklines::commands {

void declare_archive(Options& options, config::Config& config) {
    options.path("archive", config.archive, "the archive (setting `archive`)");
}

void declare_timezone(Options& options, config::Config& config) {
    options.text("timezone", config.timezone, "NAME",
                 "the cluster's time zone, such as Europe/Madrid (setting `timezone`)");
}

void declare_cluster(Options& options, config::Config& config) {
    options.text("cluster", config.cluster, "NAME", "the cluster (setting `cluster`)");
}

Result<text::Zone> zone_of(const config::Config& config) { return text::Zone::named(config.timezone); }

Result<std::int64_t> midnight(const std::string& date, const std::string& option, const text::Zone& zone) {
    const auto day = text::parse_date(date);
    if (!day) return Error{"not a date: " + date, option, "give it as YYYY-MM-DD"};
    return zone.midnight(*day);
}

Result<std::string> cluster_of(const config::Config& config, archive::Archive& archive) {
    if (!config.cluster.empty()) return config.cluster;
    const auto names = archive.clusters();
    if (!names) return names.error();
    if (names->empty())
        return Error{"the archive has no records of accounting", config.archive.string(),
                     "run `worklines collect` first"};
    return names->front();
}

} // namespace worklines::commands
