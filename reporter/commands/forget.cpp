// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines forget USER`: erases a person from the archive for good. The spool is drained first, so that nothing
// of them waits in it; the advice index is written anew.
#include "core/text/utf8.h"
#include "reporter/commands/collect_spool.h"
#include "reporter/commands/common.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

namespace worklines::commands {

std::unique_ptr<Command> advise();

namespace {

namespace fs = std::filesystem;

/// Segments that slurmctld still writes keep what was drained of them until they are sealed.
std::vector<std::string> segments_left(const fs::path& spool) {
    std::vector<std::string> left;
    std::error_code error;
    for (const auto& file : fs::directory_iterator(spool, error))
        if (file.path().extension() == ".open" || file.path().extension() == ".sealed")
            left.push_back(file.path().string());
    return left;
}

class Forget : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        options.takes = "USER";
        options.argument("user", user_);
        options.flag("dry-run", dry_run_, "say what would go, and leave it");
        options.path("spool", config.spool, "the spool to drain first (setting `spool`)", "DIR");
        options.path("advice", config.advice, "the index to write anew (setting `advice`)");
        declare_archive(options, config);
    }

    Result<void> setup(const Context&) override {
        if (user_.empty()) return Error{"forget whom?", "", "`worklines forget USER`"};
        return {};
    }

    Result<int> run(Context& context) override {
        const auto lock = archive::CollectLock::take(context.config.archive);
        if (!lock) return lock.error();
        auto archive = archive::Archive::open(context.config.archive, archive::Archive::Mode::write);
        if (!archive) return archive.error();
        std::error_code error;
        if (!dry_run_ && fs::is_directory(context.config.spool, error)) {
            const auto drained = drain(*archive, context.config.spool);
            if (!drained) return drained.error();
        }
        const auto erased = archive->forget(user_, dry_run_);
        if (!erased) return erased.error();
        fmt::print(context.out, "{} {}: {} records, {} submissions{}\n", dry_run_ ? "would go of" : "erased of",
                   text::printable(user_), erased->records, erased->snapshots,
                   dry_run_ ? ""
                            : fmt::format(", {} scripts of nobody else, {} texts", erased->scripts, erased->texts));
        if (dry_run_) return exit_ok;
        for (const std::string& file : segments_left(context.config.spool))
            context.err << "worklines: " << text::printable(file)
                        << " still holds what was captured today; it goes with the first `worklines collect` after "
                           "slurmctld has sealed it\n";
        context.err << "worklines: accounting and reports already written are not touched; `worklines opt-out` "
                       "keeps new jobs out of reports\n";
        return fs::exists(context.config.advice, error) ? advise()->run(context) : Result<int>(exit_ok);
    }

  private:
    std::string user_;
    bool dry_run_ = false;
};

} // namespace

std::unique_ptr<Command> forget() { return std::make_unique<Forget>(); }

} // namespace worklines::commands
