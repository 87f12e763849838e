// SPDX-License-Identifier: GPL-2.0-or-later
// sacct --json of several Slurm versions gives the records that sacct -P gives.
#define BOOST_TEST_MODULE accounting_json
#include "reporter/accounting/dump.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

using namespace worklines;
using accounting::JobRecord;
using accounting::State;

namespace {

struct Read {
    std::vector<JobRecord> records;
    accounting::Report report;
};

accounting::Source source_of(const std::string& bytes, std::size_t piece) {
    return [bytes, piece, at = std::size_t{0}](char* buffer, std::size_t size) mutable -> Result<std::size_t> {
        const std::size_t count = std::min({piece, size, bytes.size() - at});
        std::memcpy(buffer, bytes.data() + at, count);
        at += count;
        return count;
    };
}

Read read(const std::string& dump, const accounting::DumpOptions& options = {}, std::size_t piece = 1 << 20) {
    Read result;
    const auto report = accounting::read_dump(source_of(dump, piece), options, [&](const JobRecord& record) {
        result.records.push_back(record);
        return Result<void>{};
    });
    BOOST_REQUIRE_MESSAGE(report, (report ? "" : report.error().line()));
    result.report = *report;
    return result;
}

std::string error_of(const std::string& dump) {
    const auto report =
        accounting::read_dump(source_of(dump, 100), {}, [](const JobRecord&) { return Result<void>{}; });
    return report ? "" : report.error().what;
}

/// 21.08 and 22.05: plain numbers, null for what is not there, the state a word.
const std::string old_form = R"({"meta":{"plugin":{"type":"openapi\/dbv0.0.38"},"Slurm":{"release":"22.05.8"}},
"errors":[],"jobs":[{"account":"bio","comment":{"administrator":null,"job":null,"system":null},"allocation_nodes":1,
"array":{"job_id":123,"limits":{"max":{"running":{"tasks":0}}},"task":null,"task_id":4},
"association":{"account":"bio","cluster":"ants","partition":null,"user":"lola"},"cluster":"ants",
"time":{"elapsed":7200,"eligible":1770703200,"end":1770714000,"start":1770706800,"submission":1770703200,"suspended":0,
"system":{"seconds":1,"microseconds":0},"limit":1440,"total":{"seconds":3600,"microseconds":500000},
"user":{"seconds":3599,"microseconds":0}},"het":{"job_id":0,"job_offset":null},"job_id":130,"name":"a|b\nc",
"nodes":"n1","partition":"gpu","qos":"normal","required":{"CPUs":4,"memory":16384},
"state":{"current":"COMPLETED","reason":"None"},
"steps":[{"time":{"elapsed":7200,"total":{"seconds":3600,"microseconds":0}},"tasks":{"count":1},
"step":{"job_id":130,"het":{"component":null},"id":"batch","name":"batch"},
"tres":{"requested":{"max":[{"type":"cpu","name":null,"id":1,"count":3600000},{"type":"mem","name":null,"id":2,
"count":1073741824},{"type":"gres","name":"gpuutil","id":1002,"count":85},{"type":"gres","name":"gpumem","id":1003,
"count":2147483648}],"total":[{"type":"mem","name":null,"id":2,"count":1073741824}]},
"allocated":[{"type":"cpu","name":null,"id":1,"count":4}]}}],
"tres":{"allocated":[{"type":"cpu","name":null,"id":1,"count":4},{"type":"mem","name":null,"id":2,"count":16384},
{"type":"node","name":null,"id":4,"count":1},{"type":"billing","name":null,"id":5,"count":4},
{"type":"gres","name":"gpu","id":1001,"count":1},{"type":"gres","name":"gpu:a100","id":1004,"count":1}],
"requested":[{"type":"cpu","name":null,"id":1,"count":4},{"type":"mem","name":null,"id":2,"count":16384}]},
"user":"lola","working_directory":"\/home\/lola"}]})";

