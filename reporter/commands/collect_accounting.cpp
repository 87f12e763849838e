// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/collect_accounting.h"

#include "reporter/accounting/sacct.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <ctime>
#include <set>
#include <vector>

#include <fcntl.h>
#include <unistd.h>

namespace worklines::commands {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t batch = 100'000;       // records to a transaction
constexpr std::int64_t overlap_s = 3 * 86'400; // read again each time: records arrive late when slurmdbd was down
constexpr std::int64_t first_look_s = 31 * 86'400; // back from now, where neither a snapshot nor an option says
constexpr std::size_t most_asked_for = 1'000;      // open records that no window showed
constexpr std::size_t most_notes = 5;
constexpr std::string_view unnamed_cluster = "cluster";

/// Adds records, with a commit now and then, so that neither the journal nor what a kill costs grows with the dump.
class Keeper {
  public:
    Keeper(archive::Archive& archive, archive::Tally& tally) : archive_(archive), tally_(tally) {}

    Result<void> add(const accounting::JobRecord& record) {
        if (in_batch_ == 0)
            if (const auto begun = archive_.begin(); !begun) return begun;
        ++in_batch_;
        if (const auto done = archive_.add_record(record, tally_); !done) return done;
        return in_batch_ >= batch ? commit() : Result<void>{};
    }

    Result<void> commit() {
        if (in_batch_ == 0) return {};
        in_batch_ = 0;
        return archive_.commit();
    }

    void rollback() {
        if (in_batch_ > 0) archive_.rollback();
        in_batch_ = 0;
    }

  private:
    archive::Archive& archive_;
    archive::Tally& tally_;
    std::uint64_t in_batch_ = 0;
};

/// An open descriptor that is closed at the end, unless it is standard input.
class Input {
  public:
    explicit Input(const fs::path& file)
        : descriptor_(file == "-" ? STDIN_FILENO : ::open(file.c_str(), O_RDONLY | O_CLOEXEC)) {}
    Input(const Input&) = delete;
    Input& operator=(const Input&) = delete;
    ~Input() {
        if (descriptor_ > STDIN_FILENO) ::close(descriptor_);
    }
    int descriptor() const { return descriptor_; }

  private:
    int descriptor_;
};

std::string cluster_name(const AccountingOptions& options) {
    return options.cluster.empty() ? std::string(unnamed_cluster) : options.cluster;
}

Result<void> read_dump_file(Keeper& keeper, const AccountingOptions& options, AccountingReport& report) {
    const Input input(options.dump);
    if (input.descriptor() < 0)
        return Error{std::string("cannot open the dump: ") + std::strerror(errno), options.dump.string(), ""};
    const auto read =
        accounting::read_dump(accounting::descriptor_source(input.descriptor(), report.name),
                              {"", options.zone, cluster_name(options), options.cluster},
                              [&](const accounting::JobRecord& record) { return keeper.add(record); });
    if (!read) {
        Error error = read.error();
        if (error.where.empty()) error.where = report.name;
        return error;
    }
    report.read = *read;
    return keeper.commit();
}

/// Up to where sacct has been walked through. The newest record would not tell: a window shows jobs that ended long
/// after it, and a run that was interrupted there would skip what lies between.
std::string read_to_fact(const AccountingOptions& options) {
    return options.cluster.empty() ? "accounting read to" : "accounting read to, " + options.cluster;
}

Result<std::optional<std::int64_t>> read_to(archive::Archive& archive, const AccountingOptions& options) {
    const auto fact = archive.fact(read_to_fact(options));
    if (!fact) return fact.error();
    std::int64_t time = 0;
    const std::string text = fact->value_or("");
    const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), time);
    return error == std::errc{} ? std::optional(time) : std::nullopt;
}

Result<std::int64_t> begin_of_windows(archive::Archive& archive, const AccountingOptions& options,
                                      const std::string& cluster, std::int64_t now) {
    if (options.since) return *options.since;
    const auto reached = read_to(archive, options);
    if (!reached) return reached.error();
    if (*reached) return std::min(**reached, now) - overlap_s;
    const auto known = archive.known_until(cluster);
    if (!known) return known.error();
    if (*known) return std::min(**known, now) - overlap_s;
    const auto first = archive.first_snapshot();
    if (!first) return first.error();
    return *first ? **first - overlap_s : now - first_look_s;
}

/// The cluster whose records the archive has, to know where to go on.
Result<std::string> known_cluster(archive::Archive& archive, const AccountingOptions& options) {
    if (!options.cluster.empty()) return options.cluster;
    const auto names = archive.clusters();
    if (!names) return names.error();
    return names->empty() ? std::string(unnamed_cluster) : names->front();
}

