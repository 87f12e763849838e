// SPDX-License-Identifier: GPL-2.0-or-later
// Files that appear whole or not at all.
#pragma once

#include "core/result.h"

#include <filesystem>
#include <string>
#include <vector>

namespace worklines::commands {

struct NamedBytes {
    std::string name, bytes;
};

/// All files into `folder`, which is made if it is not there (0750; files are 0640). They are written aside and
/// renamed when all of them are on disk; on an error nothing half-written is left, and files of an earlier report
/// stay.
Result<void> publish(const std::filesystem::path& folder, const std::vector<NamedBytes>& files);

} // namespace worklines::commands
