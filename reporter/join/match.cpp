// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/join/match.h"

#include "reporter/join/load.h"

#include <algorithm>
#include <optional>
#include <vector>

namespace worklines::join {
namespace {

using archive::guarded;

constexpr std::int64_t window_s = 86'400; // looked at together: bounds memory
using Span = archive::Archive::Impl::Span;

/// One cluster's pass over what is new.
class Pass {
  public:
    /// `takes_unnamed`: snapshots that name no cluster are this cluster's.
    Pass(archive::Archive& archive, const MatchOptions& options, std::int64_t cluster, bool takes_unnamed,
         MatchReport& report)
        : archive_(archive.impl()), tables_(archive.impl()), options_(options), cluster_(cluster),
          takes_unnamed_(takes_unnamed), report_(report) {}

    /// The latest window first: a submission takes the latest snapshot that can be its own, so the later ones must
    /// have taken theirs before.
    void run(Span span) {
        for (std::int64_t to = span.to + 1; to > span.from; to -= window_s)
            settle_window(std::max(span.from, to - window_s), to);
        settle_runs_again();
    }

  private:
    void settle_window(std::int64_t from, std::int64_t to) {
        const Tolerance& tolerance = options_.tolerance;
        const auto captured =
            tables_.captured(cluster_, takes_unnamed_, from - tolerance.late_s, to + tolerance.early_s);
        if (captured.empty() && to <= capture_began()) { // nor can anything have been inherited
            count(Evidence::no_snapshot) += tables_.count_new(cluster_, from, to);
            return;
        }
        std::vector<Unit> open;
        for (Unit& unit : tables_.units(cluster_, from, to)) {
            if (follows_link(unit)) continue;
            const auto before = tables_.run_before(unit.records.front());
            if (before && before->requeued)
                again_.push_back({std::move(unit), std::nullopt});
            else
                open.push_back(std::move(unit));
        }
        count_open(captured, settle(open, captured), from, to);
    }

    std::int64_t capture_began() {
        if (!capture_began_) capture_began_ = archive_.first_snapshot().value_or(INT64_MAX);
        return *capture_began_;
    }

    /// Array tasks that split off after their array was joined.
    bool follows_link(const Unit& unit) {
        for (const Link& link : tables_.links(unit.submitted)) {
            const std::int64_t late_s = unit.submitted.submit - link.time_s;
            if (late_s < -options_.tolerance.early_s || late_s > options_.tolerance.late_s) continue;
            set(unit, link.snapshot, Evidence::snapshot);
            return true;
        }
        return false;
    }

    std::vector<Assigned> settle(std::vector<Unit>& units, const std::vector<Captured>& captured) {
        std::vector<Submitted> submitted;
        for (const Unit& unit : units)
            submitted.push_back(unit.submitted);
        const auto assigned = assign(captured, submitted, options_.tolerance);
        for (std::size_t i = 0; i < units.size(); ++i) {
            if (assigned[i].captured) {
                const std::int64_t snapshot = captured[*assigned[i].captured].id;
                set(units[i], snapshot, assigned[i].evidence);
                tables_.set_job(snapshot, units[i].submitted);
            } else {
                set(units[i], std::nullopt, assigned[i].evidence);
                again_.push_back({std::move(units[i]), assigned[i].evidence});
            }
        }
        return assigned;
    }

    /// Runs of a requeued job belong to the snapshot of its first run, the earliest first. A job whose id was given
    /// out again after a crash of slurmctld has a snapshot of its own, or another request.
    void settle_runs_again() {
        std::sort(again_.begin(), again_.end(),
                  [](const Again& a, const Again& b) { return a.unit.submitted.submit < b.unit.submitted.submit; });
        for (const Again& again : again_)
            for (const RecordKey& record : again.unit.records) {
                const auto before = tables_.run_before(record);
                if (before && before->snapshot && (before->requeued || before->same_request)) {
                    tables_.set(record, before->snapshot, Evidence::snapshot);
                    if (again.set_as && again.unit.is_fresh) --count(*again.set_as);
                    ++count(Evidence::snapshot);
                } else if (!again.set_as) {
                    tables_.set(record, std::nullopt, Evidence::no_snapshot);
                    if (again.unit.is_fresh) ++count(Evidence::no_snapshot);
                }
            }
    }

