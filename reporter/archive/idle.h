// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "reporter/archive/impl.h"

namespace worklines::archive {

/// Removes the scripts and texts that nothing refers to any more, and counts them. Reads the whole archive; within
/// the caller's transaction. Throws Failure.
void erase_idle(Archive::Impl& archive, Erased& erased);

} // namespace worklines::archive
