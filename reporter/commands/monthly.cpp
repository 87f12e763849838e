// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines monthly`: what cron runs. Collect, last month's report for both audiences, advise.
#include "reporter/commands/common.h"
#include "reporter/commands/report_files.h"
#include "reporter/commands/report_form.h"
#include "reporter/commands/report_period.h"
#include "reporter/commands/report_portrait.h"
#include "reporter/commands/report_public.h"

#include <chrono>

namespace worklines::commands {

std::unique_ptr<Command> collect();
std::unique_ptr<Command> advise();

namespace {

constexpr const char* formats = "html,text,json";

/// As if called without options, with the settings that we have.
Result<void> run_plainly(std::unique_ptr<Command> command, Context& context) {
    Options options;
    command->declare(options, context.config);
    if (auto ready = command->setup(context); !ready) return ready;
    const auto code = command->run(context);
    if (!code) return code.error();
    return {};
}

/// `2026-11`: sorts by time.
std::string folder_name(const Period& period) { return text::format_date(period.from).substr(0, 7); }

class Monthly : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        options.text("month", month_, "YYYY-MM", "this month instead of the last one");
        declare_cluster(options, config);
        declare_archive(options, config);
        declare_timezone(options, config);
    }

    Result<void> setup(const Context& context) override {
        const auto zone = zone_of(context.config);
        if (!zone) return Error{zone.error().what, "--timezone", zone.error().todo};
        const auto language = language_of(context.config.language);
        if (!language) return language.error();
        language_ = *language;
        if (month_.empty()) {
            const auto now = std::chrono::system_clock::now();
            period_ = last_month(std::chrono::system_clock::to_time_t(now), *zone);
            return {};
        }
        const auto period = period_of({{}, {}, month_}, *zone);
        if (!period) return period.error();
        period_ = *period;
        return {};
    }

    Result<int> run(Context& context) override {
        // A report of half a month looks like one of a whole month: without accounting there is none.
        if (const auto done = run_plainly(collect(), context); !done) return done.error();
        if (const auto done = report(context); !done) return done.error();
        if (const auto done = run_plainly(advise(), context); !done) return done.error();
        return exit_ok;
    }

  private:
    Result<void> report(Context& context) {
        const auto material = material_of(context.config, period_);
        if (!material) return material.error();
        const portrait::Portrait portrait = portrait_of(*material, period_);
        const auto chosen = formats_of(formats);
        std::vector<NamedBytes> files;
        for (const std::string_view audience : {staff_audience, public_audience}) {
            const auto seen = for_audience(portrait, audience, material->runs, *language_);
            for (NamedBytes& file : rendered(seen, audience, *chosen, *language_))
                files.push_back(std::move(file));
        }
        const auto folder = context.config.reports / folder_name(period_);
        if (auto done = publish(folder, files); !done) return done;
        context.out << "report: " << folder.string() << '\n';
        return {};
    }

    std::string month_;
    Period period_;
    const render::Language* language_ = nullptr;
};

} // namespace

std::unique_ptr<Command> monthly() { return std::make_unique<Monthly>(); }

} // namespace worklines::commands
