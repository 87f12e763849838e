// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines lines`: the work lines of a period, the line of each job, and why a job is in its line.
#include "reporter/commands/common.h"
#include "reporter/commands/lines_why.h"
#include "reporter/commands/report_period.h"
#include "reporter/commands/report_portrait.h"
#include "reporter/render/render.h"

#include <fmt/format.h>

#include <map>
#include <optional>

namespace worklines::commands {
namespace {

/// The table for a terminal speaks the language of the program's other messages.
const render::Language& english() { return render::languages().front(); }

class Lines : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        period_options_.declare(options);
        options.flag("tsv", tsv_, "print each job and its line with a tab between; an array is one job");
        options.flag("json", json_, "print as JSON, as `lines` of a report");
        options.text("why", why_, "JOBID", "say why this job is in its line; without a period, in its month");
        declare_cluster(options, config);
        declare_archive(options, config);
        declare_timezone(options, config);
    }

    Result<void> setup(const Context& context) override {
        const auto zone = zone_of(context.config);
        if (!zone) return Error{zone.error().what, "--timezone", zone.error().todo};
        zone_ = *zone;
        if (tsv_ + json_ + !why_.empty() > 1)
            return Error{"--tsv, --json and --why print different things", "", "give one of them"};
        if (!why_.empty()) {
            const auto id = accounting::parse_job_id(why_);
            if (!id) return Error{"not a job's id: " + why_, "--why", "give it as 42, 6_3 or 13+1"};
            job_ = *id;
            if (period_options_.empty()) return {};
        }
        const auto period = period_of(period_options_, zone_);
        if (!period) return period.error();
        period_ = *period;
        return {};
    }

    Result<int> run(Context& context) override {
        auto archive = archive::Archive::open(context.config.archive, archive::Archive::Mode::read);
        if (!archive) return archive.error();
        const auto cluster = cluster_of(context.config, *archive);
        if (!cluster) return cluster.error();
        if (!period_) {
            const auto month = month_of_job(*archive, *cluster);
            if (!month) return month.error();
            period_ = *month;
        }
        const auto material = material_of(*archive, context.config, *cluster, *period_);
        if (!material) return material.error();
        const auto text = shown(*material);
        if (!text) return text.error();
        context.out << *text;
        return exit_ok;
    }

  private:
    /// A job's line depends on the jobs around it.
    Result<Period> month_of_job(archive::Archive& archive, const std::string& cluster) {
        const auto found = archive.find(cluster, job_);
        if (!found) return found.error();
        if (found->empty() || !found->front().record.submit)
            return Error{"no such job in the archive: " + why_, cluster, "`worklines collect` reads what is new"};
        text::Date first = zone_.date(*found->front().record.submit);
        first.day = 1;
        return month_from(first, zone_);
    }

    Result<std::string> shown(const Material& material) {
        if (!why_.empty()) return why_of(material, job_);
        if (tsv_) return jobs_with_lines(material);
        const portrait::Portrait portrait = portrait_of(material, *period_);
        return json_ ? render::lines_json(portrait) : render::lines_text(portrait, english());
    }

    static std::string jobs_with_lines(const Material& material) {
        std::map<std::int64_t, std::uint32_t> line_of; // by the submission's id
        const auto& runs = material.runs.runs;
        for (std::uint32_t i = 0; i < runs.size(); ++i)
            line_of.emplace(runs[i].parent, material.lines.line_of_run(i));
        std::string text;
        for (const auto& [job, line] : line_of)
            text += fmt::format("{}\t{}\n", job, material.lines.lines[line].id);
        return text;
    }

    PeriodOptions period_options_;
    bool tsv_ = false, json_ = false;
    std::string why_;
    accounting::JobId job_;
    text::Zone zone_;
    std::optional<Period> period_;
};

} // namespace

std::unique_ptr<Command> lines() { return std::make_unique<Lines>(); }

} // namespace worklines::commands
