// SPDX-License-Identifier: GPL-2.0-or-later
// A submit time as other people's tools write it.
#pragma once

#include "core/text/calendar.h"
#include "reporter/sources/kept_script.h"

#include <string_view>

namespace worklines::sources {

/// Epoch seconds or milliseconds, `2026-12-01T05:34:36`, with `Z` or an offset behind it or in local time: sets the
/// span, some minutes wide. Anything else, `Unknown` as well: the time is not told.
void set_submit(KeptScript& kept, std::string_view text, const text::Zone& zone);

} // namespace worklines::sources