    std::uint64_t& count(Evidence evidence) { return report_.records[static_cast<std::size_t>(evidence)]; }

    void set(const Unit& unit, std::optional<std::int64_t> snapshot, Evidence evidence) {
        for (const RecordKey& record : unit.records)
            tables_.set(record, snapshot, evidence);
        if (unit.is_fresh || snapshot) count(evidence) += unit.records.size();
    }

    void count_open(const std::vector<Captured>& captured, const std::vector<Assigned>& assigned, std::int64_t from,
                    std::int64_t to) {
        std::uint64_t open = 0;
        for (const Captured& one : captured)
            open += one.time_us >= from * 1'000'000 && one.time_us < to * 1'000'000;
        for (const Assigned& pair : assigned)
            open -= pair.captured && captured[*pair.captured].time_us >= from * 1'000'000 &&
                    captured[*pair.captured].time_us < to * 1'000'000;
        report_.snapshots_open += open;
    }

    /// A unit that waits for the runs before it; what its records were set to until then.
    struct Again {
        Unit unit;
        std::optional<Evidence> set_as;
    };

    archive::Archive::Impl& archive_;
    Tables tables_;
    const MatchOptions& options_;
    const std::int64_t cluster_;
    const bool takes_unnamed_;
    MatchReport& report_;
    std::vector<Again> again_;
    std::optional<std::int64_t> capture_began_;
};

/// Of the records without a snapshot, those whose script is known by their id all the same.
void count_by_id(archive::Archive::Impl& archive, std::int64_t cluster, const Span& span, MatchReport& report) {
    archive::Statement rows = archive.db.prepare(
        "SELECT count(*) FROM record r INDEXED BY record_unjoined JOIN request q ON q.id = r.request"
        " WHERE r.cluster = ?1 AND r.submit BETWEEN ?2 AND ?3 AND r.snapshot IS NULL AND " +
        archive::fitting_by_id("script") + " IS NOT NULL");
    rows.bind(1, cluster).bind(2, span.from).bind(3, span.to).step();
    auto& without = report.records[static_cast<std::size_t>(Evidence::no_snapshot)];
    const std::uint64_t by_id = std::min(without, static_cast<std::uint64_t>(rows.integer(0)));
    without -= by_id;
    report.records[static_cast<std::size_t>(Evidence::by_id)] += by_id;
}

MatchReport match_all(archive::Archive& archive, const MatchOptions& options) {
    MatchReport report;
    const auto names = archive.clusters();
    if (!names) throw archive::Failure{names.error()};
    const auto added = archive.impl().unjoined();
    if (!added) return report;
    // Around a new snapshot its record may have been there before, and the other way round.
    const Span span{added->from - options.tolerance.early_s, added->to + options.tolerance.late_s};
    for (const std::string& name : *names) {
        const std::int64_t cluster = *archive.impl().texts.find(name);
        const bool takes_unnamed = options.cluster.empty() ? name == names->front() : name == options.cluster;
        MatchReport one;
        Pass(archive, options, cluster, takes_unnamed, one).run(span);
        count_by_id(archive.impl(), cluster, span, one);
        for (std::size_t i = 0; i < one.records.size(); ++i)
            report.records[i] += one.records[i];
        report.snapshots_open += one.snapshots_open;
    }
    archive.impl().clear_unjoined();
    return report;
}

} // namespace

Result<MatchReport> match(archive::Archive& archive, const MatchOptions& options) {
    if (const auto begun = archive.begin(); !begun) return begun.error();
    auto report = guarded([&] { return match_all(archive, options); });
    if (report) {
        if (const auto done = archive.commit(); done)
            return report;
        else
            report = done.error();
    }
    archive.rollback();
    return report;
}

} // namespace worklines::join
