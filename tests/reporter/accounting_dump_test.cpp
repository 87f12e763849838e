// SPDX-License-Identifier: GPL-2.0-or-later
// Dumps as sites make them. The names A1.. and N1.. are those of the catalogue of pitfalls.
#define BOOST_TEST_MODULE accounting_dump
#include "reporter/accounting/dump.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

namespace accounting = worklines::accounting;
namespace text = worklines::text;
using accounting::JobRecord;
using accounting::State;

namespace {

/// Gives a text away in pieces, so that every border between reads is met.
accounting::Source source_of(std::string bytes, std::size_t piece) {
    return [bytes = std::move(bytes), at = std::size_t{0},
            piece](char* buffer, std::size_t size) mutable -> worklines::Result<std::size_t> {
        const std::size_t count = std::min({piece, size, bytes.size() - at});
        std::memcpy(buffer, bytes.data() + at, count);
        at += count;
        return count;
    };
}

struct Read {
    std::vector<JobRecord> records;
    accounting::Report report;
};

Read read(const std::string& dump, accounting::DumpOptions options = {}, std::size_t piece = 1 << 20) {
    Read result;
    const auto report = accounting::read_dump(source_of(dump, piece), options, [&](const JobRecord& record) {
        result.records.push_back(record);
        return worklines::Result<void>{};
    });
    BOOST_REQUIRE_MESSAGE(report, (report ? "" : report.error().line()));
    result.report = *report;
    return result;
}

std::string error_of(const std::string& dump) {
    const auto report =
        accounting::read_dump(source_of(dump, 100), {}, [](const JobRecord&) { return worklines::Result<void>{}; });
    return report ? "" : report.error().what;
}

accounting::Fault only_fault(const Read& read) {
    BOOST_REQUIRE(read.report.skipped_count == 1);
    return read.report.skipped.front().fault;
}

const std::string header = "JobID|JobIDRaw|Submit|State|AllocCPUS|JobName\n";

} // namespace

BOOST_AUTO_TEST_CASE(columns_are_found_by_name_in_any_order_and_delimiter) { // A28
    for (const std::string& d : std::vector<std::string>{"|", ";", "\t", ",", "<~>"}) {
        const auto got = read("State" + d + "Whatever" + d + "JobID" + d + "Submit\n" + "COMPLETED" + d + "x" + d +
                              "7" + d + "2026-02-01T00:00:00\n");
        BOOST_REQUIRE(got.records.size() == 1);
        BOOST_TEST(got.records[0].id == "7");
        BOOST_TEST(got.records[0].id_raw == 7);
        BOOST_TEST((got.records[0].state == State::completed));
        BOOST_TEST(got.records[0].submit.value() == 1769904000);
    }
}

BOOST_AUTO_TEST_CASE(line_ends_and_byte_order_marks_do_not_matter) { // A28
    std::string dump =
        "\xef\xbb\xbf" + header + "7|7|2026-02-01T00:00:00|COMPLETED|4|a\n8|8|2026-02-01T00:00:00|FAILED|4|b\n";
    for (std::size_t at = 0; (at = dump.find('\n', at)) != std::string::npos; at += 2)
        dump.replace(at, 1, "\r\n");
    const auto got = read(dump);
    BOOST_REQUIRE(got.records.size() == 2);
    BOOST_TEST(got.records[1].name == "b");
    BOOST_TEST(got.report.skipped_count == 0);
}

BOOST_AUTO_TEST_CASE(every_border_between_two_reads_gives_the_same) {
    const std::string dump = header +
                             "7|7|2026-02-01T00:00:00|COMPLETED|4|a|b\nc\n8|8|2026-02-01T00:00:00|FAILED|4|\n" +
                             "junk\n9|9|2026-02-01T00:00:00|FAI";
    const auto whole = read(dump);
    BOOST_TEST(whole.records.size() == 2);
    for (std::size_t piece = 1; piece < dump.size(); ++piece) {
        const auto got = read(dump, {}, piece);
        BOOST_TEST((got.records == whole.records));
        BOOST_TEST(got.report.skipped_count == whole.report.skipped_count);
    }
}

