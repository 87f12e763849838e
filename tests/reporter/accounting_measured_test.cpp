// SPDX-License-Identifier: GPL-2.0-or-later
// What a job used, from rows of steps as sacct prints them.
#define BOOST_TEST_MODULE accounting_measured
#include "reporter/accounting/dump.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <string>

namespace accounting = worklines::accounting;

namespace {

const std::string header =
    "JobID|Submit|State|ElapsedRaw|AllocCPUS|AllocTRES|NTasks|MaxRSS|TotalCPU|TRESUsageInMax|TRESUsageInTot\n";

accounting::Report last_report;

/// Columns that a row leaves out at its end are empty.
std::string padded(const std::string& rows) {
    const auto width = std::count(header.begin(), header.end(), '|');
    std::string all;
    for (std::size_t at = 0; at < rows.size();) {
        const std::size_t end = rows.find('\n', at);
        std::string row = rows.substr(at, end - at);
        while (row.ends_with('|'))
            row.pop_back();
        row.append(static_cast<std::size_t>(width - std::count(row.begin(), row.end(), '|')), '|');
        all += row + '\n';
        at = end + 1;
    }
    return all;
}

accounting::Use use_of(const std::string& rows) {
    accounting::Use use;
    const std::string bytes = header + padded(rows);
    std::size_t at = 0;
    const auto source = [&](char* buffer, std::size_t size) -> worklines::Result<std::size_t> {
        const std::size_t count = std::min(size, bytes.size() - at);
        std::memcpy(buffer, bytes.data() + at, count);
        at += count;
        return count;
    };
    std::size_t records = 0;
    const auto report = accounting::read_dump(source, {}, [&](const accounting::JobRecord& record) {
        use = record.use;
        ++records;
        return worklines::Result<void>{};
    });
    BOOST_REQUIRE(report);
    BOOST_TEST(records == 1); // A16: steps are no records
    last_report = *report;
    return use;
}

constexpr std::int64_t mib = 1 << 20;

} // namespace

BOOST_AUTO_TEST_CASE(the_largest_task_and_the_sum_of_all_bound_the_peak) { // A18
    const auto use = use_of("7|1769904000|COMPLETED|3600|8|cpu=8||||||\n"
                            "7.batch|1769904000|COMPLETED|3600|8|||100M|00:10:00||\n"
                            "7.extern|1769904000|COMPLETED|3600|8|||0|00:00:00||\n"
                            "7.0|1769904000|COMPLETED|3000|8||4|500M|01:00:00||mem=1500M\n");
    BOOST_TEST(use.peak_mem_bytes.value() == 500 * mib);
    BOOST_TEST(use.mem_upper_bytes.value() == 1600 * mib);
    BOOST_TEST(use.cpu_s.value() == 4200);
}

BOOST_AUTO_TEST_CASE(without_a_sum_every_task_counts_like_the_largest) {
    BOOST_TEST(use_of("7|1769904000|COMPLETED|3600|8|||||||\n7.0|1769904000|COMPLETED|3600|8||4|500M|||\n")
                   .mem_upper_bytes.value() == 2000 * mib);
    BOOST_TEST(use_of("7|1769904000|COMPLETED|3600|8|||||||\n7.0|1769904000|COMPLETED|3600|8|||500M|||\n")
                   .mem_upper_bytes.value() == 4000 * mib);
}

BOOST_AUTO_TEST_CASE(zero_and_nothing_are_unknown) { // A17
    for (const char* rss : {"", "0", "0K"}) {
        const auto use = use_of("7|1769904000|COMPLETED|12|8|||||00:00:00||\n7.batch|1769904000|COMPLETED|12|8|||" +
                                std::string(rss) + "|00:00:00||\n");
        BOOST_TEST((use == accounting::Use{}));
    }
}

BOOST_AUTO_TEST_CASE(a_long_step_that_was_not_measured_leaves_the_upper_bound_open) {
    const auto use = use_of("7|1769904000|COMPLETED|3600|8|||||||\n7.batch|1769904000|COMPLETED|3600|8|||100M|||\n"
                            "7.0|1769904000|COMPLETED|3000|8||4||||\n");
    BOOST_TEST(use.peak_mem_bytes.value() == 100 * mib);
    BOOST_TEST(!use.mem_upper_bytes.has_value());
}

BOOST_AUTO_TEST_CASE(a_running_job_has_used_what_nobody_knows) { // A19
    const auto use =
        use_of("7|1769904000|RUNNING|3600|8||||00:00:00||\n7.0|1769904000|COMPLETED|10|8||1|500M|00:10:00||\n");
    BOOST_TEST((use == accounting::Use{}));
}

BOOST_AUTO_TEST_CASE(the_job_row_counts_before_the_sum_of_steps_and_absurd_figures_do_not) { // N3
    BOOST_TEST(
        use_of("7|1769904000|COMPLETED|100|2||||02:03.456||\n7.batch|1769904000|COMPLETED|100|2||||00:01:00||\n")
            .cpu_s.value() == 123.456);
    BOOST_TEST(!use_of("7|1769904000|COMPLETED|100|2||||1-00:00:00||\n").cpu_s.has_value());
    BOOST_TEST(use_of("7|1769904000|COMPLETED|100|2||||00:00:00||\n7.0|1769904000|COMPLETED|100|2||||00:00:00||cpu="
                      "00:01:40\n")
                   .cpu_s.value() == 100);
}

BOOST_AUTO_TEST_CASE(gpu_use_is_averaged_over_time_and_gpus) { // N7
    const auto use = use_of("7|1769904000|COMPLETED|1000|8|cpu=8,gres/gpu=4|||||\n"
                            "7.batch|1769904000|COMPLETED|1000|8|gres/gpu=4|||||gres/gpumem=0,gres/gpuutil=0\n"
                            "7.0|1769904000|COMPLETED|500|8|gres/gpu=4|4||||gres/gpumem=40G,gres/gpuutil=396\n");
    BOOST_TEST(use.gpu_util.value() == 0.495);
    BOOST_TEST(use.gpu_mem_bytes.value() == 40ll << 30);
}

BOOST_AUTO_TEST_CASE(a_plain_srun_of_old_slurm_is_measured_on_its_job_row) { // N6
    const auto use = use_of("7|1769904000|COMPLETED|100|2||1|300M|00:01:00||\n");
    BOOST_TEST(use.peak_mem_bytes.value() == 300 * mib);
}

BOOST_AUTO_TEST_CASE(steps_of_another_job_are_not_taken) {
    const auto use = use_of("7|1769904000|COMPLETED|100|2||||||\n8.0|1769904000|COMPLETED|100|2||1|300M|||\n");
    BOOST_TEST(!use.peak_mem_bytes.has_value());
    BOOST_TEST(last_report.stray_steps == 1);
}
