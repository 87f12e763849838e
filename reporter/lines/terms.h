// SPDX-License-Identifier: GPL-2.0-or-later
// What scripts say, as numbers.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace worklines::lines {

/// Gives each text a number, in order of first appearance.
class TermPool {
  public:
    std::uint32_t number(std::string_view text);
    std::string_view text(std::uint32_t number) const { return texts_[number]; }
    std::size_t size() const { return texts_.size(); }

  private:
    std::deque<std::string> texts_; ///< does not move what is in it
    std::unordered_map<std::string_view, std::uint32_t> numbers_;
};

/// The words of a script in small letters, comments included, directives not. A word is letters, without the digits
/// at its end, three or more. Called once for each appearance.
void each_word(std::string_view script, const std::function<void(std::string_view)>& take);

} // namespace worklines::lines
