// SPDX-License-Identifier: GPL-2.0-or-later
// A snapshot as one line of JSON and back. What is not given is left out. A string that is not UTF-8 becomes
// {"hex":"..."}; `unlimited` becomes the string "unlimited". Unknown keys are ignored, so that an older reader
// reads a newer writer's records.
#pragma once

#include "core/result.h"
#include "core/snapshot/snapshot.h"

#include <string>
#include <string_view>

namespace worklines::snapshot {

/// One line without a newline. Never fails but for lack of memory (std::bad_alloc).
std::string to_json(const Snapshot& snapshot);

/// Error: not JSON, or a key with a value of another kind (`where` names the key).
Result<Snapshot> from_json(std::string_view line);

} // namespace worklines::snapshot
