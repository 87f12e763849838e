// SPDX-License-Identifier: GPL-2.0-or-later
// worklines advise: what each person's last runs asked for and used, as the index that the plugin maps.
#include "core/hint/advice.h"
#include "reporter/commands/common.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

#include <ctime>
#include <map>

#include <sys/stat.h>
#include <unistd.h>

namespace worklines::commands {
namespace {

constexpr std::uint32_t most_runs = 20; // of one key: habits change, and old runs say little
constexpr std::int64_t look_back_s = 366 * 86'400;

std::optional<hint::Outcome> outcome_of(accounting::State state) {
    using accounting::State;
    using hint::Outcome;
    switch (state) {
    case State::completed:
        return Outcome::completed;
    case State::timeout:
    case State::deadline:
        return Outcome::out_of_time;
    case State::out_of_memory:
        return Outcome::out_of_memory;
    case State::failed:
    case State::cancelled:
    case State::preempted:
    case State::node_fail:
    case State::requeued:
        return Outcome::stopped;
    default:
        return std::nullopt;
    }
}

/// By script where one is known, else by the job's name, as the plugin looks it up.
std::optional<hint::Key> key_of(const archive::PastRun& run) {
    if (run.family != 0) return hint::Key{run.uid, hint::KeyKind::family, run.family};
    return hint::key_of(run.uid, std::nullopt, run.job_name);
}

hint::Run hint_run(const archive::PastRun& past, hint::Outcome outcome) {
    hint::Run run;
    run.outcome = outcome;
    run.end = past.end;
    run.mem_task_bytes = past.use.peak_mem_bytes;
    run.mem_upper_bytes = past.use.mem_upper_bytes;
    if (past.req_mem_bytes.value_or(0) > 0) run.mem_asked_bytes = past.req_mem_bytes;
    run.cpu_s = past.use.cpu_s;
    run.cpus_asked = past.req_cpus;
    run.elapsed_s = past.elapsed_s;
    if (past.limit.kind == accounting::Limit::Kind::minutes) run.limit_s = past.limit.minutes * 60;
    return run;
}

/// Root may write it, but slurmctld's user must read it: that is who owns the spool.
hint::Access access_of(const config::Config& config) {
    hint::Access access;
    struct stat spool {};
    if (::geteuid() != 0 || ::stat(config.spool.c_str(), &spool) != 0) return access;
    access.owner = spool.st_uid;
    access.group = spool.st_gid;
    return access;
}

class Advise : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        options.path("advice", config.advice, "the index to write (setting `advice`)");
        declare_cluster(options, config);
        declare_archive(options, config);
    }

    Result<int> run(Context& context) override {
        auto opened = archive::Archive::open(context.config.archive, archive::Archive::Mode::read);
        if (!opened) return opened.error();
        const auto cluster = cluster_of(context.config, *opened);
        if (!cluster) return cluster.error();

        struct Known {
            hint::History history;
            std::uint32_t runs = 0;
        };
        std::map<hint::Key, Known> known;
        const auto done =
            opened->past_runs(*cluster, std::time(nullptr) - look_back_s, [&](const archive::PastRun& past) {
                const auto outcome = outcome_of(past.state);
                const auto key = key_of(past);
                if (!outcome || !key || past.elapsed_s.value_or(0) <= 0) return true;
                Known& one = known[*key];
                if (one.runs++ < most_runs) hint::add(one.history, hint_run(past, *outcome));
                return true;
            });
        if (!done) return done.error();

        std::vector<hint::Entry> entries;
        for (const auto& [key, one] : known)
            entries.push_back({key, one.history});
        const std::size_t count = entries.size();
        if (const auto written = hint::write(context.config.advice, std::move(entries), access_of(context.config));
            !written)
            return written.error();
        fmt::print(context.out, "advice: {} histories in {}\n", count, context.config.advice.string());
        return exit_ok;
    }
};

} // namespace

std::unique_ptr<Command> advise() { return std::make_unique<Advise>(); }

} // namespace worklines::commands
