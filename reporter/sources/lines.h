// SPDX-License-Identifier: GPL-2.0-or-later
// Lines of any length from a source, of which only those up to a limit are held.
#pragma once

#include "reporter/accounting/input.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace worklines::sources {

struct Line {
    std::string_view text; ///< without its newline; valid until the next call
    std::uint64_t number;  ///< from 1
    bool too_long = false; ///< `text` is a part of it
    bool ended = true;     ///< by a newline; false: the source ends without one
};

class Lines {
  public:
    /// A longer line than `limit` bytes is told, not held.
    Lines(accounting::Source source, std::size_t limit) : input_(std::move(source)), limit_(limit) {}

    /// Nothing: the end, or an error, which then is in error().
    std::optional<Line> next();
    const std::optional<Error>& error() const { return input_.error(); }

  private:
    std::optional<Line> rest_of_long_one();

    accounting::Input input_;
    std::size_t limit_;
    std::size_t taken_ = 0; ///< of the input by the line that was returned last
    std::uint64_t number_ = 0;
};

} // namespace worklines::sources
