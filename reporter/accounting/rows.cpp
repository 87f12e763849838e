// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/rows.h"

#include "core/text/moment.h"
#include "reporter/accounting/job.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace worklines::accounting {
namespace {

constexpr std::size_t longest_row = 8 << 20; // a submit line has 2 MiB at most
constexpr std::uint64_t most_lines = 10'000; // of one row, each newline inside a name or submit line
constexpr std::size_t most_skipped = 1000;
constexpr std::size_t header_tries = 20;
constexpr std::size_t most_extra = 200;

constexpr std::array<std::string_view, 6> fault_texts{
    "the last line is cut off",
    "columns are missing",
    "there are more columns than the header names",
    "no job id where one must be",
    "no time of submission that can be read",
    "longer than any row of sacct",
};

std::size_t find(std::string_view text, std::string_view wanted, std::size_t from) {
    while (from < text.size()) {
        const void* const at = std::memchr(text.data() + from, wanted.front(), text.size() - from);
        if (at == nullptr) break;
        const auto found = static_cast<std::size_t>(static_cast<const char*>(at) - text.data());
        if (wanted.size() == 1 || text.substr(found, wanted.size()) == wanted) return found;
        from = found + 1;
    }
    return std::string_view::npos;
}

bool looks_like_time(std::string_view text) {
    if (text.empty() || text == "Unknown" || text == "None") return true;
    const bool digits = std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
    return digits || text::parse_moment(text, text::Zone::utc());
}

bool looks_like_number(std::string_view text) {
    if (text.starts_with('-')) text.remove_prefix(1); // an absurd elapsed time is a number all the same
    return std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool looks_like_state(std::string_view text) {
    return text.empty() || (text.front() >= 'A' && text.front() <= 'Z');
}

struct Shape {
    Column column;
    bool (*fits)(std::string_view);
};

/// What tells whether columns are shifted.
constexpr std::array<Shape, 10> shapes{{
    {Column::submit, looks_like_time},
    {Column::eligible, looks_like_time},
    {Column::start, looks_like_time},
    {Column::end, looks_like_time},
    {Column::elapsed_raw, looks_like_number},
    {Column::uid, looks_like_number},
    {Column::alloc_cpus, looks_like_number},
    {Column::nnodes, looks_like_number},
    {Column::restarts, looks_like_number},
    {Column::state, looks_like_state},
}};

} // namespace

std::string_view fault_text(Fault fault) { return fault_texts[static_cast<std::size_t>(fault)]; }

void Rows::skip(Fault fault) {
    ++skipped_count_;
    if (skipped_.size() < most_skipped) skipped_.push_back({line_, fault});
}

/// Offset of the newline at or after `from`; where the input ends first, its size, and `ended` is set.
std::size_t Rows::find_line_end(std::size_t from, bool& ended) {
    while (true) {
        const std::size_t end = input_.rest().find('\n', from);
        if (end != std::string_view::npos) return end;
        from = std::max(from, input_.rest().size());
        if (input_.rest().size() > longest_row || !input_.more()) {
            ended = true;
            return input_.rest().size();
        }
    }
}

Result<Layout> Rows::read_header() {
    std::optional<Error> first;
    for (std::size_t i = 0; i < header_tries; ++i) {
        bool ended = false;
        const std::size_t end = find_line_end(0, ended);
        if (input_.error()) return *input_.error();
        if (ended && end == 0) break;
        std::string_view line = input_.rest().substr(0, end);
        if (i == 0 && line.starts_with("\xef\xbb\xbf")) line.remove_prefix(3);
        auto layout = parse_header(line, delimiter_);
        if (layout) {
            layout_ = std::move(*layout);
            width_ = layout_.columns + (layout_.trailing ? 1 : 0);
            drop(end + (ended ? 0 : 1), 1);
            return layout_;
        }
        if (!first) first = layout.error();
        drop(end + (ended ? 0 : 1), 1);
        if (ended) break;
    }
    if (!first) return Error{"the dump is empty", "", "make it with `sacct -a -D -P -o JobID,JobIDRaw,Submit,...`"};
    return *first;
}

void Rows::drop(std::size_t bytes, std::uint64_t lines) {
    input_.consume(bytes);
    next_line_ += lines;
}

Result<bool> Rows::next() {
    input_.consume(used_);
    used_ = 0;
    while (!input_.rest().empty() || input_.more()) {
        line_ = next_line_;
        if (layout_.delimiter.size() > 1 && layout_.trailing ? take_counted() : take_lines()) return true;
    }
    if (input_.error()) return *input_.error();
    return false;
}

/// A row is as many delimiters as there are columns, and a newline.
bool Rows::take_counted() {
    pieces_.clear();
    std::size_t at = 0;
    while (pieces_.size() < layout_.columns) {
        const std::size_t end = find(input_.rest(), layout_.delimiter, at);
        if (end != std::string_view::npos) {
            pieces_.push_back({at, end});
            at = end + layout_.delimiter.size();
        } else if (input_.rest().size() > longest_row || !input_.more()) {
            const bool blank = input_.rest().find_first_not_of("\r\n") == std::string_view::npos;
            if (!blank) skip(input_.rest().size() > longest_row ? Fault::too_long : Fault::cut);
            drop(input_.rest().size(), 1);
            return false;
        }
    }
    bool ended = false;
    const std::size_t end = find_line_end(at, ended);
    const auto rest = input_.rest();
    const auto inside =
        static_cast<std::uint64_t>(std::count(rest.begin(), rest.begin() + static_cast<long>(end), '\n'));
    const std::string_view behind = rest.substr(at, end - at);
    const std::size_t used = end + (ended ? 0 : 1);
    use_pieces();
    if ((!behind.empty() && behind != "\r") || !parse_job_id(field(Column::job_id))) {
        skip(behind.empty() ? Fault::no_job_id : Fault::many_columns);
        drop(used, inside + 1);
        return false;
    }
    used_ = used;
    next_line_ += inside + 1;
    return true;
}

/// A row is a line, and the lines behind it that cannot begin a row of their own.
bool Rows::take_lines() {
    bool ended = false;
    std::size_t end = find_line_end(0, ended);
    if (end == 0 || (end == 1 && input_.rest().front() == '\r')) {
        drop(end + (ended ? 0 : 1), 1);
        return false;
    }
    pieces_.clear();
    split(0, end);
    if (!join_lines(end, ended)) return false;

    const std::size_t used = end + (ended ? 0 : 1);
    const bool last_is_text = !layout_.free_text.empty() && layout_.free_text.back() + 1 == layout_.columns;
    if (ended && !layout_.trailing && !last_is_text && layout_.columns > 1) {
        skip(Fault::cut); // a number without its last digits would look like another number
        drop(used, 0);
        return false;
    }
    const std::string_view last =
        input_.rest().substr(pieces_.back().begin, pieces_.back().end - pieces_.back().begin);
    if (layout_.crlf && last.ends_with('\r')) --pieces_.back().end;
    const bool fits = fit_columns();
    if (!fits || !parse_job_id(field(Column::job_id))) {
        const bool header_again = fits && field(Column::job_id) == info(Column::job_id).name;
        if (!header_again) skip(fits ? Fault::no_job_id : Fault::many_columns);
        drop(used, 0);
        return false;
    }
    used_ = used;
    return true;
}

/// Extends the row in `pieces_` over the lines that belong to it. Counts its lines. False: it was no row, and is
/// dropped.
bool Rows::join_lines(std::size_t& end, bool& ended) {
    const bool last_is_text =
        !layout_.trailing && !layout_.free_text.empty() && layout_.free_text.back() + 1 == layout_.columns;
    const bool begins = starts_row(0, end);
    std::uint64_t lines = 1;
    while (pieces_.size() < width_ || (last_is_text && !ended)) {
        const bool complete = pieces_.size() >= width_;
        const bool at_end = ended || (end + 1 == input_.rest().size() && !input_.more());
        if (complete && at_end) break;
        if (!begins || at_end || lines == most_lines) {
            skip(at_end && begins ? Fault::cut : Fault::few_columns);
            drop(end + (ended ? 0 : 1), lines);
            return false;
        }
        bool next_ended = false;
        const std::size_t next_end = find_line_end(end + 1, next_ended);
        if (starts_row(end + 1, next_end)) {
            if (complete) break;
            skip(Fault::few_columns);
            drop(end + 1, lines);
            return false;
        }
        const std::size_t open = pieces_.back().begin; // its last field goes on behind the newline
        pieces_.pop_back();
        split(open, next_end);
        end = next_end;
        ended = next_ended;
        ++lines;
    }
    next_line_ += lines;
    return true;
}

bool Rows::starts_row(std::size_t begin, std::size_t end) const {
    std::string_view line = input_.rest().substr(begin, end - begin);
    for (std::size_t column = 0; column < layout_.of(Column::job_id); ++column) {
        const std::size_t at =
            layout_.delimiter.empty() ? std::string_view::npos : find(line, layout_.delimiter, 0);
        if (at == std::string_view::npos) return false;
        line.remove_prefix(at + layout_.delimiter.size());
    }
    const std::string_view id =
        line.substr(0, layout_.delimiter.empty() ? line.size() : line.find(layout_.delimiter));
    return parse_job_id(id.ends_with('\r') ? id.substr(0, id.size() - 1) : id) || id == info(Column::job_id).name;
}

void Rows::split(std::size_t begin, std::size_t end) {
    const std::string_view text = input_.rest().substr(0, end);
    while (true) {
        const std::size_t at =
            layout_.delimiter.empty() ? std::string_view::npos : find(text, layout_.delimiter, begin);
        if (at == std::string_view::npos) break;
        pieces_.push_back({begin, at});
        begin = at + layout_.delimiter.size();
    }
    pieces_.push_back({begin, end});
}

void Rows::use_pieces() {
    const std::string_view rest = input_.rest();
    fields_.clear();
    for (const Piece& piece : pieces_)
        fields_.push_back(rest.substr(piece.begin, piece.end - piece.begin));
}

/// Where delimiters stand inside a text there are more pieces than columns: one text column takes all that is too
/// many, the first with which every other column holds what it can hold.
bool Rows::fit_columns() {
    use_pieces();
    if (pieces_.size() == width_) return true;
    const std::size_t extra = pieces_.size() - width_;
    if (extra > most_extra) return false;
    for (const std::size_t at : layout_.free_text) {
        if (!plausible(at, extra)) continue;
        const auto merged = pieces_.begin() + static_cast<std::ptrdiff_t>(at);
        merged->end = (merged + static_cast<std::ptrdiff_t>(extra))->end;
        pieces_.erase(merged + 1, merged + 1 + static_cast<std::ptrdiff_t>(extra));
        use_pieces();
        return true;
    }
    return false;
}

bool Rows::plausible(std::size_t merged_at, std::size_t extra) const {
    return std::all_of(shapes.begin(), shapes.end(), [&](const Shape& shape) {
        const std::size_t at = layout_.of(shape.column);
        return at == Layout::absent || shape.fits(fields_[at > merged_at ? at + extra : at]);
    });
}

} // namespace worklines::accounting
