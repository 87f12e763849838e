// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/collect_scripts.h"

#include "core/text/utf8.h"
#include "reporter/sources/read.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

namespace worklines::commands {
namespace {

// To a transaction: what a kill costs, and what the journal grows to.
constexpr std::uint64_t most_scripts = 20'000, most_bytes = 64 << 20;

class Keeper {
  public:
    Keeper(archive::Archive& archive, const std::string& cluster) : archive_(archive), cluster_(cluster) {}

    Result<void> add(const sources::KeptScript& kept) {
        if (scripts_ == 0)
            if (auto begun = archive_.begin(); !begun) return begun;
        ++scripts_;
        bytes_ += kept.bytes.size();
        if (auto done = archive_.add_script_by_id(cluster_, kept); !done) {
            scripts_ = 0;
            archive_.rollback();
            return done;
        }
        return scripts_ >= most_scripts || bytes_ >= most_bytes ? commit() : Result<void>{};
    }

    Result<void> commit() {
        if (scripts_ == 0) return {};
        scripts_ = bytes_ = 0;
        return archive_.commit();
    }

  private:
    archive::Archive& archive_;
    const std::string& cluster_;
    std::uint64_t scripts_ = 0, bytes_ = 0; ///< not committed yet
};

} // namespace

Result<sources::Report> collect_scripts(archive::Archive& archive, const std::filesystem::path& path,
                                        const std::string& cluster, const sources::Options& options) {
    Keeper keeper(archive, cluster);
    auto report = sources::read(path, options, [&](const sources::KeptScript& kept) { return keeper.add(kept); });
    if (const auto done = keeper.commit(); !done) return done.error();
    return report;
}

void print(std::ostream& out, const std::filesystem::path& path, const sources::Report& report) {
    fmt::print(out, "scripts: {} kept by job id from {}\n", report.scripts, text::printable(path.string()));
    const auto count = [&](std::uint64_t number, std::string_view what) {
        if (number > 0) fmt::print(out, "  {} {}\n", number, what);
    };
    count(report.unnamed, "files or lines have no job id for a name");
    count(report.too_large, "are larger than max_script");
    count(report.links, "links are not followed");
    count(report.ambiguous, "job ids are left out: they come with several scripts");
    count(report.unreadable, "cannot be read:");
    for (const std::string& note : report.notes)
        fmt::print(out, "    {}\n", text::printable(note));
    if (report.unreadable > report.notes.size())
        fmt::print(out, "    and {} more\n", report.unreadable - report.notes.size());
}

} // namespace worklines::commands
