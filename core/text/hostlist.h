// SPDX-License-Identifier: GPL-2.0-or-later
// Slurm's hostlists: `n[1-3,07-09],gpu01`, several brackets in a name too.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::text {

/// The names in order, as written: a range keeps its leading zeros. Empty optional: not a hostlist, or more than
/// `most`.
std::optional<std::vector<std::string>> expand_hostlist(std::string_view list, std::size_t most = 65536);

/// Numbers of an array as typed: `0-31:2%4`, `1,3,7`. How many tasks; empty: not an array's shape.
std::optional<std::size_t> array_size(std::string_view shape);

} // namespace worklines::text
