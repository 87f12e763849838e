// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines opt-out [USER]`: leaves a person's jobs and hours out of every report and every total. Hints and the
// archive stay as they are: `worklines forget` erases.
#include "core/text/utf8.h"
#include "reporter/commands/common.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

namespace worklines::commands {
namespace {

class OptOut : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        options.takes = "[USER]";
        options.argument("user", user_);
        options.flag("undo", undo_, "count the person again");
        options.flag("list", list_, "print who has opted out");
        declare_archive(options, config);
    }

    Result<void> setup(const Context&) override {
        if (list_ == !user_.empty() || (list_ && undo_))
            return Error{"name a person, or give --list", "", "`worklines opt-out USER`"};
        return {};
    }

    Result<int> run(Context& context) override {
        auto archive = archive::Archive::open(context.config.archive,
                                              list_ ? archive::Archive::Mode::read : archive::Archive::Mode::write);
        if (!archive) return archive.error();
        if (list_) {
            const auto users = archive->opted_out();
            if (!users) return users.error();
            for (const std::string& user : *users)
                context.out << text::printable(user) << '\n';
            return exit_ok;
        }
        const auto changed = archive->set_opted_out(user_, !undo_);
        if (!changed) return changed.error();
        const char* words = undo_ ? (*changed ? "is in reports again" : "had not opted out")
                                  : (*changed ? "is in no report from now on" : "had opted out already");
        fmt::print(context.out, "{} {}\n", text::printable(user_), words);
        return exit_ok;
    }

  private:
    std::string user_;
    bool undo_ = false, list_ = false;
};

} // namespace

std::unique_ptr<Command> opt_out() { return std::make_unique<OptOut>(); }

} // namespace worklines::commands