Result<void> run_sacct(Keeper& keeper, archive::Archive& archive, const AccountingOptions& options,
                       AccountingReport& report) {
    auto sacct = accounting::Sacct::find();
    if (!sacct) return sacct.error();
    const auto cluster = known_cluster(archive, options);
    if (!cluster) return cluster.error();
    const auto open_before = archive.open_records(*cluster);
    if (!open_before) return open_before.error();
    std::set<archive::OpenRecord> open(open_before->begin(), open_before->end());
    const std::int64_t now = std::time(nullptr);
    const auto from = begin_of_windows(archive, options, *cluster, now);
    if (!from) return from.error();

    const auto reached = read_to(archive, options);
    if (!reached) return reached.error();
    const bool leaves_a_gap = *reached && *from > **reached; // --since a later day: the next run has to close it
    const auto note_reached = [&](std::int64_t time) -> Result<void> {
        if (const auto done = keeper.commit(); !done || leaves_a_gap) return done;
        return archive.set_fact(read_to_fact(options), std::to_string(time));
    };

    const uid_t self = ::geteuid();
    bool has_own = false, has_others = false;
    const auto keep = [&](const accounting::JobRecord& record) {
        open.erase({record.id_raw, *record.submit});
        (record.uid == self ? has_own : has_others) = true;
        return keeper.add(record);
    };
    const auto on_window = [&](std::int64_t begin, std::int64_t) -> Result<void> {
        if (options.progress != nullptr) {
            fmt::print(*options.progress, "\raccounting: {}", options.zone.format(begin));
            options.progress->flush();
        }
        return note_reached(begin);
    };
    auto read = sacct->read(*from, now + 1, keep, on_window);
    if (options.progress != nullptr) fmt::print(*options.progress, "\r\033[K");
    if (!read) return read.error();
    // Ended before the windows began and told late, or lost: asked for by id.
    std::vector<std::int64_t> ids;
    for (const archive::OpenRecord& record : open)
        if (ids.size() < most_asked_for && record.id_raw > 0) ids.push_back(record.id_raw);
    const auto late = sacct->read_jobs(ids, keep);
    if (!late) return late.error();
    report.read = *read;
    accounting::add(report.read, *late);
    report.only_own = has_own && !has_others && self != 0;
    return note_reached(now);
}

} // namespace

Result<AccountingReport> collect_accounting(archive::Archive& archive, const AccountingOptions& options) {
    AccountingReport report;
    report.name = options.dump.empty() ? "sacct" : options.dump == "-" ? "standard input" : options.dump.string();
    Keeper keeper(archive, report.tally);
    const auto done = options.dump.empty() ? run_sacct(keeper, archive, options, report)
                                           : read_dump_file(keeper, options, report);
    if (done) return report;
    keeper.rollback();
    return done.error();
}

namespace {

/// Whose records came, where that is not a matter of course.
void print_clusters(std::ostream& out, const AccountingReport& report) {
    const accounting::Report& read = report.read;
    if (read.clusters.size() < 2 && read.other_clusters == 0) return;
    std::vector<std::pair<std::uint64_t, std::string>> all;
    for (const auto& [cluster, records] : read.clusters)
        all.emplace_back(records, cluster);
    std::sort(all.rbegin(), all.rend());
    std::string names;
    for (std::size_t i = 0; i < all.size() && i < most_notes; ++i)
        names.append(i == 0 ? "" : ", ").append(all[i].second);
    if (read.other_clusters > 0)
        fmt::print(out, "  {} records of other clusters are left out; there are: {}\n", read.other_clusters, names);
    else
        fmt::print(out,
                   "  {} clusters: {}; all are kept, apart; reports are about {} unless --cluster names another\n",
                   all.size(), names, all.front().second);
}

} // namespace

void print(std::ostream& out, const AccountingReport& report) {
    const accounting::Report& read = report.read;
    fmt::print(out, "accounting: {} records, {} of them new and {} changed; {} steps\n", read.records,
               report.tally.added, report.tally.updated, read.steps);
    for (std::size_t i = 0; i < read.skipped.size() && i < most_notes; ++i)
        fmt::print(out, "  {}:{}: {}\n", report.name, read.skipped[i].line,
                   accounting::fault_text(read.skipped[i].fault));
    if (read.skipped_count > most_notes)
        fmt::print(out, "  and {} more rows that cannot be read\n", read.skipped_count - most_notes);
    if (read.stray_steps > 0)
        fmt::print(out, "  {} steps stand apart from their job and are left out\n", read.stray_steps);
    print_clusters(out, report);
    if (read.records == 0) return;
    for (const std::string& column : read.missing)
        fmt::print(out, "  no column {}\n", column);
    if (read.duplicates == accounting::Duplicates::missing)
        fmt::print(out, "  earlier runs of requeued jobs are missing: make the dump with sacct -D\n");
    if (report.only_own)
        fmt::print(out,
                   "  sacct showed nobody's jobs but your own: where others compute, run it as SlurmUser, root or "
                   "an operator (PrivateData)\n");
    if (!read.gpus_seen)
        fmt::print(out, "  no GPUs: gres/gpu is not in AccountingStorageTRES, or there are none\n");
    if (read.shards_seen)
        fmt::print(out, "  shards of GPUs are not counted: how many make a device is not in accounting\n");
}

} // namespace worklines::commands