/// From 23.02 on: numbers that say whether they are set, states as lists, empty texts.
const std::string new_form = R"({"jobs":[{"account":"bio","comment":{"administrator":"","job":"","system":""},
"allocation_nodes":1,"array":{"job_id":123,"limits":{"max":{"running":{"tasks":0}}},
"task_id":{"set":true,"infinite":false,"number":4},"task":""},"association":{"account":"bio","cluster":"ants",
"partition":"","user":"lola","id":7},"cluster":"ants","time":{"elapsed":7200,"eligible":1770703200,"end":1770714000,
"planned":{"set":true,"infinite":false,"number":3600},"start":1770706800,"submission":1770703200,"suspended":0,
"limit":{"set":true,"infinite":false,"number":1440},"total":{"seconds":3600,"microseconds":500000}},
"het":{"job_id":0,"job_offset":{"set":false,"infinite":false,"number":0}},"job_id":130,"name":"a|b\nc","nodes":"n1",
"partition":"gpu","qos":"normal","required":{"CPUs":4,"memory_per_cpu":{"set":false,"infinite":false,"number":0},
"memory_per_node":{"set":true,"infinite":false,"number":16384}},"restart_cnt":0,"submit_line":"sbatch a.sh",
"state":{"current":["COMPLETED"],"reason":"None"},
"steps":[{"time":{"elapsed":7200,"end":{"set":true,"infinite":false,"number":1770714000},
"total":{"seconds":3600,"microseconds":0}},"tasks":{"count":1},"step":{"id":"130.batch","name":"batch"},
"tres":{"requested":{"max":[{"type":"cpu","name":"","id":1,"count":3600000},{"type":"mem","name":"","id":2,
"count":1073741824},{"type":"gres","name":"gpuutil","id":1002,"count":85},{"type":"gres","name":"gpumem","id":1003,
"count":2147483648}],"total":[{"type":"mem","name":"","id":2,"count":1073741824}]},
"allocated":[{"type":"cpu","name":"","id":1,"count":4}]}}],
"tres":{"allocated":[{"type":"cpu","name":"","id":1,"count":4},{"type":"mem","name":"","id":2,"count":16384},
{"type":"node","name":"","id":4,"count":1},{"type":"gres","name":"gpu","id":1001,"count":1},
{"type":"gres","name":"gpu:a100","id":1004,"count":1}],"requested":[{"type":"cpu","name":"","id":1,"count":4},
{"type":"mem","name":"","id":2,"count":16384}]},"user":"lola","working_directory":"\/home\/lola"}],
"meta":{"plugin":{"data_parser":"data_parser\/v0.0.41"}},"errors":[],"warnings":[]})";

/// A job of the new form with these keys in place of its own.
std::string job(const std::string& keys) {
    return R"({"job_id":7,"cluster":"ants","user":"lola","time":{"submission":1770703200,"start":1770706800,"end":1770714000,"elapsed":7200},)"
           R"("state":{"current":["COMPLETED"]},)" +
           keys + R"("tres":{"allocated":[{"type":"cpu","name":"","count":4}]}})";
}
std::string dump(const std::string& jobs) { return "{\"jobs\":[" + jobs + "]}"; }

} // namespace

BOOST_AUTO_TEST_CASE(old_and_new_forms_give_the_same_record) {
    const auto before = read(old_form);
    auto after = read(new_form);
    BOOST_REQUIRE(before.records.size() == 1);
    BOOST_REQUIRE(after.records.size() == 1);
    const JobRecord& record = before.records[0];
    BOOST_TEST(record.id == "123_4");
    BOOST_TEST(record.id_raw == 130);
    BOOST_TEST(record.parent == 123);
    BOOST_TEST(record.name == "a|b\nc");
    BOOST_TEST(record.work_dir == "/home/lola");
    BOOST_TEST(record.submit.value() == 1770703200);
    BOOST_TEST(record.elapsed_s.value() == 7200);
    BOOST_TEST(record.limit.minutes == 1440);
    BOOST_TEST((record.state == State::completed));
    BOOST_TEST(record.allocated.gpus.value() == 1); // typed and untyped are one
    BOOST_TEST(record.alloc_cpus.value() == 4);
    BOOST_TEST(record.req_mem_bytes.value() == 16ll << 30);
    BOOST_TEST(record.use.cpu_s.value() == 3600.5);
    BOOST_TEST(record.use.peak_mem_bytes.value() == 1ll << 30);
    BOOST_TEST(record.use.gpu_util.value() == 0.85);
    BOOST_TEST(record.use.gpu_mem_bytes.value() == 2ll << 30);
    BOOST_TEST(before.report.steps == 1);
    after.records[0].submit_line.clear(); // only later versions have it
    after.records[0].restarts.reset();
    BOOST_TEST((after.records[0] == record));
}

