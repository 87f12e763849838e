// SPDX-License-Identifier: GPL-2.0-or-later
// How long jobs waited, by size of what they asked for.
#pragma once

#include "reporter/portrait/portrait.h"

#include <array>
#include <cstdint>
#include <vector>

namespace worklines::portrait {

class Waits {
  public:
    void add(std::int64_t cpus, std::int64_t seconds);
    /// The smallest size first; sizes that nobody asked for are left out.
    std::vector<Wait> by_size();

  private:
    std::array<std::vector<std::int64_t>, 4> seconds_;
};

} // namespace worklines::portrait
