// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/dump.h"

#include "core/text/duration.h"
#include "core/text/memory.h"
#include "core/text/moment.h"
#include "reporter/accounting/json_dump.h"
#include "reporter/accounting/measured.h"
#include "reporter/accounting/notes.h"

#include <algorithm>
#include <charconv>

namespace worklines::accounting {
namespace {

std::optional<std::int64_t> whole(std::string_view text) {
    std::int64_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (error != std::errc{} || rest != end) return std::nullopt;
    return value;
}

std::optional<std::int64_t> count(std::string_view text) {
    const auto value = whole(text);
    return value && *value >= 0 ? value : std::nullopt;
}

/// Records without JobIDRaw need a number of their own all the same; below zero none is Slurm's.
std::int64_t stand_in_id(const JobId& id) {
    if (id.het_offset) return id.base + *id.het_offset;
    return id.task ? -((id.base << 23) + *id.task + 1) : id.base;
}

std::optional<std::int64_t> req_mem_bytes(std::string_view text, const JobRecord& job) {
    using Per = text::RequestedMemory::Per;
    const auto memory = text::parse_requested_memory(text);
    if (!memory) return job.requested.mem_bytes;
    if (memory->per == Per::job || memory->bytes == 0) return memory->bytes;
    const auto times = memory->per == Per::node ? job.nodes : job.req_cpus;
    return times ? std::optional(memory->bytes * std::max<std::int64_t>(1, *times)) : std::nullopt;
}

/// Reads the rows of one dump into the one record that is open.
class Dump {
  public:
    Dump(Source source, const DumpOptions& options, const RecordSink& sink)
        : options_(options), notes_(options, sink), rows_(std::move(source), options.delimiter) {}

    Result<Report> read() {
        const auto layout = rows_.read_header();
        if (!layout) return layout.error();
        layout_ = *layout;
        report_.missing = missing(layout_);
        while (true) {
            const auto more = rows_.next();
            if (!more) return more.error();
            if (!*more) break;
            if (const auto done = take_row(); !done) return done.error();
        }
        if (const auto done = finish(); !done) return done.error();
        report_.lines = rows_.lines_read();
        report_.skipped_count = rows_.skipped_count();
        report_.skipped.assign(rows_.skipped().begin(), rows_.skipped().end());
        return std::move(report_);
    }

  private:
    std::string_view field(Column column) const { return rows_.field(column); }

    Result<void> take_row() {
        const auto id = parse_job_id(field(Column::job_id)); // rows without one do not come here
        if (!id->step.empty()) {
            ++report_.steps;
            if (open_ && id->whole == job_.id)
                measured_.add(step_use(*id));
            else if (!dropped_ || id->whole != job_.id)
                ++report_.stray_steps;
            return {};
        }
        if (const auto done = finish(); !done) return done.error();
        dropped_ = !begin_record(*id);
        if (dropped_) rows_.skip(Fault::no_time);
        open_ = !dropped_;
        return {};
    }

    /// Hands the open record on, now that all its steps are known.
    Result<void> finish() {
        if (!open_) return {};
        open_ = false;
        job_.use = measured_.use_of(job_, job_cpu_ms_);
        return notes_.take(job_, report_);
    }

    bool begin_record(const JobId& id) {
        measured_.clear();
        read_names(id);
        read_times();
        if (!job_.submit) return false;
        read_request();
        job_cpu_ms_ = text::parse_duration_ms(field(Column::total_cpu));
        if (const auto stats = parse_jobstats(field(Column::admin_comment))) measured_.add(*stats);
        const StepUse own = step_use(id);
        if (own.max_rss_bytes) measured_.add(own); // a plain srun before 22.05 is one row
        return true;
    }

    void read_names(const JobId& id) {
        const auto raw = whole(field(Column::job_id_raw));
        job_.id = id.whole;
        job_.id_raw = raw ? *raw : stand_in_id(id);
        job_.parent = id.base;
        job_.array_task = id.task;
        job_.het_offset = id.het_offset;
        const auto cluster = field(Column::cluster);
        job_.cluster = cluster.empty() ? std::string_view(options_.cluster) : cluster;
        job_.user = field(Column::user);
        job_.account = field(Column::account);
        job_.partition = field(Column::partition);
        job_.qos = field(Column::qos);
        job_.name = field(Column::job_name);
        job_.work_dir = field(Column::work_dir);
        job_.submit_line = field(Column::submit_line);
        job_.node_list =
            field(Column::node_list) == "None assigned" ? std::string_view{} : field(Column::node_list);
        job_.reason = field(Column::reason) == "None" ? std::string_view{} : field(Column::reason);
        const auto uid = count(field(Column::uid));
        job_.uid = uid && *uid <= UINT32_MAX ? std::optional(static_cast<std::uint32_t>(*uid)) : std::nullopt;
        job_.restarts = count(field(Column::restarts));
    }

    void read_times() {
        job_.submit = time(Column::submit);
        job_.eligible = time(Column::eligible);
        job_.start = time(Column::start);
        job_.end = time(Column::end);
        if (!layout_.has(Column::submit)) job_.submit = job_.eligible ? job_.eligible : job_.start;
        job_.elapsed_s = elapsed();
        settle_double_hour();
    }

