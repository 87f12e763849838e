// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/job.h"

#include "core/text/duration.h"

#include <array>
#include <charconv>

namespace worklines::accounting {
namespace {

struct StateWord {
    std::string_view slurm, name; ///< in the order of State
};

constexpr std::array<StateWord, 16> states{{
    {"PENDING", "pending"},
    {"RUNNING", "running"},
    {"SUSPENDED", "suspended"},
    {"COMPLETED", "completed"},
    {"CANCELLED", "cancelled"},
    {"FAILED", "failed"},
    {"TIMEOUT", "timeout"},
    {"NODE_FAIL", "node_fail"},
    {"PREEMPTED", "preempted"},
    {"BOOT_FAIL", "boot_fail"},
    {"DEADLINE", "deadline"},
    {"OUT_OF_MEMORY", "out_of_memory"},
    {"REQUEUED", "requeued"},
    {"RESIZING", "resizing"},
    {"REVOKED", "revoked"},
    {"", "other"},
}};
static_assert(states.size() == static_cast<std::size_t>(State::other) + 1);

/// NO_VAL and INFINITE of Slurm, which some outputs show as numbers.
constexpr std::int64_t slurm_no_value = 0xfffffffe, slurm_infinite = 0xffffffff;

std::optional<std::int64_t> take_number(std::string_view& text) {
    std::int64_t value = 0;
    if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{}) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return value;
}

} // namespace

std::string_view state_name(State state) { return states[static_cast<std::size_t>(state)].name; }

State parse_state(std::string_view text) {
    const bool cut = text.ends_with('+');            // to a width: `OUT_OF_ME+`
    text = text.substr(0, text.find_first_of(" +")); // `CANCELLED by 1004`
    for (std::size_t i = 0; i + 1 < states.size(); ++i)
        if (states[i].slurm == text || (cut && text.size() > 2 && states[i].slurm.starts_with(text)))
            return static_cast<State>(i);
    return State::other;
}

bool is_over(State state) {
    return state != State::pending && state != State::running && state != State::suspended &&
           state != State::resizing && state != State::other;
}

Limit limit_of_minutes(std::int64_t minutes) {
    if (minutes == slurm_infinite) return {Limit::Kind::unlimited, 0};
    if (minutes == slurm_no_value) return {};
    return {Limit::Kind::minutes, minutes};
}

Limit parse_limit(std::string_view text) {
    if (text == "UNLIMITED") return {Limit::Kind::unlimited, 0};
    if (text == "Partition_Limit") return {Limit::Kind::partition, 0};
    std::string_view rest = text;
    const auto minutes = take_number(rest);
    if (minutes && rest.empty()) return limit_of_minutes(*minutes);
    const auto span = text::parse_duration_ms(text);
    return span ? Limit{Limit::Kind::minutes, (*span + 59'999) / 60'000} : Limit{};
}

std::optional<JobId> parse_job_id(std::string_view text) {
    JobId id;
    std::string_view rest = text;
    const auto base = take_number(rest);
    if (!base || *base == 0) return std::nullopt;
    id.base = *base;
    if (rest.starts_with("_[")) {
        const std::size_t close = rest.find(']');
        if (close == std::string_view::npos) return std::nullopt;
        id.pending_array = true;
        rest.remove_prefix(close + 1);
    } else if (rest.starts_with('_')) {
        rest.remove_prefix(1);
        id.task = take_number(rest);
        if (!id.task) return std::nullopt;
    }
    if (rest.starts_with('+')) {
        rest.remove_prefix(1);
        id.het_offset = take_number(rest);
        if (!id.het_offset) return std::nullopt;
    }
    id.whole = text.substr(0, text.size() - rest.size());
    if (rest.empty()) return id;
    if (rest.front() != '.' || rest.size() < 2) return std::nullopt;
    id.step = rest.substr(1);
    return id;
}

} // namespace worklines::accounting
