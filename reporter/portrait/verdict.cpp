// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/portrait/verdict.h"

#include <algorithm>
#include <optional>

namespace worklines::portrait {
namespace {

using accounting::Limit;
using accounting::State;

constexpr std::int64_t day_s = 86400;
constexpr std::int64_t year_s = 366 * day_s;

/// Empty: none that we know, so nothing is beyond it.
std::optional<std::int64_t> limit_s(const Limit& limit) {
    if (limit.kind != Limit::Kind::minutes || limit.minutes <= 0) return std::nullopt; // --time=0 asks for none
    return std::min<std::int64_t>(limit.minutes, UINT32_MAX) * 60;
}

bool ended_before_start(State state) {
    return state == State::cancelled || state == State::deadline || state == State::revoked;
}

/// Empty: over, and nothing tells when it ended.
std::optional<std::int64_t> elapsed_of(const join::Run& run, const Span& span) {
    if (run.elapsed_s) return run.elapsed_s;
    if (run.end) return *run.end - *run.start;
    if (run.state == State::running) return std::max<std::int64_t>(0, span.known_until_s - *run.start);
    return std::nullopt;
}

/// `run` has a start by accounting.
bool has_started(const join::Run& run, const std::optional<std::int64_t>& elapsed) {
    if (run.state == State::pending) return false;
    if (elapsed != 0) return true;
    if (run.alloc_cpus == 0) return false;
    // Before Slurm 23.02.5 AllocCPUS shows the request of a job that was cancelled while it waited.
    return !(ended_before_start(run.state) && run.nodes == 0);
}

bool is_orphan(const join::Run& run, const Span& span) {
    const auto limit = limit_s(run.limit);
    return run.state == State::running && limit && *run.start + *limit + day_s < span.known_until_s;
}

bool is_absurd(const join::Run& run, const std::optional<std::int64_t>& elapsed) {
    if (!elapsed || *elapsed < 0) return true;
    if (run.end && *elapsed > *run.end - *run.start + day_s) return true;
    // No partition lets a job run a year beyond its limit; who may run for ever is taken at its word.
    return run.limit.kind != Limit::Kind::unlimited && *elapsed > limit_s(run.limit).value_or(0) + year_s;
}

std::int64_t overlap(std::int64_t start, std::int64_t seconds, const Span& span) {
    if (seconds <= 0 || start >= span.to_s) return 0;
    const std::int64_t end = seconds > span.to_s - start ? span.to_s : start + seconds;
    return std::max<std::int64_t>(0, end - std::max(start, span.from_s));
}

Verdict counted(const join::Run& run, std::int64_t elapsed, const Span& span) {
    const std::int64_t start = *run.start;
    const std::int64_t within = std::min(elapsed, limit_s(run.limit).value_or(elapsed));
    Verdict verdict;
    verdict.inside_s = overlap(start, within, span);
    verdict.removed_s = overlap(start, elapsed, span) - verdict.inside_s;
    verdict.overrun_s = elapsed - within;
    const bool at_once_over = within == 0 && start >= span.from_s && start < span.to_s;
    if (verdict.inside_s > 0 || at_once_over) verdict.kind = Verdict::Kind::counted;
    return verdict;
}

} // namespace

Verdict judge(const join::Run& run, const Span& span) {
    Verdict verdict;
    const auto elapsed = run.start ? elapsed_of(run, span) : std::nullopt;
    if (!run.start || !has_started(run, elapsed)) {
        verdict.kind = Verdict::Kind::never_started;
        return verdict;
    }
    if (is_orphan(run, span)) {
        verdict.kind = Verdict::Kind::orphan;
        verdict.inside_s = overlap(*run.start, span.known_until_s - *run.start, span);
        return verdict;
    }
    if (is_absurd(run, elapsed)) {
        verdict.kind = Verdict::Kind::absurd;
        verdict.inside_s = overlap(*run.start, elapsed.value_or(0), span);
        return verdict;
    }
    return counted(run, *elapsed, span);
}

Hours hours_of(const join::Run& run, std::int64_t seconds) {
    const double hours = static_cast<double>(seconds) / 3600;
    return {hours * run.alloc_gpus.value_or(0), hours * static_cast<double>(run.alloc_cpus.value_or(0))};
}

} // namespace worklines::portrait
