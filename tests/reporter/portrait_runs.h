// SPDX-License-Identifier: GPL-2.0-or-later
// Runs made by hand, for tests of what is counted.
#pragma once

#include "core/script/lexicon.h"
#include "reporter/join/joined.h"
#include "reporter/portrait/verdict.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace worklines::tests {

constexpr std::int64_t hour = 3600, day = 24 * hour;
constexpr std::int64_t february = 1'769'900'400; ///< 2026-02-01, midnight in Madrid
constexpr std::int64_t march = february + 28 * day;
constexpr portrait::Span february_known_later{february, march, march + 30 * day};

constexpr accounting::Limit minutes(std::int64_t count) { return {accounting::Limit::Kind::minutes, count}; }

/// Read once for all tests of a program.
inline const script::Lexicon& built_in_lexicon() {
    static const script::Lexicon lexicon = std::move(*script::Lexicon::load({}));
    return lexicon;
}

class RunsMaker {
  public:
    join::TextId text(std::string_view bytes) {
        const auto known = std::ranges::find(runs_.texts, bytes);
        if (known != runs_.texts.end()) return static_cast<join::TextId>(known - runs_.texts.begin());
        runs_.texts.emplace_back(bytes);
        return static_cast<join::TextId>(runs_.texts.size() - 1);
    }

    /// One of lola's: two hours on 4 CPUs and a GPU, an hour after its submission. The caller changes what it is
    /// about.
    join::Run& add(std::int64_t id, std::int64_t start = february + day, std::int64_t elapsed_s = 2 * hour) {
        join::Run run;
        run.id_raw = run.parent = id;
        run.id = text(std::to_string(id));
        run.cluster = text("ants");
        run.user = text("lola");
        run.name = text("train");
        run.nodes = text("n1");
        run.submit_line = text("sbatch train.sh");
        run.submit = start - hour;
        run.eligible = start - hour;
        run.start = start;
        run.end = start + elapsed_s;
        run.elapsed_s = elapsed_s;
        run.limit = minutes(3 * 24 * 60);
        run.state = accounting::State::completed;
        run.req_cpus = run.alloc_cpus = 4;
        run.req_gpus = run.alloc_gpus = 1;
        runs_.runs.push_back(run);
        return runs_.runs.back();
    }

    join::Run& add_running(std::int64_t id, std::int64_t start, std::int64_t limit_min) {
        join::Run& run = add(id, start);
        run.end.reset();
        run.state = accounting::State::running;
        run.limit = minutes(limit_min);
        return run;
    }

    /// Cancelled while it waited, as Slurm since 23.02.5 records it.
    join::Run& add_never_started(std::int64_t id, std::string_view printed_id,
                                 std::int64_t submit = february + day) {
        join::Run& run = add(id, submit, 0);
        run.id = text(printed_id);
        run.submit = submit;
        run.start.reset();
        run.state = accounting::State::cancelled;
        run.alloc_cpus = 0;
        run.alloc_gpus.reset();
        run.nodes = 0;
        return run;
    }

    std::uint32_t script(std::string sha256) {
        runs_.scripts.push_back({std::move(sha256), 100});
        return static_cast<std::uint32_t>(runs_.scripts.size() - 1);
    }

    const join::Runs& runs() const { return runs_; }

  private:
    join::Runs runs_;
};

} // namespace worklines::tests
