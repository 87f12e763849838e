// SPDX-License-Identifier: GPL-2.0-or-later
// The words of a report, one table a language. Names of people, jobs and tools are never translated.
#pragma once

#include <span>
#include <string_view>

namespace worklines::render {

/// A code of the portrait and what it means for a person.
struct Meaning {
    std::string_view code, text;
};

/// What the jobs of an activity are called.
struct Activity {
    std::string_view code, a, one, many; ///< `train`, `a training`, `training`, `trainings`
};

/// How a job may wait for another. {0} is how many wait, {1} what they are, {2} what they wait for.
struct Dependency {
    std::string_view type, one, many; ///< as a sentence
};

struct Language {
    std::string_view code; ///< ISO 639-1
    std::string_view thousands, decimal;
    std::string_view unknown;

    std::string_view title;  ///< {} is the cluster
    std::string_view period; ///< {} and {} are dates; the second is not part of it
    std::string_view totals, jobs, users, scripts, submissions, never_started, gpu_hours, cpu_hours, joined;
    std::string_view joined_jobs; ///< {} of {} jobs ({} %)
    std::string_view cpu_used, gpu_used, memory_used;
    std::string_view used_measured; ///< {} %, known for {} % of the hours
    std::string_view only_measured; ///< known for {} % of the hours
    std::string_view lines, line, families, summary, domain, activities, tools, models, benchmarks, datasets,
        habits;
    std::string_view habit, share;
    std::string_view edges, first, then, how, same_line;
    std::string_view waits, size, runs, median, p90, longest;
    std::string_view excluded, reason, excluded_note, none;
    std::string_view method, origin, reserved_hours, no_gpus;
    std::span<const Meaning> reasons, evidence;
    std::span<const Activity> jobs_of; ///< the last one is for what has no name of its own
    std::span<const Dependency> dependencies;
};

/// en, de, es; English first.
std::span<const Language> languages();
/// Null: no such language.
const Language* language(std::string_view code);

const Activity& activity(const Language& language, std::string_view code);
/// The first one, which says least, for a type that is not there.
const Dependency& dependency(const Language& language, std::string_view type);

/// The meaning of a code; the code itself if the table has none.
std::string_view meaning(std::span<const Meaning> meanings, std::string_view code);

} // namespace worklines::render
