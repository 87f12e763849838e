// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/json_dump.h"

#include "reporter/accounting/json_job.h"
#include "reporter/accounting/notes.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <streambuf>
#include <utility>
#include <vector>

namespace worklines::accounting {
namespace {

using nlohmann::json;

constexpr std::size_t longest_job = 64 << 20; // with a script in it, escaped
constexpr std::size_t deepest = 32;           // sacct's lists and objects are ten deep

/// A source as a stream that ends where a job, or what stands around the jobs, grows beyond all bounds.
class SourceBuffer : public std::streambuf {
  public:
    explicit SourceBuffer(const Source& source) : source_(source) {}

    void begin_anew() { left_ = longest_job; }
    bool is_exhausted() const { return left_ == 0; }
    const std::optional<Error>& error() const { return error_; }
    std::uint64_t line() const {
        return lines_ + static_cast<std::uint64_t>(std::count(eback(), gptr(), '\n')) + 1;
    }

  protected:
    int_type underflow() override {
        lines_ += static_cast<std::uint64_t>(std::count(eback(), egptr(), '\n'));
        setg(nullptr, nullptr, nullptr);
        if (left_ == 0 || error_) return traits_type::eof();
        const auto got = source_(buffer_.data(), std::min(buffer_.size(), left_));
        if (!got) error_ = got.error();
        if (!got || *got == 0) return traits_type::eof();
        left_ -= *got;
        setg(buffer_.data(), buffer_.data(), buffer_.data() + *got);
        return traits_type::to_int_type(*gptr());
    }

  private:
    const Source& source_;
    std::array<char, 1 << 16> buffer_{};
    std::size_t left_ = longest_job;
    std::uint64_t lines_ = 0;
    std::optional<Error> error_;
};

/// Builds one job at a time; a step is taken off as soon as it is complete, and what is not a job is passed over.
class Jobs : public json::json_sax_t {
  public:
    Jobs(SourceBuffer& buffer, const DumpOptions& options, const RecordSink& sink, Report& report)
        : buffer_(buffer), options_(options), notes_(options, sink), report_(report) {}

    bool null() override { return take(nullptr); }
    bool boolean(bool value) override { return take(value); }
    bool number_integer(number_integer_t value) override { return take(value); }
    bool number_unsigned(number_unsigned_t value) override { return take(value); }
    bool number_float(number_float_t value, const string_t&) override { return take(value); }
    bool string(string_t& value) override { return take(std::move(value)); }
    bool binary(binary_t&) override { return true; }

    bool key(string_t& name) override {
        if (!open_.empty())
            key_ = std::move(name);
        else if (depth_ == 1)
            at_jobs_ = name == "jobs";
        return true;
    }

    bool start_object(std::size_t) override {
        if (open_.empty() && depth_ == 2 && in_jobs_) {
            job_ = json::object();
            measured_.clear();
            open_.push_back(&job_);
            return deeper();
        }
        return open(json::object());
    }

    bool end_object() override {
        --depth_;
        if (open_.empty()) return true;
        open_.pop_back();
        if (open_.size() == 2 && open_.back()->is_array() && is_steps_) {
            take_step(open_.back()->back());
            open_.back()->clear();
            buffer_.begin_anew();
        }
        return !open_.empty() || take_job();
    }

    bool start_array(std::size_t) override {
        if (depth_ == 1 && at_jobs_) in_jobs_ = found_ = true;
        if (open_.size() == 1) is_steps_ = key_ == "steps";
        return open(json::array());
    }

    bool end_array() override {
        --depth_;
        if (!open_.empty()) open_.pop_back();
        if (depth_ == 1) in_jobs_ = at_jobs_ = false;
        return true;
    }

    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        broken_ = true;
        return false;
    }

    bool found() const { return found_; }
    bool is_broken() const { return broken_; }
    bool is_too_deep() const { return depth_ >= deepest; }
    const std::optional<Error>& error() const { return error_; }

  private:
    bool deeper() { return ++depth_ < deepest; }

    json* put(json value) {
        json& here = *open_.back();
        if (here.is_array()) return &here.emplace_back(std::move(value));
        return &(here[key_] = std::move(value));
    }

    bool take(json value) {
        if (!open_.empty()) put(std::move(value));
        return true;
    }

    bool open(json value) {
        if (!open_.empty()) open_.push_back(put(std::move(value)));
        return deeper();
    }

    void take_step(const json& step) {
        ++report_.steps;
        measured_.add(step_of_json(step));
    }

    bool take_job() {
        buffer_.begin_anew();
        auto record = job_of_json(job_);
        if (!record || !record->submit) {
            skip(record ? Fault::no_time : Fault::no_job_id);
            return true;
        }
        if (record->cluster.empty()) record->cluster = options_.cluster;
        if (const auto stats = parse_jobstats(admin_comment_of_json(job_))) measured_.add(*stats);
        record->use = measured_.use_of(*record, total_cpu_ms_of_json(job_));
        const auto done = notes_.take(*record, report_);
        if (!done) error_ = done.error();
        return bool(done);
    }

    void skip(Fault fault) {
        ++report_.skipped_count;
        if (report_.skipped.size() < most_skipped) report_.skipped.push_back({buffer_.line(), fault});
    }

    static constexpr std::size_t most_skipped = 1000;

    SourceBuffer& buffer_;
    const DumpOptions& options_;
    Notes notes_;
    Report& report_;
    json job_;
    Measured measured_;
    std::vector<json*> open_; ///< from the job on down
    std::string key_;
    std::size_t depth_ = 0; ///< of all that is open, the document included
    bool at_jobs_ = false, in_jobs_ = false, is_steps_ = false, found_ = false, broken_ = false;
    std::optional<Error> error_;
};

} // namespace

Result<Report> read_json_dump(const Source& source, const DumpOptions& options, const RecordSink& sink) {
    Report report;
    SourceBuffer buffer(source);
    Jobs jobs(buffer, options, sink, report);
    std::istream stream(&buffer);
    json::sax_parse(stream, &jobs, json::input_format_t::json, false);
    if (buffer.error()) return *buffer.error();
    if (jobs.error()) return *jobs.error();
    if (!jobs.found())
        return Error{"not a dump of sacct: JSON without a list `jobs`", "", "make it with `sacct -a -D --json`"};
    report.lines = buffer.line();
    if (jobs.is_broken() || jobs.is_too_deep()) {
        ++report.skipped_count;
        report.skipped.push_back({buffer.line(), buffer.is_exhausted() ? Fault::too_long
                                                 : jobs.is_too_deep()  ? Fault::no_job_id
                                                                       : Fault::cut});
    }
    return report;
}

} // namespace worklines::accounting
