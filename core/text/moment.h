// SPDX-License-Identifier: GPL-2.0-or-later
// Instants as sacct prints them, by whatever SLURM_TIME_FORMAT was set to.
#pragma once

#include "core/text/calendar.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace worklines::text {

/// Seconds since the epoch of `2026-02-10T08:00:00` (or with a blank, or without seconds), the same with `Z`,
/// `+0100` or `+01:00` behind it, `10.02.2026 08:00:00`, `Tue Feb 10 08:00:00 2026`, `1770706800`. What has no
/// offset is local to `zone`. Empty: anything else, above all `02/10/2026`, which may be February or October.
std::optional<std::int64_t> parse_moment(std::string_view text, const Zone& zone);

} // namespace worklines::text
