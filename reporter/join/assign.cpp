// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/join/assign.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <tuple>
#include <unordered_map>

namespace worklines::join {
namespace {

constexpr std::int64_t microseconds = 1'000'000;
constexpr std::int64_t same_moment_s = 2; // nearer in time than that, order is all that tells

/// Which fields a comparison can use: those that accounting has of this submission.
enum Field : unsigned { uid = 1, name = 2, folder = 4, line = 8 };

unsigned fields_of(const Identity& identity) {
    return (identity.uid ? uid : 0u) | (identity.name ? name : 0u) | (identity.folder ? folder : 0u) |
           (identity.line ? line : 0u);
}

std::uint64_t key_of(const Identity& identity, unsigned fields) {
    std::uint64_t key = static_cast<std::uint64_t>(identity.cluster);
    const auto mix = [&](std::uint64_t value) { key = (key ^ value) * 0x9e3779b97f4a7c15 + (key >> 29); };
    mix(fields & uid ? identity.uid.value_or(UINT64_MAX) : 0);
    mix(fields & name ? identity.name.value_or(0) : 0);
    mix(fields & folder ? identity.folder.value_or(0) : 0);
    mix(fields & line ? identity.line.value_or(0) : 0);
    mix(identity.is_array);
    mix(static_cast<std::uint64_t>(identity.het_offset.value_or(-1)));
    return key;
}

/// How much of the request must be equal. Slurm may raise CPUs to what memory or whole nodes take, and a limit can
/// be changed before the job ends up in accounting, so that less has to do where nothing fits wholly.
enum class Strictness : std::uint8_t { all, limit, none };

bool fits(const Captured& c, const Submitted& s, Strictness strictness) {
    if (strictness == Strictness::none) return true;
    if (strictness == Strictness::all && c.cpus && s.cpus && *c.cpus != *s.cpus) return false;
    if (!c.limit_min || s.limit.kind == accounting::Limit::Kind::unknown) return true;
    if (s.limit.kind == accounting::Limit::Kind::unlimited) return *c.limit_min == no_limit;
    return s.limit.kind == accounting::Limit::Kind::minutes && *c.limit_min == s.limit.minutes;
}

/// Snapshots and submissions that agree in all that can be compared, both in order of time.
class Bucket {
  public:
    Bucket(const std::vector<Captured>& captured, const std::vector<Submitted>& submitted, std::vector<bool>& used,
           std::vector<Assigned>& result)
        : captured_(captured), submitted_(submitted), used_(used), result_(result) {}

    std::vector<std::size_t> snapshots, submissions; ///< indices

    void settle(const Tolerance& tolerance) {
        link_free();
        for (const Strictness strictness : {Strictness::all, Strictness::limit, Strictness::none})
            for (const std::int64_t early_s : {std::int64_t{0}, tolerance.early_s})
                take_latest(strictness, early_s, tolerance.late_s);
    }

  private:
    /// The latest submission first, each with the latest free snapshot that can be its own. As windows are equally
    /// long, this finds as many pairs as there can be, in order, and with the shortest delays: of two tries of
    /// which the first was refused, the second is the one that became the job.
    void take_latest(Strictness strictness, std::int64_t early_s, std::int64_t late_s) {
        for (std::size_t at = submissions.size(); at-- > 0;) {
            Assigned& result = result_[submissions[at]];
            if (result.captured) continue;
            const Submitted& submission = submitted_[submissions[at]];
            const std::int64_t latest_us = (submission.submit + early_s + 1) * microseconds - 1;
            const std::int64_t earliest_us = (submission.submit - late_s) * microseconds;
            for (std::size_t i = free_before(count_until(latest_us)); i > 0; i = free_before(i - 1)) {
                const Captured& snapshot = captured_[snapshots[i - 1]];
                if (snapshot.time_us < earliest_us) break;
                if (!fits(snapshot, submission, strictness)) continue;
                if (strictness == Strictness::none && !is_only_choice(i, at, earliest_us)) {
                    result.evidence = Evidence::ambiguous;
                    break;
                }
                result = {snapshots[i - 1],
                          is_tie(i, submission, strictness) ? Evidence::snapshot_tie : Evidence::snapshot};
                used_[snapshots[i - 1]] = true;
                free_[i] = i - 1;
                break;
            }
        }
    }

