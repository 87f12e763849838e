// SPDX-License-Identifier: GPL-2.0-or-later
// Accounting of a busy cluster, made up: what sacct -a -D would print. The same numbers give the same bytes.
#pragma once

#include "reporter/accounting/input.h"

#include <cstdint>
#include <string>

namespace worklines::bench {

struct DumpShape {
    std::string delimiter =
        "|";             ///< one of several characters stands behind the last column too, as in our own runs
    bool epochs = false; ///< times as seconds, else local
    bool steps = true;   ///< two rows a job more, with what they measured
};

std::string dump_header(const DumpShape& shape);
/// Rows of `jobs` jobs with ids from `first_id` on, evenly submitted in [from_s, from_s + span_s): plain jobs and
/// arrays of twenty, some requeued, some cancelled while they waited; of 200 people.
std::string dump_rows(const DumpShape& shape, std::int64_t first_id, std::int64_t jobs, std::int64_t from_s,
                      std::int64_t span_s);

/// The same jobs, each with a step, as data_parser writes them, with a comma behind each.
std::string json_jobs(std::int64_t jobs, std::int64_t from_s);

/// `header`, then `block` as often as asked for, and `footer`.
accounting::Source repeated(const std::string& header, const std::string& block, std::uint64_t times,
                            const std::string& footer = "");

/// Peak of this process's resident memory since the last call of reset_peak(), in MiB; not a number where the
/// kernel does not tell.
double peak_mib();
void reset_peak();

} // namespace worklines::bench
