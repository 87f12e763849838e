// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core/text/calendar.h"
#include "reporter/sources/kept_script.h"
#include "reporter/sources/names.h"

#include <cstdint>
#include <string>

namespace worklines::sources {

struct Options {
    std::uint64_t max_script = 16 << 20; ///< bytes; a larger one is counted, not kept
    text::Zone zone;                     ///< of local times
};

/// Hands a file's bytes on as `named` says; `source` unless its layout has a name.
Result<void> hand_on(const Named& named, std::string_view bytes, std::string_view source, const Sink& sink,
                     Report& report);

} // namespace worklines::sources
