// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts as files in a folder and those in it.
#pragma once

#include "reporter/sources/options.h"

namespace worklines::sources {

/// `descriptor`: the open folder, which this closes. No link is followed, also none that appears meanwhile.
Result<void> read_folder(int descriptor, const std::string& name, const Options& options, const Sink& sink,
                         Report& report);

} // namespace worklines::sources
