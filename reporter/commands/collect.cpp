// SPDX-License-Identifier: GPL-2.0-or-later
// worklines collect: the spool, accounting and scripts kept elsewhere go into the archive, and are joined there.
#include "reporter/commands/collect_accounting.h"
#include "reporter/commands/collect_scripts.h"
#include "reporter/commands/collect_spool.h"
#include "reporter/commands/common.h"
#include "reporter/join/match.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

#include <ctime>

namespace worklines::commands {
namespace {

namespace fs = std::filesystem;

class Collect : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        options.path("spool", spool_, "drain this spool (setting `spool`)", "DIR");
        options.path("sacct", dump_, "read this dump of sacct (- for standard input) instead of running it");
        options.paths("scripts", scripts_,
                      "scripts kept elsewhere: a folder or tar of files named by job id, JSON Lines", "PATH");
        options.text("since", since_, "DATE", "ask accounting from this day on (default: what is not known yet)");
        declare_cluster(options, config);
        declare_archive(options, config);
        declare_timezone(options, config);
    }

    Result<void> setup(const Context& context) override {
        const auto zone = zone_of(context.config);
        if (!zone) return Error{zone.error().what, "--timezone", zone.error().todo};
        zone_ = *zone;
        if (since_.empty()) return {};
        if (!dump_.empty())
            return Error{"--since is for running sacct, and --sacct names a dump", "", "leave one out"};
        const auto since = midnight(since_, "--since", zone_);
        if (!since) return since.error();
        since_s_ = *since;
        return {};
    }

    Result<int> run(Context& context) override {
        const auto lock = archive::CollectLock::take(context.config.archive);
        if (!lock) return lock.error();
        auto opened = archive::Archive::open(context.config.archive, archive::Archive::Mode::write);
        if (!opened) return opened.error();
        archive::Archive& archive = *opened;

        if (const auto done = spool(context, archive); !done) return done.error();
        // What the spool gave is kept and joined even if accounting does not answer now.
        const auto accounting = read_accounting(context, archive);
        const auto scripts = accounting ? this->scripts(context, archive) : Result<void>{};
        if (const auto done = join(context, archive); !done) return done.error();
        if (!accounting) return accounting.error();
        if (!scripts) return scripts.error();
        if (const auto done = expire(context, archive); !done) return done.error();
        return exit_ok;
    }

  private:
    Result<void> spool(Context& context, archive::Archive& archive) {
        const fs::path folder = spool_.empty() ? context.config.spool : spool_;
        std::error_code failure;
        if (spool_.empty() && !fs::exists(folder, failure)) return {}; // nothing is captured on this machine
        const auto report = drain(archive, folder);
        if (!report) return report.error();
        print(context.out, *report);
        return {};
    }

    Result<void> read_accounting(Context& context, archive::Archive& archive) {
        AccountingOptions options{dump_, since_s_, zone_, context.config.cluster,
                                  context.progress ? &context.err : nullptr};
        const auto report = collect_accounting(archive, options);
        if (!report) return report.error();
        print(context.out, *report);
        return {};
    }

    Result<void> scripts(Context& context, archive::Archive& archive) {
        for (const fs::path& path : scripts_) {
            const auto cluster = cluster_of(context.config, archive);
            if (!cluster)
                return Error{"whose scripts are these?", path.string(), "name the cluster with --cluster"};
            const auto report = collect_scripts(archive, path, *cluster, {context.config.max_script, zone_});
            if (!report) return report.error();
            print(context.out, path, *report);
        }
        return {};
    }

    Result<void> join(Context& context, archive::Archive& archive) {
        const auto report = join::match(archive, {{}, context.config.cluster});
        if (!report) return report.error();
        std::uint64_t all = 0;
        for (const std::uint64_t records : report->records)
            all += records;
        if (all == 0) return {};
        const std::uint64_t joined =
            all - report->of(join::Evidence::no_snapshot) - report->of(join::Evidence::ambiguous);
        fmt::print(context.out, "joined: {} of {} records ({:.1f} %)\n", joined, all,
                   100.0 * static_cast<double>(joined) / static_cast<double>(all));
        for (std::size_t i = 0; i < report->records.size(); ++i)
            if (report->records[i] > 0)
                fmt::print(context.out, "  {:>9}  {}\n", report->records[i],
                           join::evidence_text(static_cast<join::Evidence>(i)));
        if (report->snapshots_open > 0)
            fmt::print(context.out,
                       "  {:>9}  snapshots without a record: refused later, not eligible yet, or too new\n",
                       report->snapshots_open);
        return {};
    }

    Result<void> expire(Context& context, archive::Archive& archive) {
        const std::uint64_t days = context.config.retention_days;
        const std::int64_t today = std::time(nullptr) / day_s;
        if (days == 0 || days >= static_cast<std::uint64_t>(today)) return {};
        // Whole days: what costs a walk over the archive is done once a day, however often collect runs.
        const auto erased = archive.expire((today - static_cast<std::int64_t>(days)) * day_s);
        if (!erased) return erased.error();
        if (erased->records + erased->snapshots > 0)
            fmt::print(context.out, "older than {} days, erased: {} records, {} submissions, {} scripts\n", days,
                       erased->records, erased->snapshots, erased->scripts);
        return {};
    }

    static constexpr std::int64_t day_s = 86400;
    fs::path spool_, dump_;
    std::vector<fs::path> scripts_;
    std::string since_;
    std::optional<std::int64_t> since_s_;
    text::Zone zone_;
};

} // namespace

std::unique_ptr<Command> collect() { return std::make_unique<Collect>(); }

} // namespace worklines::commands
