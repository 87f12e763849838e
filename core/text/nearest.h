// SPDX-License-Identifier: GPL-2.0-or-later
// Which known word a person most likely meant.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string_view>

namespace worklines::text {

/// Edits from one word to the other: insert, remove, replace, swap of neighbours.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The nearest of `known`, if it is near enough to be meant. The first wins where several are equally near.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> known);

} // namespace worklines::text