BOOST_AUTO_TEST_CASE(a_last_line_that_is_cut_off_is_reported_and_not_counted) { // A28
    const std::string good = header + "7|7|2026-02-01T00:00:00|COMPLETED|4|a\n";
    const auto got = read(good + "8|8|2026-02-01T00:00:00|COMP");
    BOOST_TEST(got.records.size() == 1);
    BOOST_TEST((only_fault(got) == accounting::Fault::cut));
    BOOST_TEST(got.report.skipped.front().line == 3);
    // All columns are there, but the number at the end may have lost digits.
    const auto number = read("JobID|Submit|AllocCPUS\n7|2026-02-01T00:00:00|16\n8|2026-02-01T00:00:00|1");
    BOOST_TEST(number.records.size() == 1);
    BOOST_TEST((only_fault(number) == accounting::Fault::cut));
}

BOOST_AUTO_TEST_CASE(a_damaged_row_costs_only_itself) { // N15
    const auto got = read(
        header + "7|7|2026-02-01T00:00:00|COMP\n8|8|2026-02-01T00:00:00|FAILED|4|b\n" +
        "x|9|2026-02-01T00:00:00|FAILED|4|b\n10|10|Unknown|FAILED|4|b\n11|11|2026-02-01T00:00:00|FAILED|4|b\n");
    BOOST_REQUIRE(got.records.size() == 2);
    BOOST_TEST(got.records[1].id == "11");
    BOOST_TEST(got.report.skipped_count == 2); // and row x went on the name of 8: it can begin no row
    BOOST_TEST(got.records[0].name == "b\nx|9|2026-02-01T00:00:00|FAILED|4|b");
}

BOOST_AUTO_TEST_CASE(delimiters_and_newlines_in_names_shift_nothing) { // A20
    const std::string name_first = "JobID|JobName|Submit|State|UID\n";
    const auto got = read(
        name_first + "7|a|b|c|2026-02-01T00:00:00|COMPLETED|1001\n8|two\nlines|2026-02-01T00:00:00|FAILED|7\n" +
        "9|\xf0\x9f\x98\x80 `q`|2026-02-01T00:00:00|FAILED|7\n");
    BOOST_REQUIRE(got.records.size() == 3);
    BOOST_TEST(got.records[0].name == "a|b|c");
    BOOST_TEST(got.records[0].uid.value() == 1001);
    BOOST_TEST(got.records[1].name == "two\nlines");
    BOOST_TEST((got.records[1].state == State::failed));
    const auto last =
        read(header + "7|7|2026-02-01T00:00:00|COMPLETED|4|x|y\nz|\n8|8|2026-02-01T00:00:00|COMPLETED|4|n\n");
    BOOST_REQUIRE(last.records.size() == 2);
    BOOST_TEST(last.records[0].name == "x|y\nz|");
}

BOOST_AUTO_TEST_CASE(two_texts_with_delimiters_are_told_apart_by_what_stands_around) {
    const auto got = read("JobID|JobName|Submit|WorkDir|State\n7|n|2026-02-01T00:00:00|/home/a|b|COMPLETED\n");
    BOOST_REQUIRE(got.records.size() == 1);
    BOOST_TEST(got.records[0].name == "n");
    BOOST_TEST(got.records[0].work_dir == "/home/a|b");
}

BOOST_AUTO_TEST_CASE(own_delimiters_are_counted_and_texts_may_hold_anything_else) {
    const std::string d = "\x1f"
                          "4c1a\x1f";
    const auto row = [&](const std::string& id, const std::string& name) {
        return id + d + name + d + "1769904000" + d + "COMPLETED" + d + "\n";
    };
    accounting::DumpOptions options;
    options.delimiter = d;
    const std::string dump = "JobID" + d + "JobName" + d + "Submit" + d + "State" + d + "\n" +
                             row("7", "a|b\n8|9\n\x1f") + row("8", "") + "9" + d + "cut";
    for (std::size_t piece : {1u, 7u, 1000u}) {
        const auto got = read(dump, options, piece);
        BOOST_REQUIRE(got.records.size() == 2);
        BOOST_TEST(got.records[0].name == "a|b\n8|9\n\x1f");
        BOOST_TEST(got.records[1].submit.value() == 1769904000);
        BOOST_TEST((only_fault(got) == accounting::Fault::cut));
        BOOST_TEST(got.report.skipped.front().line == 6);
    }
}

