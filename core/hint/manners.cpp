// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/manners.h"

#include "core/script/hash64.h"

#include <algorithm>

namespace worklines::hint {
namespace {

std::uint64_t hash_of(const std::string& slug) {
    script::Hash64 hash;
    hash.bytes(slug);
    return hash.value();
}

} // namespace

bool Manners::may_speak(std::uint32_t uid, std::int64_t now_s) {
    const std::scoped_lock lock(mutex_);
    Times& times = submissions_[uid];
    times.at.at(times.count++ % loop_of) = now_s; // the next place in the ring has the oldest now
    const bool loop = times.count >= loop_of && now_s - times.at.at(times.count % loop_of) < loop_s;
    return !loop;
}

std::vector<Hint> Manners::choose(std::uint32_t uid, std::vector<Hint> hints, std::int64_t now_s) {
    std::ranges::sort(hints, [](const Hint& a, const Hint& b) {
        return std::pair(-a.stake, std::string_view(a.slug)) < std::pair(-b.stake, std::string_view(b.slug));
    });
    const std::scoped_lock lock(mutex_);
    std::erase_if(hints, [&](const Hint& hint) {
        const std::int64_t* told = told_.find({uid, hash_of(hint.slug)});
        return told != nullptr && now_s - *told < quiet_s_;
    });
    if (hints.size() > most_lines) hints.resize(most_lines);
    for (const Hint& hint : hints)
        told_[{uid, hash_of(hint.slug)}] = now_s;
    return hints;
}

} // namespace worklines::hint
