// SPDX-License-Identifier: GPL-2.0-or-later
// The columns of sacct that are read, and which a dump has, by its header.
#pragma once

#include "core/result.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::accounting {

enum class Column : std::uint8_t {
    job_id,
    job_id_raw,
    cluster,
    user,
    uid,
    account,
    partition,
    qos,
    submit,
    eligible,
    start,
    end,
    elapsed_raw,
    elapsed,
    timelimit_raw,
    timelimit,
    state,
    req_cpus,
    alloc_cpus,
    req_mem,
    req_tres,
    alloc_tres,
    req_gres,
    alloc_gres,
    nnodes,
    node_list,
    ntasks,
    max_rss,
    total_cpu,
    usage_max,
    usage_tot,
    restarts,
    reason,
    job_name,
    work_dir,
    submit_line,
    admin_comment,
    count_,
};

inline constexpr std::size_t column_count = static_cast<std::size_t>(Column::count_);

struct ColumnInfo {
    std::string_view name;        ///< as sacct spells it
    bool asked = true;            ///< when we run sacct: the other is the better spelling of the same
    std::string_view consequence; ///< of its absence; empty: not worth a word
};

const ColumnInfo& info(Column column);

/// Text that people make up: it may hold delimiters and newlines. True for columns that we do not read, too.
bool is_free_text(std::string_view name);

/// How the fields of a dump lie.
struct Layout {
    static constexpr std::size_t absent = SIZE_MAX;

    std::string delimiter;
    bool trailing = false; ///< a delimiter stands behind the last column, too (sacct -p)
    bool crlf = false;
    std::size_t columns = 0;
    std::array<std::size_t, column_count> index{}; ///< of each column in a row, or `absent`
    std::vector<std::size_t> free_text;            ///< indices of columns that may hold anything
    std::string header;

    std::size_t of(Column column) const { return index[static_cast<std::size_t>(column)]; }
    bool has(Column column) const { return of(column) != absent; }
};

/// Reads a header line. `delimiter` empty: found between the first two columns. Error: not a dump's header, or the
/// columns without which nothing can be counted are missing.
Result<Layout> parse_header(std::string_view line, std::string_view delimiter);

/// Names of missing columns with what that means, in the order of the table.
std::vector<std::string> missing(const Layout& layout);

} // namespace worklines::accounting
