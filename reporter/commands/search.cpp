// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines search TEXT`: which scripts and job names hold a text. Who may read the archive may search it.
#include "core/script/facts/secrets.h"
#include "core/text/utf8.h"
#include "reporter/commands/common.h"

#include <fmt/core.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

namespace worklines::commands {
namespace {

constexpr std::size_t most_hits = 200;
constexpr std::size_t widest = 100; // of a line that is shown

std::string shown(std::string_view bytes) {
    return text::replace_invalid(text::cut_utf8(script::without_secrets(bytes), widest), "\xef\xbf\xbd");
}

class Search : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        options.takes = "TEXT";
        options.argument("text", text_);
        options.flag("json", json_, "print as JSON");
        declare_cluster(options, config);
        declare_archive(options, config);
        declare_timezone(options, config);
    }

    Result<void> setup(const Context& context) override {
        if (text_.empty()) return Error{"which text?", "", "`worklines search TEXT`"};
        const auto zone = zone_of(context.config);
        if (!zone) return Error{zone.error().what, "--timezone", zone.error().todo};
        zone_ = *zone;
        return {};
    }

    Result<int> run(Context& context) override {
        auto archive = archive::Archive::open(context.config.archive, archive::Archive::Mode::read);
        if (!archive) return archive.error();
        const auto cluster = cluster_of(context.config, *archive);
        if (!cluster) return cluster.error();
        const auto hits = archive->search(*cluster, text_, most_hits);
        if (!hits) return hits.error();
        json_ ? print_json(context, *hits) : print_table(context, *hits);
        if (hits->size() == most_hits)
            context.err << "worklines: these are the newest " << most_hits << "; a longer text finds fewer\n";
        return exit_ok;
    }

  private:
    std::string date(const archive::SearchHit& hit) const { return text::format_date(zone_.date(hit.submit)); }

    void print_table(Context& context, const std::vector<archive::SearchHit>& hits) const {
        for (const archive::SearchHit& hit : hits)
            fmt::print(context.out, "{:<10} {} {:<12} {:>5}  {}\n", text::printable(hit.job), date(hit),
                       text::printable(hit.user), hit.line == 0 ? "name" : std::to_string(hit.line),
                       text::printable(shown(hit.text)));
    }

    void print_json(Context& context, const std::vector<archive::SearchHit>& hits) const {
        auto list = nlohmann::ordered_json::array();
        for (const archive::SearchHit& hit : hits)
            list.push_back(
                {{"job", hit.job},
                 {"date", date(hit)},
                 {"user", text::replace_invalid(hit.user, "?")},
                 {"name", text::replace_invalid(hit.name, "?")},
                 {"line", hit.line == 0 ? nlohmann::ordered_json(nullptr) : nlohmann::ordered_json(hit.line)},
                 {"text", shown(hit.text)}});
        context.out << list.dump(2) << '\n';
    }

    std::string text_;
    bool json_ = false;
    text::Zone zone_;
};

} // namespace

std::unique_ptr<Command> search() { return std::make_unique<Search>(); }

} // namespace worklines::commands
