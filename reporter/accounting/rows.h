// SPDX-License-Identifier: GPL-2.0-or-later
// A dump's rows, field by field. sacct escapes nothing: names and submit lines may hold delimiters and newlines.
// With a delimiter of several characters, made for the occasion, delimiters are counted; with a single character a
// row is made of lines, and what does not add up is settled by where a row can begin and what its columns can hold.
#pragma once

#include "reporter/accounting/columns.h"
#include "reporter/accounting/input.h"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace worklines::accounting {

/// Why something of a dump does not count.
enum class Fault : std::uint8_t { cut, few_columns, many_columns, no_job_id, no_time, too_long };
std::string_view fault_text(Fault fault);

struct Skipped {
    std::uint64_t line; ///< the first of the row
    Fault fault;
};

class Rows {
  public:
    /// `delimiter` empty: found in the header.
    explicit Rows(Source source, std::string_view delimiter) : input_(std::move(source)), delimiter_(delimiter) {}

    /// Comes first. Skips a byte order mark and up to 20 lines of noise before the header.
    Result<Layout> read_header();
    /// Advances to the next intact row; false at the end. Error: reading failed.
    Result<bool> next();

    std::string_view field(Column column) const {
        const std::size_t at = layout_.of(column);
        return at == Layout::absent ? std::string_view{} : fields_[at];
    }
    std::uint64_t line() const { return line_; }
    std::uint64_t lines_read() const { return next_line_ - 1; }
    void skip(Fault fault); ///< for the current row, too, by who finds out more
    std::span<const Skipped> skipped() const { return skipped_; } ///< the first thousand
    std::uint64_t skipped_count() const { return skipped_count_; }

  private:
    struct Piece {
        std::size_t begin, end; ///< in the input's rest
    };

    bool take_counted();
    bool take_lines();
    bool join_lines(std::size_t& end, bool& ended);
    bool fit_columns();
    bool plausible(std::size_t merged_at, std::size_t extra) const;
    bool starts_row(std::size_t begin, std::size_t end) const;
    std::size_t find_line_end(std::size_t from, bool& ended);
    void split(std::size_t begin, std::size_t end);
    void use_pieces();
    void drop(std::size_t bytes, std::uint64_t lines);

    Input input_;
    std::string delimiter_;
    Layout layout_;
    std::size_t width_ = 0; ///< pieces of a row of lines
    std::vector<Piece> pieces_;
    std::vector<std::string_view> fields_;
    std::size_t used_ = 0; ///< bytes of the current row, consumed when the next is asked for
    std::uint64_t line_ = 0, next_line_ = 1;
    std::vector<Skipped> skipped_;
    std::uint64_t skipped_count_ = 0;
};

} // namespace worklines::accounting