BOOST_AUTO_TEST_CASE(limits_ids_and_states_in_all_forms) {
    const auto got = read(dump(
        job(R"("array":{"job_id":5,"task":"5-10%2","task_id":{"set":false,"infinite":false,"number":0}},)") + "," +
        job(R"("het":{"job_id":12,"job_offset":{"set":true,"infinite":false,"number":0}},)") + "," +
        R"({"job_id":9,"time":{"submission":1770703200,"start":0,"end":{"set":false},"elapsed":0,"limit":{"set":false,"infinite":true,"number":0}},"state":{"current":"CANCELLED by 5"}})"));
    BOOST_REQUIRE(got.records.size() == 3);
    BOOST_TEST(got.records[0].id == "5_[5-10%2]");
    BOOST_TEST(got.records[0].parent == 5);
    BOOST_TEST(got.records[1].id == "12+0");
    BOOST_TEST(!got.records[2].start.has_value());
    BOOST_TEST((got.records[2].limit.kind == accounting::Limit::Kind::unlimited));
    BOOST_TEST((got.records[2].state == State::cancelled));
}

BOOST_AUTO_TEST_CASE(every_border_between_two_reads_gives_the_same) {
    const auto whole = read(new_form);
    for (std::size_t piece : {1u, 2u, 7u, 100u, 1000u})
        BOOST_TEST((read("\n " + new_form, {}, piece).records == whole.records));
}

BOOST_AUTO_TEST_CASE(a_cut_dump_keeps_what_came_before_and_says_so) {
    const std::string whole = dump(job("") + ",\n" + job("\"name\":\"second\","));
    for (std::size_t size = whole.find(",\n") + 1; size < whole.size() - 3; size += 7) {
        const auto got = read(whole.substr(0, size));
        BOOST_TEST(got.records.size() == 1);
        BOOST_TEST(got.report.skipped_count == 1);
        BOOST_TEST((got.report.skipped.front().fault == accounting::Fault::cut));
    }
}

BOOST_AUTO_TEST_CASE(jobs_of_other_shapes_cost_only_themselves) {
    const auto got =
        read(dump(R"({"job_id":"x"},{"job_id":8,"time":{"submission":[]}},{},5,[{"job_id":3}],"x",null,)" +
                  job(R"("steps":[5,null,[],{"tres":5}],"array":[],"het":"x","required":null,)")));
    BOOST_REQUIRE(got.records.size() == 1);
    BOOST_TEST(got.records[0].id_raw == 7);
    BOOST_TEST(got.report.skipped_count == 3);
}

BOOST_AUTO_TEST_CASE(hostile_documents_end_soon) {
    BOOST_TEST(read("{\"jobs\":[" + std::string(1'000'000, '[')).records.empty());
    BOOST_TEST(read("{\"jobs\":[{\"a\":" + std::string(1'000'000, '[')).records.empty());
    BOOST_TEST(error_of("{\"a\":1}").find("without a list `jobs`") != std::string::npos);
    BOOST_TEST(error_of("{").find("without a list `jobs`") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(clusters_are_named_and_one_can_be_asked_for) { // A27
    std::string other = job("");
    other.replace(other.find("ants"), 4, "bees");
    const auto all = read(dump(job("") + ',' + other));
    BOOST_TEST(all.records.size() == 2);
    BOOST_TEST(all.report.clusters.size() == 2);
    accounting::DumpOptions options;
    options.only_cluster = "bees";
    const auto one = read(dump(job("") + ',' + other), options);
    BOOST_REQUIRE(one.records.size() == 1);
    BOOST_TEST(one.records[0].cluster == "bees");
    BOOST_TEST(one.report.other_clusters == 1);
}
