// SPDX-License-Identifier: GPL-2.0-or-later
// When a person may be spoken to, and how much is said. Holds a bounded memory of whom was told what; safe in
// several threads.
#pragma once

#include "core/hint/engine.h"
#include "core/hint/recent.h"

#include <array>
#include <cstdint>
#include <mutex>
#include <utility>
#include <vector>

namespace worklines::hint {

class Manners {
  public:
    static constexpr std::size_t most_lines = 3;
    /// The eighth submission within a minute is taken for a loop, and so is every one until it pauses.
    static constexpr std::size_t loop_of = 8;
    static constexpr std::int64_t loop_s = 60;

    explicit Manners(std::int64_t quiet_s) : quiet_s_(quiet_s) {}

    /// To be called for every submission. False: this one is part of a loop; say nothing.
    bool may_speak(std::uint32_t uid, std::int64_t now_s);

    /// Those to show, the most useful first; they stay away for the quiet time from now on.
    std::vector<Hint> choose(std::uint32_t uid, std::vector<Hint> hints, std::int64_t now_s);

  private:
    struct Times {
        std::array<std::int64_t, loop_of> at{}; ///< of the last submissions, a ring
        std::size_t count = 0;
    };

    const std::int64_t quiet_s_;
    std::mutex mutex_;
    Recent<std::uint32_t, Times> submissions_{4096};
    Recent<std::pair<std::uint32_t, std::uint64_t>, std::int64_t> told_{65536}; ///< by person and slug's hash
};

} // namespace worklines::hint
