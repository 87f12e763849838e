// SPDX-License-Identifier: GPL-2.0-or-later
// worklines doctor: is it capturing, joining, fresh? Each finding with what to do. Exit 1 if something is bad.
#include "core/text/utf8.h"
#include "reporter/commands/common.h"
#include "reporter/health/archive_health.h"
#include "reporter/health/slurm_health.h"
#include "reporter/health/spool_health.h"

#include <fmt/core.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

#include <ctime>

namespace worklines::commands {
namespace {

using health::Check;
using health::Checks;

class Doctor : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        options.flag("json", json_, "print as JSON");
        declare_archive(options, config);
    }

    Result<int> run(Context& context) override {
        const std::int64_t now_s = std::time(nullptr);
        Checks checks;
        for (Checks part : {health::slurm_health(), health::spool_health(context.config, now_s),
                            health::archive_health(context.config, now_s)})
            checks.insert(checks.end(), part.begin(), part.end());
        json_ ? print_json(context.out, checks) : print_text(context.out, checks);
        return health::worst(checks) == health::State::bad ? exit_failure : exit_ok;
    }

  private:
    static void print_text(std::ostream& out, const Checks& checks) {
        for (const Check& check : checks) {
            fmt::print(out, "{:<8} {:<15} {}\n", health::state_name(check.state), check.name,
                       text::printable(check.says));
            if (!check.todo.empty()) fmt::print(out, "{:<24} -> {}\n", "", text::printable(check.todo));
        }
    }

    static void print_json(std::ostream& out, const Checks& checks) {
        nlohmann::ordered_json json{{"schema", 1}, {"state", health::state_name(health::worst(checks))}};
        json["checks"] = nlohmann::ordered_json::array();
        for (const Check& check : checks)
            json["checks"].push_back({{"name", check.name},
                                      {"state", health::state_name(check.state)},
                                      {"says", text::printable(check.says)},
                                      {"todo", check.todo}});
        out << json.dump(2) << '\n';
    }

    bool json_ = false;
};

} // namespace

std::unique_ptr<Command> doctor() { return std::make_unique<Doctor>(); }

} // namespace worklines::commands
