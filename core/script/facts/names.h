// SPDX-License-Identifier: GPL-2.0-or-later
// Tools, models, benchmarks, data sets and methods that a script names: those of the lexicon by every place in
// which they show, and what no lexicon knows by the form of its name (unlisted.h).
#pragma once

#include "core/script/facts.h"

#include <string_view>
#include <vector>

namespace worklines::script {

/// One appearance of a lexicon entry.
struct Sighting {
    std::uint32_t entry = 0, line = 0;
    Place place = Place::word;
    bool in_comment = false;
};

/// Each entry at most once for each place and line.
std::vector<Sighting> sightings_of(const Reading& reading, std::string_view script, const Lexicon& lexicon);

/// By kind, then name; each once, at its first line.
std::vector<Named> names_of(const Reading& reading, const std::vector<Sighting>& sightings, const Lexicon& lexicon);

} // namespace worklines::script
