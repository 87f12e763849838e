// SPDX-License-Identifier: GPL-2.0-or-later
// What one run adds to a period, and why not more: the rules that every counted figure stands on. Pure.
#pragma once

#include "reporter/join/joined.h"
#include "reporter/portrait/portrait.h"

#include <cstdint>

namespace worklines::portrait {

/// Seconds since the epoch. `known_until_s`: what accounting says holds up to then.
struct Span {
    std::int64_t from_s = 0, to_s = 0; ///< `to_s` is not part of it
    std::int64_t known_until_s = 0;
};

struct Verdict {
    enum class Kind : std::uint8_t {
        counted,       ///< a run with a part in the period
        outside,       ///< a run with none
        never_started, ///< no run: cancelled before, or still waiting
        orphan,        ///< RUNNING by accounting, its limit long past: gone in fact
        absurd,        ///< times that cannot be
    };
    Kind kind = Kind::outside;
    std::int64_t inside_s = 0; ///< counted seconds in the period; of an orphan or an absurd run: those it would add
    std::int64_t removed_s = 0; ///< seconds in the period that lie beyond the limit
    std::int64_t overrun_s = 0; ///< how long after its limit the run ended
};

/// Slurm kills late: an overrun up to this is clipped like any other, but is nothing to list.
inline constexpr std::int64_t late_kill_s = 600;

Verdict judge(const join::Run& run, const Span& span);

Hours hours_of(const join::Run& run, std::int64_t seconds);

} // namespace worklines::portrait
