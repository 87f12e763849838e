// SPDX-License-Identifier: GPL-2.0-or-later
// Bytes from somewhere, a window of them at a time.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace worklines::accounting {

/// Fills the buffer as far as it likes; 0 bytes: the end.
using Source = std::function<Result<std::size_t>(char* buffer, std::size_t size)>;

/// Reads a descriptor that stays open meanwhile; `name` is for errors.
Source descriptor_source(int descriptor, std::string name);

/// The unread part of a source. Views from rest() end with the next call of more() or consume().
class Input {
  public:
    explicit Input(Source source) : source_(std::move(source)) {}

    std::string_view rest() const { return std::string_view(buffer_).substr(begin_, end_ - begin_); }
    void consume(std::size_t bytes) { begin_ += bytes; }
    /// Reads on behind rest(). False at the end, or after an error, which then is in error().
    bool more();
    const std::optional<Error>& error() const { return error_; }

  private:
    Source source_;
    std::string buffer_;
    std::size_t begin_ = 0, end_ = 0;
    bool ended_ = false;
    std::optional<Error> error_;
};

} // namespace worklines::accounting
