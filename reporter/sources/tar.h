// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts as members of a tar, read where they are: nothing is ever written to the disk.
#pragma once

#include "reporter/sources/options.h"
#include "reporter/sources/stream.h"

namespace worklines::sources {

/// `stream` stands at the first member. What is read before a damage counts; the damage is noted.
Result<void> read_tar(Stream& stream, const std::string& name, const Options& options, const Sink& sink,
                      Report& report);

} // namespace worklines::sources
