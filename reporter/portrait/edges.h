// SPDX-License-Identifier: GPL-2.0-or-later
// The jobs' dependencies, rolled up to lines and to what is done in them.
#pragma once

#include "reporter/lines/lines.h"
#include "reporter/portrait/counters.h"
#include "reporter/portrait/portrait.h"

#include <vector>

namespace worklines::portrait {

/// Between jobs that count, both of them; those of most jobs first. What a job without a script does is
/// unknown, unless its name places it among scripts.
std::vector<Edge> edges_of(const join::Runs& runs, const lines::Notes& notes, const lines::Lines& lines,
                           const Counted& counted);

} // namespace worklines::portrait
