// SPDX-License-Identifier: GPL-2.0-or-later
// Runs sacct: all users, all runs of requeued jobs, epoch times, a delimiter that nothing in the output can hold.
#pragma once

#include "core/result.h"
#include "reporter/accounting/dump.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace worklines::accounting {

class Sacct {
  public:
    /// Asks the sacct in PATH which fields it knows: an unknown one would make it print nothing at all.
    static Result<Sacct> find(const std::string& program = "sacct");

    /// Called before each window: what is asked for. All before `from` has gone to the sink. An error ends it.
    using OnWindow = std::function<Result<void>(std::int64_t from, std::int64_t to)>;

    /// Records that were eligible before `to` and had not ended before `from`, in windows one after another, since
    /// a wide one times out or is refused. A record over a border comes twice.
    Result<Report> read(std::int64_t from, std::int64_t to, const RecordSink& sink, const OnWindow& on_window);
    /// All records of these ids, whenever they were.
    Result<Report> read_jobs(std::span<const std::int64_t> ids, const RecordSink& sink);

  private:
    Sacct(std::string program, std::string fields) : program_(std::move(program)), fields_(std::move(fields)) {}
    Result<Report> run(const std::vector<std::string>& selection, const RecordSink& sink);

    std::string program_, fields_;
};

/// Adds what another dump's report counts.
void add(Report& sum, const Report& report);

} // namespace worklines::accounting
