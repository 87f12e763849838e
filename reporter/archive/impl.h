// SPDX-License-Identifier: GPL-2.0-or-later
// The archive's inside, for archive and join only.
#pragma once

#include "reporter/archive/archive.h"
#include "reporter/archive/interned.h"
#include "reporter/archive/records.h"
#include "reporter/archive/scripts.h"
#include "reporter/archive/snapshots.h"
#include "reporter/archive/sqlite.h"

namespace worklines::archive {

struct Archive::Impl {
    explicit Impl(Database opened);

    Database db; ///< first: the others hold its statements
    Texts texts;
    Allocations allocations;
    Requests requests;
    Scripts scripts;
    Records records;
    Snapshots snapshots;
    Statement keep_by_id;

    /// What is remembered of rows that a rollback has taken back.
    void forget();
};

} // namespace worklines::archive
