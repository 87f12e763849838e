// SPDX-License-Identifier: GPL-2.0-or-later
// From the archive to the portrait of a period.
#pragma once

#include "core/config/config.h"
#include "core/result.h"
#include "reporter/archive/archive.h"
#include "reporter/commands/report_period.h"
#include "reporter/join/joined.h"
#include "reporter/lines/lines.h"
#include "reporter/portrait/counters.h"
#include "reporter/portrait/portrait.h"

#include <string>

namespace worklines::commands {

/// What a portrait is made of.
struct Material {
    std::string cluster;
    std::int64_t known_until_s = 0; ///< accounting says nothing of later times
    join::Runs runs;
    lines::Notes notes;
    lines::Lines lines;
    portrait::OptedOut opted_out;
};

/// Error: an archive that cannot be read or has no record of this cluster, or a site's lexicon that is wrong.
Result<Material> material_of(archive::Archive& archive, const config::Config& config, const std::string& cluster,
                             const Period& period);
/// Of the configured archive and cluster.
Result<Material> material_of(const config::Config& config, const Period& period);

portrait::Portrait portrait_of(const Material& material, const Period& period);

} // namespace worklines::commands
