// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/collect_spool.h"

#include "core/spool/reader.h"
#include "core/spool/segment.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

namespace worklines::commands {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_notes = 5;
constexpr std::string_view source = "snapshot"; // of scripts

/// One segment on its way into the archive, inside an open transaction.
class Drain {
  public:
    Drain(archive::Archive& archive, const fs::path& file, DrainReport& report)
        : archive_(archive), file_(file), name_(*spool::parse_segment_name(file.filename().string())),
          report_(report) {}

    Result<void> run() {
        const auto cursor = archive_.cursor(name_.token);
        if (!cursor) return cursor.error();
        const std::uint64_t begin = *cursor ? (*cursor)->offset : 0;
        std::error_code failure;
        if (!fs::exists(file_, failure)) return {}; // sealed since the folder was listed: next time by its new name
        // Asked before the bytes are loaded: what was abandoned then will not grow behind them.
        const bool growing = !name_.sealed && !spool::is_abandoned(file_);
        const auto bytes = spool::load_segment(file_, begin);
        if (!bytes) return bytes.error();

        ++report_.segments;
        const auto read =
            spool::read_segment(*bytes, begin, name_.token, growing, [&](const spool::Record& record) {
                if (!error_) keep(record);
            });
        if (error_) return *error_;
        note(read);
        return archive_.set_cursor({name_.token, read.next});
    }

    bool may_be_deleted() const { return name_.sealed && is_understood_; }

  private:
    void keep(const spool::Record& record) {
        ++report_.snapshots;
        if (record.script)
            if (const auto done = archive_.add_script(record.snapshot.script->sha256, *record.script, source);
                !done)
                return fail(done.error());
        const auto added = archive_.add_snapshot(name_.token, record.sequence, record.snapshot);
        if (!added) return fail(added.error());
        report_.added += *added;
    }

    void fail(const Error& error) { error_ = error; }

    void note(const spool::Report& read) {
        for (const spool::Damage& damage : read.damages) {
            using Kind = spool::Damage::Kind;
            if (damage.kind == Kind::unknown_version || damage.kind == Kind::no_token) is_understood_ = false;
            if (damage.kind == Kind::duplicate) continue;
            add_note(fmt::format("{} at byte {}, {} bytes: {}", file_.string(), damage.offset, damage.bytes,
                                 spool::damage_text(damage.kind)));
        }
    }

    void add_note(std::string text) {
        ++report_.damages;
        if (report_.notes.size() < most_notes) report_.notes.push_back(std::move(text));
    }

    archive::Archive& archive_;
    const fs::path& file_;
    spool::SegmentName name_;
    DrainReport& report_;
    std::optional<Error> error_;
    bool is_understood_ = true;
};

Result<void> drain_segment(archive::Archive& archive, const fs::path& file, DrainReport& report) {
    if (const auto begun = archive.begin(); !begun) return begun;
    Drain drain(archive, file, report);
    auto done = drain.run();
    if (done) done = archive.commit();
    if (!done) {
        archive.rollback();
        return done;
    }
    std::error_code failure;
    if (drain.may_be_deleted() && fs::remove(file, failure)) ++report.removed;
    if (failure)
        return Error{"cannot delete what has been read: " + failure.message(), file.string(), "run as its owner"};
    return {};
}

} // namespace

Result<DrainReport> drain(archive::Archive& archive, const fs::path& folder) {
    const auto files = spool::list_segments(folder);
    if (!files) return files.error();
    DrainReport report;
    for (const fs::path& file : *files)
        if (const auto done = drain_segment(archive, file, report); !done) return done.error();
    return report;
}

void print(std::ostream& out, const DrainReport& report) {
    fmt::print(out, "spool: {} snapshots, {} of them new, in {} segments; {} segments done with\n",
               report.snapshots, report.added, report.segments, report.removed);
    for (const std::string& note : report.notes)
        fmt::print(out, "  {}\n", note);
    if (report.damages > report.notes.size())
        fmt::print(out, "  and {} more places that cannot be read\n", report.damages - report.notes.size());
}

} // namespace worklines::commands
