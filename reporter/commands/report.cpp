// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines report`: what the cluster was used for in a period.
#include "reporter/commands/common.h"
#include "reporter/commands/report_files.h"
#include "reporter/commands/report_form.h"
#include "reporter/commands/report_period.h"
#include "reporter/commands/report_portrait.h"
#include "reporter/commands/report_public.h"

namespace worklines::commands {
namespace {

constexpr std::string_view standard_output = "-";

class Report : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        period_options_.declare(options);
        options.text("audience", audience_, "WHO", "staff (the default) or public");
        options.text("format", formats_given_, "LIST", "html, md, text, json; several with commas (default: text)");
        options.text("lang", config.language, "LANGUAGE", "en, de or es (setting `language`)");
        options.path("out", out_, "the folder for the files; - (the default) prints one format", "DIR");
        declare_cluster(options, config);
        declare_archive(options, config);
        declare_timezone(options, config);
    }

    Result<void> setup(const Context& context) override {
        const auto zone = zone_of(context.config);
        if (!zone) return Error{zone.error().what, "--timezone", zone.error().todo};
        const auto period = period_of(period_options_, *zone);
        if (!period) return period.error();
        period_ = *period;
        if (auto known = check_audience(audience_); !known) return known;
        const auto formats = formats_of(formats_given_);
        if (!formats) return formats.error();
        formats_ = *formats;
        const auto language = language_of(context.config.language);
        if (!language) return language.error();
        language_ = *language;
        if (out_ == standard_output && formats_.size() > 1)
            return Error{"standard output takes one format", "--out", "name a folder, or one format"};
        return {};
    }

    Result<int> run(Context& context) override {
        const auto material = material_of(context.config, period_);
        if (!material) return material.error();
        const auto portrait = for_audience(portrait_of(*material, period_), audience_, material->runs, *language_);
        const auto files = rendered(portrait, audience_, formats_, *language_);
        if (out_ == standard_output) {
            context.out << files.front().bytes;
            return exit_ok;
        }
        if (const auto done = publish(out_, files); !done) return done.error();
        return exit_ok;
    }

  private:
    PeriodOptions period_options_;
    std::string audience_{staff_audience}, formats_given_ = "text";
    std::filesystem::path out_ = standard_output;
    Period period_;
    std::vector<const Format*> formats_;
    const render::Language* language_ = nullptr;
};

} // namespace

std::unique_ptr<Command> report() { return std::make_unique<Report>(); }

} // namespace worklines::commands
