// SPDX-License-Identifier: GPL-2.0-or-later
// What a script is for: its domain and activity, from evidence that is weighed and kept.
#pragma once

#include "core/script/facts/names.h"

#include <string>
#include <vector>

namespace worklines::script {

struct Purpose {
    std::string domain = "unknown", activity = "unknown";
    double confidence = 0; ///< 0..1: the share of the evidence that speaks for them, of the weaker of the two
    std::vector<Evidence> evidence;
};

Purpose purpose_of(const Reading& reading, const std::vector<Sighting>& sightings, const Lexicon& lexicon);

} // namespace worklines::script