BOOST_AUTO_TEST_CASE(a_delimiter_behind_the_last_column_is_seen) {
    const auto got = read("JobID|Submit|AllocCPUS|\n7|2026-02-01T00:00:00|16|\n8|2026-02-01T00:00:00|1|\n");
    BOOST_REQUIRE(got.records.size() == 2);
    BOOST_TEST(got.records[0].alloc_cpus.value() == 16);
}

BOOST_AUTO_TEST_CASE(times_are_local_or_epochs_or_not_there) { // A21, A12
    accounting::DumpOptions options;
    options.zone = *text::Zone::named("Europe/Madrid");
    const auto got = read("JobID|Submit|Eligible|Start|End|ElapsedRaw\n"
                          "1|2026-02-01T00:00:00|1769900400|None|Unknown|0\n"
                          "2|2026-10-25T01:00:00|2026-10-25T01:00:00|2026-10-25T02:30:00|2026-10-25T02:40:00|4200\n"
                          "3|2026-10-25T01:00:00|2026-10-25T01:00:00|2026-10-25T02:30:00|2026-10-25T03:30:00|3600\n"
                          "4|2026-02-01T00:00:00|1970-01-01T01:00:00||2026-02-01T00:00:00|-5\n",
                          options);
    BOOST_REQUIRE(got.records.size() == 4);
    BOOST_TEST(got.records[0].submit.value() == 1769900400);
    BOOST_TEST(got.records[0].eligible.value() == 1769900400);
    BOOST_TEST(!got.records[0].start.has_value());
    BOOST_TEST(!got.records[0].end.has_value());
    BOOST_TEST(*got.records[1].end - *got.records[1].start == 4200); // the clock went back in between
    BOOST_TEST(*got.records[2].end - *got.records[2].start == 3600); // began in the second of the two hours
    BOOST_TEST(!got.records[3].eligible.has_value());
    BOOST_TEST(got.records[3].elapsed_s.value() == -5); // A30: kept as it is; who counts says that it is absurd
}

BOOST_AUTO_TEST_CASE(arrays_het_jobs_and_requeues_keep_their_ids) { // A9, A14, A15
    const auto got = read(
        header + "123_[5-9,12%2]|123|2026-02-01T00:00:00|PENDING|0|a\n123_4|130|2026-02-01T00:00:00|RUNNING|1|a\n" +
        "124+0|124|2026-02-01T00:00:00|COMPLETED|1|h\n124+1|125|2026-02-01T00:00:00|COMPLETED|1|h\n" +
        "126|126|2026-02-01T00:00:00|REQUEUED|1|r\n126|126|2026-02-01T02:00:00|CANCELLED by 1004|1|r\n");
    BOOST_REQUIRE(got.records.size() == 6);
    const auto& r = got.records;
    BOOST_TEST(r[0].id == "123_[5-9,12%2]");
    BOOST_TEST(r[0].parent == 123);
    BOOST_TEST(!r[0].array_task.has_value());
    BOOST_TEST(r[1].id_raw == 130);
    BOOST_TEST(r[1].parent == 123);
    BOOST_TEST(r[1].array_task.value() == 4);
    BOOST_TEST(r[3].parent == 124);
    BOOST_TEST(r[3].het_offset.value() == 1);
    BOOST_TEST((r[4].state == State::requeued));
    BOOST_TEST((r[5].state == State::cancelled)); // A6
    BOOST_TEST((got.report.duplicates == accounting::Duplicates::present));
}

