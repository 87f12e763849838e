// SPDX-License-Identifier: GPL-2.0-or-later
// Every rule that we ship, by one walk.
#define BOOST_TEST_MODULE rules
#include <boost/test/unit_test.hpp>

#include "core/hint/engine.h"
#include "core/hint/wording.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

using namespace worklines::hint;
namespace fs = std::filesystem;

namespace {

const fs::path folder = fs::path(WORKLINES_SOURCE_DIR) / "lua" / "hints";

struct Shipped {
    std::string logged;
    Engine engine{{.folders = {folder}, .log = [this](const std::string& line) { logged += line + "\n"; }}};
};

} // namespace

BOOST_FIXTURE_TEST_CASE(every_file_is_a_rule_named_after_its_slug, Shipped) {
    BOOST_TEST(logged == "");
    std::size_t files = 0;
    for (const auto& file : fs::directory_iterator(folder))
        files += file.path().extension() == ".lua";
    BOOST_TEST(engine.rules().size() == files);
    BOOST_TEST(files >= 3u);
    for (const Rule* rule : engine.rules())
        BOOST_TEST(fs::path(rule->file).stem() == rule->slug);
}

BOOST_FIXTURE_TEST_CASE(examples_and_cases_do_as_they_say_and_every_line_may_be_shown, Shipped) {
    for (const Rule* rule : engine.rules()) {
        const auto tried = engine.try_cases(*rule);
        BOOST_TEST(bool(tried), (tried ? "" : tried.error().line()));
    }
    BOOST_TEST(logged == "");
}

BOOST_FIXTURE_TEST_CASE(every_page_can_be_read_on_a_terminal, Shipped) {
    for (const Rule* rule : engine.rules()) {
        BOOST_TEST_CONTEXT(rule->slug) {
            BOOST_TEST(rule->title.size() <= 100u);
            BOOST_TEST(rule->title.find('\n') == std::string::npos);
            BOOST_TEST(rule->before_text != rule->after_text);
            for (const std::string* text : {&rule->why, &rule->todo, &rule->exceptions})
                for (std::size_t from = 0, to = 0; to != std::string::npos; from = to + 1) {
                    to = text->find('\n', from);
                    BOOST_TEST(text->substr(from, to - from).size() <= 120u);
                }
        }
    }
}

BOOST_FIXTURE_TEST_CASE(every_rule_is_cheap, Shipped) {
    // Not a measure of time: a tenth of what a rule may take must do.
    Limits tight;
    tight.call_instructions /= 10;
    tight.memory /= 10;
    std::string problems;
    Engine strict(
        {.folders = {folder}, .limits = tight, .log = [&](const std::string& line) { problems += line; }});
    for (const Rule* rule : strict.rules())
        BOOST_TEST(bool(strict.try_cases(*rule)));
    BOOST_TEST(problems == "");
}

namespace {

constexpr std::int64_t gib = 1LL << 30;

History three_small_runs() {
    History history;
    for (int i = 0; i < 3; ++i)
        add(history, {.end = 100 + i,
                      .mem_task_bytes = 5 << 20,
                      .mem_upper_bytes = 5 << 20,
                      .mem_asked_bytes = 8 * gib,
                      .cpu_s = 19,
                      .cpus_asked = 8,
                      .elapsed_s = 20,
                      .limit_s = 86400});
    return history;
}

worklines::snapshot::Snapshot oversized() {
    worklines::snapshot::Snapshot job;
    job.mem_per_node_mib = 8192;
    job.min_cpus = job.cpus_per_task = 8;
    job.time_limit_min = 1440;
    return job;
}

std::string lines(std::vector<Hint> hints) {
    std::ranges::sort(hints, {}, &Hint::slug);
    std::string text;
    for (const auto& hint : hints)
        text += hint.line + "\n";
    return text;
}

} // namespace

BOOST_FIXTURE_TEST_CASE(a_job_that_asked_far_too_much_three_times_is_told_its_own_figures, Shipped) {
    const auto job = oversized();
    BOOST_TEST(lines(engine.ask({.job = job, .script = "#!/bin/sh\n", .history = three_small_runs()})) ==
               "worklines: CPUs: your last 3 runs kept at most 1 of 8 busy; --cpus-per-task=2 fits "
               "(worklines explain cpus-oversized)\n"
               "worklines: memory: your last 3 runs peaked at 5 MB of 8 GB; --mem=1G fits "
               "(worklines explain memory-oversized)\n"
               "worklines: time: your last 3 runs took at most 20s of 1d; --time=0:15:00 fits "
               "(worklines explain time-oversized)\n");
    BOOST_TEST(logged == "");
}

BOOST_FIXTURE_TEST_CASE(nothing_is_said_without_history_or_with_one_that_was_not_measured, Shipped) {
    const auto job = oversized();
    BOOST_TEST(lines(engine.ask({.job = job})) == "");
    History unmeasured;
    for (int i = 0; i < 9; ++i)
        add(unmeasured, {.end = 1, .mem_asked_bytes = 8 * gib, .cpus_asked = 8, .limit_s = 86400});
    BOOST_TEST(lines(engine.ask({.job = job, .history = unmeasured})) == "");
    BOOST_TEST(logged == "");
}

BOOST_FIXTURE_TEST_CASE(a_run_out_of_memory_or_time_silences_the_hint, Shipped) {
    auto history = three_small_runs();
    add(history, {.outcome = Outcome::out_of_memory, .end = 200, .mem_asked_bytes = 8 * gib});
    add(history, {.outcome = Outcome::out_of_time, .end = 201, .elapsed_s = 86400, .limit_s = 86400});
    const auto said = lines(engine.ask({.job = oversized(), .history = history}));
    BOOST_TEST(said.find("memory") == std::string::npos);
    BOOST_TEST(said.find("time:") == std::string::npos);
}

BOOST_FIXTURE_TEST_CASE(no_size_is_below_what_was_seen_and_a_margin, Shipped) {
    for (std::int64_t peak_mib = 1; peak_mib < 64 * 1024; peak_mib = peak_mib * 5 / 4 + 1) {
        History history;
        for (int i = 0; i < 3; ++i)
            add(history, {.end = 1,
                          .mem_task_bytes = peak_mib << 20,
                          .mem_upper_bytes = peak_mib << 20,
                          .mem_asked_bytes = 256 * gib});
        worklines::snapshot::Snapshot job;
        job.mem_per_node_mib = 256 << 10;
        for (const auto& hint : engine.ask({.job = job, .history = history})) {
            const auto suggested = std::stoll(hint.option.substr(std::string("--mem=").size())) * 1024;
            BOOST_TEST(suggested * 4 >= peak_mib * 5);
            BOOST_TEST(suggested < peak_mib * 5 / 4 + 1024 + 1);
        }
    }
}
