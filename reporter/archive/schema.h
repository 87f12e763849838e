// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "reporter/archive/sqlite.h"

#include <filesystem>

namespace worklines::archive {

inline constexpr std::int64_t application_id =
    0x574b4c4e; ///< "WKLN", in the file's header: file(1) and we know it by that

/// Makes an empty file that only its owner can read, if there is none. Throws Failure: also if it is a symbolic
/// link.
void create_file(const std::filesystem::path& file);

/// Makes the tables in an empty file, or brings older ones up to date. Throws Failure: not ours, or newer than we
/// are.
void migrate(Database& db, const std::filesystem::path& file);

/// Throws Failure unless the tables are those of this version.
void require_current(const Database& db, const std::filesystem::path& file);

} // namespace worklines::archive