BOOST_AUTO_TEST_CASE(a_restarted_job_with_one_record_says_that_duplicates_are_missing) { // A10
    const std::string with_restarts = "JobID|JobIDRaw|Submit|State|Restarts\n";
    const auto without = read(with_restarts + "7|7|2026-02-01T00:00:00|COMPLETED|1\n");
    BOOST_TEST((without.report.duplicates == accounting::Duplicates::missing));
    const auto with =
        read(with_restarts + "7|7|2026-02-01T00:00:00|REQUEUED|0\n7|7|2026-02-01T01:00:00|COMPLETED|1\n");
    BOOST_TEST((with.report.duplicates == accounting::Duplicates::present));
}

BOOST_AUTO_TEST_CASE(gpus_memory_and_limits_are_read_in_all_forms) { // A1 to A5
    const auto got = read("JobID|Submit|AllocTRES|ReqMem|NNodes|ReqCPUS|TimelimitRaw|AllocCPUS\n"
                          "1|1769904000|billing=8,cpu=8,gres/gpu:h100=2,gres/gpu=2,mem=64G,node=1|4Gn|2|8|1440|8\n"
                          "2|1769904000|gres/gpu:a100=1,gres/gpu:h100=1|2000Mc|1|8|UNLIMITED|8\n"
                          "3|1769904000|cpu=8|62.50G|1|8|Partition_Limit|8\n"
                          "4|1769904000||0n|1|8||8\n");
    BOOST_REQUIRE(got.records.size() == 4);
    const auto& r = got.records;
    BOOST_TEST(r[0].allocated.gpus.value() == 2);
    BOOST_TEST(r[1].allocated.gpus.value() == 2);
    BOOST_TEST(!r[2].allocated.gpus.has_value());
    BOOST_TEST(r[0].req_mem_bytes.value() == 8ll << 30);
    BOOST_TEST(r[1].req_mem_bytes.value() == 16000ll << 20);
    BOOST_TEST(r[2].req_mem_bytes.value() == 125ll << 29);
    BOOST_TEST(r[3].req_mem_bytes.value() == 0);
    using Kind = accounting::Limit::Kind;
    BOOST_TEST((r[0].limit == accounting::Limit{Kind::minutes, 1440}));
    BOOST_TEST((r[1].limit.kind == Kind::unlimited));
    BOOST_TEST((r[2].limit.kind == Kind::partition));
    BOOST_TEST((r[3].limit.kind == Kind::unknown));
}

BOOST_AUTO_TEST_CASE(columns_of_old_and_cut_down_dumps_serve_too) {
    const auto got =
        read("JobID|Submit|Elapsed|Timelimit|AllocGRES|AllocCPUS\n7|1769904000|1-00:00:10|02:00:00|gpu:v100:2|4\n");
    BOOST_TEST(got.records.at(0).elapsed_s.value() == 86410);
    BOOST_TEST(got.records.at(0).limit.minutes == 120);
    BOOST_TEST(got.records.at(0).allocated.gpus.value() == 2);
    BOOST_TEST(std::count_if(got.report.missing.begin(), got.report.missing.end(),
                             [](const auto& line) { return line.starts_with("AllocTRES: "); }) == 1);
}

BOOST_AUTO_TEST_CASE(what_is_no_dump_is_said_to_be_none) {
    BOOST_TEST(error_of("").find("empty") != std::string::npos);
    BOOST_TEST(error_of("#!/bin/bash\necho\n").find("not a dump") != std::string::npos);
    BOOST_TEST(error_of(std::string(3'000'000, '\0')).find("not a dump") != std::string::npos);
    BOOST_TEST(error_of("JobID|State\n1|COMPLETED\n").find("none of the columns") != std::string::npos);
    BOOST_TEST(error_of("JobID           JobName  Submit\n------- ---- ----\n").find("width") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(an_error_of_the_sink_ends_the_reading) {
    std::size_t calls = 0;
    const auto report =
        accounting::read_dump(source_of(header + "7|7|1769904000|COMPLETED|4|a\n8|8|1769904000|FAILED|4|b\n", 50),
                              {}, [&](const JobRecord&) -> worklines::Result<void> {
                                  ++calls;
                                  return worklines::Error{"full", "", ""};
                              });
    BOOST_TEST(!report);
    BOOST_TEST(calls == 1);
}
