// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core/config/config.h"
#include "core/snapshot/snapshot.h"

namespace worklines::job_submit {

/// Whether a line more in the client's output reaches a person and breaks no program: many programs that call
/// sbatch read its output with stderr merged in, and lose the job's id when a line is added.
bool may_speak(const snapshot::Snapshot& snapshot, config::Hints hints);

} // namespace worklines::job_submit
