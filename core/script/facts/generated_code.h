// SPDX-License-Identifier: GPL-2.0-or-later
// Whether a script runs code that a model wrote: nobody has read it before it runs with the person's rights.
#pragma once

#include "core/script/facts/names.h"

#include <cstdint>
#include <optional>

namespace worklines::script {

struct GeneratedCode {
    std::uint32_t line = 0; ///< where it is run
    bool contained = false; ///< in a container that does not show the person's files
};

/// The first place; one that is not contained, if there is any. Empty: none.
std::optional<GeneratedCode> generated_code_in(const Reading& reading, const std::vector<Sighting>& sightings,
                                               const Lexicon& lexicon);

} // namespace worklines::script
