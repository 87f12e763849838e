// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/portrait/counters.h"

#include "core/text/hostlist.h"
#include "reporter/portrait/distinct.h"
#include "reporter/portrait/waits.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace worklines::portrait {
namespace {

using join::Run;
using join::Runs;
using join::TextId;

/// Whose it is: an id alone comes twice, after a database reset or in two clusters.
struct Owned {
    TextId cluster = 0;
    std::int64_t id = 0;
    TextId user = 0, submit_line = 0;

    auto operator<=>(const Owned&) const = default;
};
Owned job_of(const Run& run) { return {run.cluster, run.id_raw, run.user, run.submit_line}; }
Owned submission_of(const Run& run) { return {run.cluster, run.parent, run.user, run.submit_line}; }

/// `6_[0-3,7%2]` stands for five tasks; anything else for one job.
std::uint64_t tasks_of(std::string_view printed_id) {
    const auto open = printed_id.find('['), close = printed_id.find(']');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open) return 1;
    return text::array_size(printed_id.substr(open + 1, close - open - 1)).value_or(1);
}

class Counter {
  public:
    Counter(const Runs& runs, const Span& span, const OptedOut& opted_out)
        : runs_(runs), span_(span), opted_out_(opted_out) {}

    Counted count() {
        for (std::uint32_t i = 0; i < runs_.runs.size(); ++i)
            take(i);
        number_jobs();
        count_distinct_owners();
        count_never_started();
        measure_waits();
        return std::move(counted_);
    }

  private:
    void take(std::uint32_t index) {
        const Run& run = runs_.runs[index];
        if (run.alloc_gpus || run.req_gpus) counted_.gpus_in_accounting = true;
        const Verdict verdict = judge(run, span_);
        const Hours hours = hours_of(run, verdict.inside_s);
        if (has_opted_out(run)) {
            if (verdict.kind == Verdict::Kind::counted) counted_.opted_out.push_back({index, hours});
            return;
        }
        switch (verdict.kind) {
        case Verdict::Kind::counted:
            counted_.runs.push_back({index, 0, hours});
            counted_.hours += hours;
            break;
        case Verdict::Kind::outside:
            break;
        case Verdict::Kind::never_started:
            waiting_.push_back(index);
            return;
        case Verdict::Kind::orphan:
            leave_out(counted_.orphans, index, hours);
            break;
        case Verdict::Kind::absurd:
            leave_out(counted_.absurd, index, hours);
            break;
        }
        started_.push_back(job_of(run));
        if (verdict.removed_s > 0) clip(index, verdict);
    }

    bool has_opted_out(const Run& run) {
        if (opted_out_.empty()) return false;
        if (is_out_.empty()) is_out_.resize(runs_.texts.size());
        auto& known = is_out_[run.user];
        if (!known) known = opted_out_.contains(runs_.text(run.user));
        return *known;
    }

    /// Listed in each period that it would add to, or that it starts in.
    void leave_out(std::vector<LeftOut>& list, std::uint32_t index, const Hours& hours) {
        const std::int64_t start = *runs_.runs[index].start;
        const bool starts_inside = start >= span_.from_s && start < span_.to_s;
        if (hours.gpu > 0 || hours.cpu > 0 || starts_inside) list.push_back({index, hours});
    }

    void clip(std::uint32_t index, const Verdict& verdict) {
        const Hours removed = hours_of(runs_.runs[index], verdict.removed_s);
        if (verdict.overrun_s > late_kill_s) {
            counted_.over_limit.push_back({index, removed});
        } else {
            ++counted_.late_kills;
            counted_.late_kill_hours += removed;
        }
    }

    /// The runs come by (cluster, id, submit): those of a job follow each other.
    void number_jobs() {
        std::optional<Owned> last;
        for (CountedRun& one : counted_.runs) {
            const Run& run = runs_.runs[one.run];
            const Owned job = job_of(run);
            if (job != last) {
                ++counted_.jobs;
                ++counted_.jobs_by_evidence[static_cast<std::size_t>(run.evidence)];
                first_runs_.push_back(one.run);
                last = job;
            }
            one.job = static_cast<std::uint32_t>(counted_.jobs - 1);
        }
    }

    void count_distinct_owners() {
        std::vector<std::pair<TextId, std::uint32_t>> people; // those without a name by number
        std::vector<std::uint32_t> scripts;
        std::vector<Owned> submissions;
        for (const CountedRun& one : counted_.runs) {
            const Run& run = runs_.runs[one.run];
            people.emplace_back(run.user, run.user == 0 ? run.uid.value_or(UINT32_MAX) : 0);
            if (run.script != join::none) scripts.push_back(run.script);
            submissions.push_back(submission_of(run));
        }
        counted_.users = count_distinct(std::move(people));
        counted_.scripts = count_distinct(std::move(scripts));
        counted_.submissions = count_distinct(std::move(submissions));
    }

    /// A requeued job that waits again has started before.
    void count_never_started() {
        std::sort(started_.begin(), started_.end());
        for (const std::uint32_t index : waiting_) {
            const Run& run = runs_.runs[index];
            if (run.submit < span_.from_s || run.submit >= span_.to_s) continue;
            if (std::binary_search(started_.begin(), started_.end(), job_of(run))) continue;
            counted_.never_started += tasks_of(runs_.text(run.id));
        }
    }

    void measure_waits() {
        Waits waits;
        for (const std::uint32_t index : first_runs_) {
            const Run& run = runs_.runs[index];
            const auto cpus = run.req_cpus ? run.req_cpus : run.alloc_cpus;
            if (run.eligible && cpus) waits.add(*cpus, std::max<std::int64_t>(0, *run.start - *run.eligible));
        }
        counted_.waits = waits.by_size();
    }

    const Runs& runs_;
    const Span& span_;
    const OptedOut& opted_out_;
    Counted counted_;
    std::vector<std::uint32_t> waiting_, first_runs_;
    std::vector<Owned> started_;
    std::vector<std::optional<bool>> is_out_; ///< by TextId of a person
};

} // namespace

Counted count(const Runs& runs, const Span& span, const OptedOut& opted_out) {
    return Counter(runs, span, opted_out).count();
}

} // namespace worklines::portrait
