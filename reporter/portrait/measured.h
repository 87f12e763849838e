// SPDX-License-Identifier: GPL-2.0-or-later
// What of the reserved hours was measured, and used. Unknown is not zero: the share that is known stands beside.
#pragma once

#include "reporter/join/joined.h"
#include "reporter/portrait/counters.h"
#include "reporter/portrait/portrait.h"

namespace worklines::portrait {

Measured measure(const join::Runs& runs, const Counted& counted);

} // namespace worklines::portrait
