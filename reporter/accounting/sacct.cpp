// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/sacct.h"

#include "reporter/accounting/process.h"

#include <algorithm>
#include <array>
#include <set>
#include <sstream>

#include <sys/random.h>

namespace worklines::accounting {
namespace {

constexpr std::int64_t widest_window_s = 7 * 86'400, narrowest_window_s = 3'600;
constexpr int patience_s = 600; // slurmdbd answers a window at once or, while it purges, after minutes

/// Several characters made at random: no name or submit line can hold them, by chance or on purpose.
std::string random_delimiter() {
    std::array<unsigned char, 8> bytes{};
    if (::getrandom(bytes.data(), bytes.size(), 0) != static_cast<ssize_t>(bytes.size())) bytes.fill(0x5a);
    std::string text = "\x1f";
    for (const unsigned char byte : bytes) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text + "\x1f";
}

Result<std::string> output_of(const std::vector<std::string>& arguments) {
    auto process = Process::start(arguments, {});
    if (!process) return process.error();
    std::string all;
    std::array<char, 4096> buffer{};
    while (true) {
        const auto got = process->read(buffer.data(), buffer.size(), 60);
        if (!got) return got.error();
        if (*got == 0) break;
        all.append(buffer.data(), *got);
    }
    if (const auto done = process->finish(); !done) return done.error();
    return all;
}

/// What slurmdbd and the client say where a narrower window can help.
bool is_too_much(const Error& error) {
    for (const char* sign : {"too wide", "TOO_WIDE", "too large", "TOO_LARGE", "imed out"})
        if (error.what.find(sign) != std::string::npos) return true;
    return false;
}

} // namespace

Result<Sacct> Sacct::find(const std::string& program) {
    const auto output = output_of({program, "--helpformat"});
    if (!output)
        return Error{output.error().what, program,
                     "run this where Slurm's client commands work, or name a dump with --sacct"};
    std::istringstream words(*output);
    std::set<std::string> known;
    for (std::string word; words >> word;)
        known.insert(word);

    std::string fields;
    for (std::size_t i = 0; i < column_count; ++i) {
        const ColumnInfo& column = info(static_cast<Column>(i));
        if (!column.asked || !known.contains(std::string(column.name))) continue;
        fields.append(fields.empty() ? "" : ",").append(column.name);
    }
    if (!known.contains("JobID"))
        return Error{"its --helpformat names no field JobID", program, "is that Slurm's sacct?"};
    return Sacct(program, fields);
}

Result<Report> Sacct::run(const std::vector<std::string>& selection, const RecordSink& sink) {
    DumpOptions options;
    options.delimiter = random_delimiter();
    std::vector<std::string> arguments{program_,
                                       "--allusers",
                                       "--duplicates",
                                       "--parsable",
                                       "--noconvert",
                                       "--delimiter=" + options.delimiter,
                                       "--format=" + fields_};
    arguments.insert(arguments.end(), selection.begin(), selection.end());
    auto process = Process::start(arguments, {"SLURM_TIME_FORMAT=%s"});
    if (!process) return process.error();

    bool ended = false;
    const auto source = [&](char* buffer, std::size_t size) {
        auto got = process->read(buffer, size, patience_s);
        ended = got && *got == 0;
        return got;
    };
    auto report = read_dump(source, options, sink);
    if (!ended) return report; // an error; the process is ended as it goes
    const auto done = process->finish();
    if (!done) return done.error(); // it says why there is no header, too
    return report;
}

Result<Report> Sacct::read(std::int64_t from, std::int64_t to, const RecordSink& sink, const OnWindow& on_window) {
    Report sum;
    std::int64_t width_s = widest_window_s;
    while (from < to) {
        const std::int64_t end = std::min(to, from + width_s);
        if (const auto done = on_window(from, end); !done) return done.error();
        const auto report =
            run({"--starttime=uts" + std::to_string(from), "--endtime=uts" + std::to_string(end)}, sink);
        if (!report && is_too_much(report.error()) && width_s > narrowest_window_s) {
            width_s = std::max(narrowest_window_s, width_s / 4);
            continue;
        }
        if (!report) return report.error();
        add(sum, *report);
        from = end;
    }
    return sum;
}

Result<Report> Sacct::read_jobs(std::span<const std::int64_t> ids, const RecordSink& sink) {
    constexpr std::size_t at_once = 100;
    Report sum;
    while (!ids.empty()) {
        const auto some = ids.first(std::min(at_once, ids.size()));
        std::string list;
        for (const std::int64_t id : some)
            list.append(list.empty() ? "" : ",").append(std::to_string(id));
        const auto report = run({"--jobs=" + list}, sink);
        if (!report) return report.error();
        add(sum, *report);
        ids = ids.subspan(some.size());
    }
    return sum;
}

void add(Report& sum, const Report& report) {
    sum.lines += report.lines;
    sum.records += report.records;
    sum.steps += report.steps;
    sum.stray_steps += report.stray_steps;
    sum.skipped_count += report.skipped_count;
    sum.skipped.insert(sum.skipped.end(), report.skipped.begin(), report.skipped.end());
    sum.missing = report.missing;
    if (sum.duplicates != Duplicates::present && report.duplicates != Duplicates::unknown)
        sum.duplicates = report.duplicates;
    sum.gpus_seen = sum.gpus_seen || report.gpus_seen;
    sum.shards_seen = sum.shards_seen || report.shards_seen;
    for (const auto& [cluster, records] : report.clusters)
        sum.clusters[cluster] += records;
    sum.other_clusters += report.other_clusters;
}

} // namespace worklines::accounting