    std::optional<std::int64_t> time(Column column) const {
        const std::string_view text = field(column);
        if (text.size() < 8) return std::nullopt; // Unknown, None, nothing, 0
        const auto epoch = text::parse_moment(text, options_.zone);
        return epoch && *epoch > 86400 ? epoch : std::nullopt; // 1970: never (pitfall A21)
    }

    std::optional<std::int64_t> elapsed() const {
        if (layout_.has(Column::elapsed_raw)) return whole(field(Column::elapsed_raw));
        const auto ms = text::parse_duration_ms(field(Column::elapsed));
        return ms ? std::optional(*ms / 1000) : std::nullopt;
    }

    /// Where the clock is set back, an hour of local time comes twice; elapsed seconds tell which was meant.
    void settle_double_hour() {
        if (!job_.start || !job_.end || !job_.elapsed_s) return;
        const std::int64_t span = *job_.end - *job_.start;
        if (span == *job_.elapsed_s) return;
        const auto second = [&](std::int64_t epoch) {
            return options_.zone.second_epoch(options_.zone.wall(epoch));
        };
        if (span < *job_.elapsed_s) {
            if (const auto end = second(*job_.end); end && *end - *job_.start >= *job_.elapsed_s) job_.end = end;
        } else if (const auto start = second(*job_.start); start && *job_.end - *start == *job_.elapsed_s) {
            job_.start = start;
        }
    }

    void read_request() {
        job_.state = parse_state(field(Column::state));
        const auto limit = field(Column::timelimit_raw);
        job_.limit = parse_limit(limit.empty() ? field(Column::timelimit) : limit);
        job_.requested = tres(Column::req_tres, Column::req_gres);
        job_.allocated = tres(Column::alloc_tres, Column::alloc_gres);
        job_.req_cpus = count(field(Column::req_cpus));
        job_.alloc_cpus = count(field(Column::alloc_cpus));
        job_.nodes = count(field(Column::nnodes));
        if (!job_.req_cpus) job_.req_cpus = job_.requested.cpus;
        if (!job_.alloc_cpus) job_.alloc_cpus = job_.allocated.cpus;
        if (!job_.nodes) job_.nodes = job_.allocated.nodes;
        job_.req_mem_bytes = req_mem_bytes(field(Column::req_mem), job_);
    }

    /// The gres column is where GPUs stood up to Slurm 20.11.
    Tres tres(Column column, Column gres) const {
        Tres tres = text::parse_tres(field(column));
        if (tres.gpus) return tres;
        if (const auto gpus = text::requested_gpus(field(gres))) tres.gpus = static_cast<double>(*gpus);
        return tres;
    }

    StepUse step_use(const JobId& id) const {
        StepUse step;
        step.is_extern = id.step == "extern";
        step.tasks = count(field(Column::ntasks));
        if (step.is_extern || id.step == "batch" || id.step == "interactive") step.tasks = 1;
        step.cpus = count(field(Column::alloc_cpus));
        step.elapsed_s = elapsed();
        step.max_rss_bytes = text::parse_memory(field(Column::max_rss), 1);
        step.total_cpu_ms = text::parse_duration_ms(field(Column::total_cpu));
        step.largest = text::parse_tres_usage(field(Column::usage_max));
        step.total = text::parse_tres_usage(field(Column::usage_tot));
        return step;
    }

    const DumpOptions& options_;
    Notes notes_;
    Rows rows_;
    Layout layout_;
    Report report_;
    JobRecord job_;
    Measured measured_;
    std::optional<std::int64_t> job_cpu_ms_;
    bool open_ = false;
    bool dropped_ = false; ///< the record of the steps that follow was skipped
};

constexpr std::string_view blanks = " \t\r\n";

/// The first block of a source, which is read again from `whole`.
struct Peeked {
    std::string begin;
    Source whole;
};

Result<Peeked> peek(Source source) {
    std::string begin(1 << 16, '\0');
    std::size_t size = 0;
    while (size < begin.size()) {
        const auto got = source(begin.data() + size, begin.size() - size);
        if (!got) return got.error();
        if (*got == 0) break;
        size += *got;
        if (std::string_view(begin).substr(0, size).find_first_not_of(blanks) != std::string_view::npos) break;
    }
    begin.resize(size);
    Source whole = [begin, at = std::size_t{0},
                    source = std::move(source)](char* buffer, std::size_t room) mutable -> Result<std::size_t> {
        if (at == begin.size()) return source(buffer, room);
        const std::size_t count = std::min(room, begin.size() - at);
        std::copy_n(begin.data() + at, count, buffer);
        at += count;
        return count;
    };
    return Peeked{std::move(begin), std::move(whole)};
}

} // namespace

Result<Report> read_dump(Source source, const DumpOptions& options, const RecordSink& sink) {
    auto peeked = peek(std::move(source));
    if (!peeked) return peeked.error();
    const std::size_t first = peeked->begin.find_first_not_of(blanks);
    if (first != std::string::npos && peeked->begin[first] == '{')
        return read_json_dump(peeked->whole, options, sink);
    return Dump(std::move(peeked->whole), options, sink).read();
}

} // namespace worklines::accounting