    std::size_t count_until(std::int64_t time_us) const {
        const auto after =
            std::upper_bound(snapshots.begin(), snapshots.end(), time_us,
                             [&](std::int64_t time, std::size_t i) { return time < captured_[i].time_us; });
        return static_cast<std::size_t>(after - snapshots.begin());
    }

    /// Positions count from 1, so that 0 is "none". free_[i] leads from a used one to the next free one before it.
    void link_free() {
        free_.resize(snapshots.size() + 1);
        for (std::size_t i = 0; i < free_.size(); ++i)
            free_[i] = i > 0 && used_[snapshots[i - 1]] ? i - 1 : i;
    }
    std::size_t free_before(std::size_t i) {
        while (free_[i] != i)
            i = free_[i] = free_[free_[i]];
        return i;
    }

    /// No other free snapshot before this one, and no other submission left at the same moment.
    bool is_only_choice(std::size_t i, std::size_t at, std::int64_t earliest_us) {
        const std::size_t before = free_before(i - 1);
        if (before > 0 && captured_[snapshots[before - 1]].time_us >= earliest_us) return false;
        const auto competes = [&](std::size_t other) {
            return !result_[submissions[other]].captured &&
                   std::abs(submit_at(other) - submit_at(at)) <= same_moment_s;
        };
        return !(at > 0 && competes(at - 1)) && !(at + 1 < submissions.size() && competes(at + 1));
    }
    std::int64_t submit_at(std::size_t at) const { return submitted_[submissions[at]].submit; }

    bool is_tie(std::size_t i, const Submitted& submission, Strictness strictness) const {
        const std::int64_t time_us = captured_[snapshots[i - 1]].time_us;
        const auto equals = [&](std::size_t position) {
            if (position < 1 || position > snapshots.size()) return false;
            const Captured& other = captured_[snapshots[position - 1]];
            return std::abs(other.time_us - time_us) <= same_moment_s * microseconds &&
                   fits(other, submission, strictness);
        };
        return equals(i - 1) || equals(i + 1);
    }

    const std::vector<Captured>& captured_;
    const std::vector<Submitted>& submitted_;
    std::vector<bool>& used_;
    std::vector<Assigned>& result_;
    std::vector<std::size_t> free_;
};

template <class T, class Before>
std::vector<std::size_t> order_of(const std::vector<T>& all, Before before) {
    std::vector<std::size_t> order(all.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return before(all[a], all[b]); });
    return order;
}

} // namespace

std::vector<Assigned> assign(const std::vector<Captured>& captured, const std::vector<Submitted>& submitted,
                             const Tolerance& tolerance) {
    std::vector<Assigned> result(submitted.size());
    std::vector<bool> used(captured.size());
    const auto snapshots = order_of(captured, [](const Captured& a, const Captured& b) {
        return std::tie(a.time_us, a.id) < std::tie(b.time_us, b.id);
    });
    // Clusters in one order of ids each: a het job's components have one parent and are told apart by their key.
    const auto submissions = order_of(submitted, [](const Submitted& a, const Submitted& b) {
        return std::tie(a.submit, a.parent, a.identity.het_offset) <
               std::tie(b.submit, b.parent, b.identity.het_offset);
    });
    std::map<unsigned, std::vector<std::size_t>, std::greater<>> by_fields; // those that say most come first
    for (const std::size_t i : submissions)
        by_fields[fields_of(submitted[i].identity)].push_back(i);

    for (const auto& [fields, some] : by_fields) {
        std::unordered_map<std::uint64_t, Bucket> buckets;
        const auto bucket = [&](std::uint64_t key) {
            return buckets.try_emplace(key, captured, submitted, used, result).first;
        };
        for (const std::size_t i : some)
            bucket(key_of(submitted[i].identity, fields))->second.submissions.push_back(i);
        for (const std::size_t i : snapshots)
            if (const auto wanted = buckets.find(key_of(captured[i].identity, fields)); wanted != buckets.end())
                wanted->second.snapshots.push_back(i);
        for (auto& [key, one] : buckets)
            one.settle(tolerance);
    }
    return result;
}

} // namespace worklines::join
