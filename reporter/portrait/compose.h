// SPDX-License-Identifier: GPL-2.0-or-later
// All figures of a period in one plain struct, ready to be rendered.
#pragma once

#include "reporter/lines/lines.h"
#include "reporter/portrait/counters.h"
#include "reporter/portrait/portrait.h"

#include <string>

namespace worklines::portrait {

/// `notes`, `lines` and `counted` are of these `runs`. Lines without a job in the period are left out.
Portrait compose(const join::Runs& runs, const lines::Notes& notes, const lines::Lines& lines,
                 const Counted& counted, std::string cluster, Period period);

} // namespace worklines::portrait
