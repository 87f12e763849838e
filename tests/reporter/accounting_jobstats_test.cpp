// SPDX-License-Identifier: GPL-2.0-or-later
// The summary of jobstats in AdminComment: two GPUs at 80 and 40.5 %, two nodes with 2 and 1 GiB.
#define BOOST_TEST_MODULE accounting_jobstats
#include "reporter/accounting/jobstats.h"
#include "reporter/accounting/measured.h"

#include <boost/test/unit_test.hpp>

#include <random>
#include <string>

#include <zlib.h>

namespace accounting = worklines::accounting;

namespace {

constexpr std::int64_t gib = 1 << 30;

const std::string summary =
    "JS1:H4sIAAAAAAACA42P0QqDMAxF/6XPRZIaberPiMwiBbVj1ocp/fdVRUb3tJfQ9N5zk+xieK6LaJQUs+9teu1iwKM+zn+"
    "Sh6ENPnRjO9nJv96HCKLhio0pqTIKpMCsjxe0LrbPGQRdakJWdCIKSROXNfFNBDe6rQvOz/"
    "cUKK54gqJKrnwR1KgN1waZbim4ySaBCBIgRbZDPk9lV/"
    "4bDPAT+r0pxtyrFUD8AFXqJv1hAQAA";

/// What gzip makes of it, in base64.
std::string packed(const std::string& plain) {
    z_stream stream{};
    BOOST_REQUIRE(::deflateInit2(&stream, 9, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string bytes(::deflateBound(&stream, plain.size()), '\0');
    std::string copy = plain;
    stream.next_in = reinterpret_cast<Bytef*>(copy.data());
    stream.avail_in = static_cast<uInt>(copy.size());
    stream.next_out = reinterpret_cast<Bytef*>(bytes.data());
    stream.avail_out = static_cast<uInt>(bytes.size());
    BOOST_REQUIRE(::deflate(&stream, Z_FINISH) == Z_STREAM_END);
    bytes.resize(stream.total_out);
    ::deflateEnd(&stream);
    const char* const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    std::string text = "JS1:";
    unsigned bits = 0, count = 0;
    for (const char c : bytes) {
        bits = (bits << 8) | static_cast<unsigned char>(c);
        for (count += 8; count >= 6; count -= 6)
            text += digits[(bits >> (count - 6)) & 63];
    }
    return text + digits[(bits << (6 - count)) & 63];
}

} // namespace

BOOST_AUTO_TEST_CASE(a_summary_is_read) {
    const auto stats = accounting::parse_jobstats(summary);
    BOOST_REQUIRE(stats.has_value());
    BOOST_TEST(stats->cpu_s.value() == 14500.5);
    BOOST_TEST(stats->largest_node_bytes.value() == 2 * gib);
    BOOST_TEST(stats->all_nodes_bytes.value() == 3 * gib);
    BOOST_TEST(stats->gpu_util.value() == 0.6025);
    BOOST_TEST(stats->gpu_mem_bytes.value() == 3 * gib);
    BOOST_TEST(accounting::parse_jobstats("ticket 77; " + summary + "; see there").has_value());
}

BOOST_AUTO_TEST_CASE(what_was_not_sampled_is_unknown) {
    for (const char* none : {"", "JS1:", "JS1:Short", "JS1:None", "a comment", "JS1:%%%"})
        BOOST_TEST(!accounting::parse_jobstats(none).has_value());
    const auto empty =
        accounting::parse_jobstats(packed(R"({"nodes":{"n":{"used_memory":0,"gpu_utilization":{}}}})"));
    BOOST_REQUIRE(empty.has_value());
    BOOST_TEST(!empty->largest_node_bytes.has_value());
    BOOST_TEST(!empty->gpu_util.has_value());
}

BOOST_AUTO_TEST_CASE(hostile_summaries_are_none) {
    BOOST_TEST(!accounting::parse_jobstats(packed(std::string(3'000'000, '['))).has_value());
    BOOST_TEST(
        !accounting::parse_jobstats(packed("{\"nodes\":" + std::string(30'000'000, ' ') + "{}}")).has_value());
    BOOST_TEST(!accounting::parse_jobstats("JS1:" + std::string(5'000'000, 'A')).has_value());
    BOOST_TEST(!accounting::parse_jobstats(packed(R"({"nodes":[1]})")).has_value());
    const auto absurd = accounting::parse_jobstats(packed(
        R"({"nodes":{"n":{"used_memory":1e300,"total_time":-5,"gpu_utilization":{"0":1e9,"1":"x"}},"m":7}})"));
    BOOST_REQUIRE(absurd.has_value());
    BOOST_TEST(!absurd->largest_node_bytes.has_value());
    BOOST_TEST(!absurd->cpu_s.has_value());
    BOOST_TEST(!absurd->gpu_util.has_value());
}

BOOST_AUTO_TEST_CASE(damaged_summaries_never_harm) {
    std::mt19937 random(1);
    for (int i = 0; i < 3000; ++i) {
        std::string bad = summary;
        for (int changes = 1 + static_cast<int>(random() % 3); changes > 0; --changes)
            bad[4 + random() % (bad.size() - 4)] = static_cast<char>(random() % 256);
        if (random() % 4 == 0) bad.resize(random() % bad.size());
        const auto stats = accounting::parse_jobstats(bad); // gzip's checksum tells
        if (stats && stats->gpu_util) BOOST_TEST(*stats->gpu_util <= 1.0);
    }
}

BOOST_AUTO_TEST_CASE(it_fills_in_what_accounting_does_not_have) {
    accounting::JobRecord job;
    job.state = accounting::State::completed;
    job.elapsed_s = 7200;
    job.alloc_cpus = 8;
    job.allocated.gpus = 2;
    accounting::Measured measured;
    measured.add(*accounting::parse_jobstats(summary));
    const auto use = measured.use_of(job, std::nullopt);
    BOOST_TEST(use.cpu_s.value() == 14500.5);
    BOOST_TEST(use.peak_mem_bytes.value() == 2 * gib);
    BOOST_TEST(use.mem_upper_bytes.value() == 3 * gib);
    BOOST_TEST(use.gpu_util.value() == 0.6025);

    accounting::StepUse step;
    step.tasks = 32;
    step.elapsed_s = 7200;
    step.max_rss_bytes = gib / 2; // 32 times that would be 16 GiB
    step.total.gpu_util = 1.5;
    measured.add(step);
    const auto both = measured.use_of(job, 7'200'000);
    BOOST_TEST(both.cpu_s.value() == 7200);
    BOOST_TEST(both.mem_upper_bytes.value() == 3 * gib);
    BOOST_TEST(both.gpu_util.value() == 0.75);
}
