// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/portrait/waits.h"

#include <algorithm>

namespace worklines::portrait {
namespace {

struct Size {
    std::int64_t from_cpus;
    const char* name;
};
constexpr std::array<Size, 4> sizes{{{1, "1 cpu"}, {2, "2-7 cpus"}, {8, "8-31 cpus"}, {32, "32+ cpus"}}};

std::size_t size_of(std::int64_t cpus) {
    std::size_t size = 0;
    while (size + 1 < sizes.size() && sizes[size + 1].from_cpus <= cpus)
        ++size;
    return size;
}

} // namespace

void Waits::add(std::int64_t cpus, std::int64_t seconds) { seconds_[size_of(cpus)].push_back(seconds); }

std::vector<Wait> Waits::by_size() {
    std::vector<Wait> waits;
    for (std::size_t size = 0; size < sizes.size(); ++size) {
        std::vector<std::int64_t>& seconds = seconds_[size];
        if (seconds.empty()) continue;
        std::sort(seconds.begin(), seconds.end());
        const std::size_t runs = seconds.size();
        waits.push_back({sizes[size].name, runs, seconds[runs / 2], seconds[runs * 9 / 10], seconds.back()});
    }
    return waits;
}

} // namespace worklines::portrait
