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

    /// Submit times of records and times of snapshots that were added and not yet joined; goes into the facts with
    /// the commit, so that an interrupted run does not forget them.
    struct Span {
        std::int64_t from, to; ///< seconds, inclusive
    };
    std::optional<Span> added;
    void note_added(std::int64_t time_s);
    std::optional<Span> unjoined(); ///< of earlier commits
    void store_added();
    void clear_unjoined();

    std::optional<std::int64_t> first_snapshot();
    std::optional<std::string> fact(const std::string& name);
    void set_fact(const std::string& name, const std::string& value);

    /// What is remembered of rows that a rollback has taken back.
    void forget();
};

/// SQL of one value: `column` (`script`, `source`) of the row of script_by_id that fits record `r` with request
/// `q`; NULL: none does.
std::string fitting_by_id(std::string_view column);

} // namespace worklines::archive
