// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/command.h"

namespace worklines::commands {
namespace {

class Unfinished : public Command {
    void declare(Options&, config::Config&) override {}
    Result<int> run(Context&) override { return Error{"not built yet", "show", ""}; }
};

} // namespace

std::unique_ptr<Command> show() { return std::make_unique<Unfinished>(); }

} // namespace worklines::commands
