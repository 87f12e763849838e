// SPDX-License-Identifier: GPL-2.0-or-later
// Why a job is in its line, in words.
#pragma once

#include "core/result.h"
#include "reporter/accounting/job.h"
#include "reporter/commands/report_portrait.h"

#include <string>

namespace worklines::commands {

/// Error: no such job among those of the material.
Result<std::string> why_of(const Material& material, const accounting::JobId& id);

} // namespace worklines::commands
