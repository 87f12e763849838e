// SPDX-License-Identifier: GPL-2.0-or-later
// What no lexicon knows yet, by the form of its name: models and data sets of the hubs (`org/name`), files of
// weights, repositories on the hosts of git, accession numbers (SRA, GEO, BioProject, EGA, EMDB, PDB, UniProt).
#pragma once

#include "core/script/facts.h"

#include <vector>

namespace worklines::script {

/// From commands and assignments, not from comments; each once, at its first line; at most 16 accession numbers.
std::vector<Named> unlisted_names_of(const Reading& reading, const Lexicon& lexicon);

} // namespace worklines::script
