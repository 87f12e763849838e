// SPDX-License-Identifier: GPL-2.0-or-later
// TRES strings, sizes, spans of time and hostlists: what Slurm writes, and what it means.
#define BOOST_TEST_MODULE text_values
#include "core/text/duration.h"
#include "core/text/hostlist.h"
#include "core/text/memory.h"
#include "core/text/nearest.h"
#include "core/text/tres.h"

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace text = worklines::text;
using text::gibibyte;
using text::mebibyte;

BOOST_AUTO_TEST_CASE(typed_and_untyped_gpus_are_one_count) {
    const std::vector<std::pair<const char*, std::optional<double>>> table{
        {"billing=8,cpu=8,gres/gpu:h100=2,gres/gpu=2,mem=64G,node=1", 2.0}, // A1
        {"gres/gpu=2,gres/gpu:h100=2", 2.0},
        {"gres/gpu:a100=1,gres/gpu:h100=1", 2.0}, // A2
        {"gres/gpu:a100=1,gres/gpu:h100=1,gres/gpu=2", 2.0},
        {"gres/gpu=0", 0.0},
        {"gres/gpu:1g.10gb=1", 1.0}, // A32
        {"gres/gpu:1g.10gb=2,gres/gpu=2", 2.0},
        {"gres/gpu:1g.10gb=1.00K", 1024.0},
        {"cpu=4,mem=1G,node=1", std::nullopt}, // A3
        {"gres/gpumem=40G,gres/gpuutil=80", std::nullopt},
        {"gres/shard=4", std::nullopt},
        {"", std::nullopt},
    };
    for (const auto& [given, gpus] : table)
        BOOST_TEST((text::parse_tres(given).gpus == gpus), given);
    BOOST_TEST(text::parse_tres("cpu=1,gres/shard=4").shards.value() == 4);
}

BOOST_AUTO_TEST_CASE(the_rest_of_a_tres_string_is_read_too) {
    const auto tres = text::parse_tres("billing=8,cpu=8,mem=62.50G,node=2,license/matlab=1,energy=5");
    BOOST_TEST(tres.cpus.value() == 8);
    BOOST_TEST(tres.nodes.value() == 2);
    BOOST_TEST(tres.mem_bytes.value() == 62 * gibibyte + gibibyte / 2);
    BOOST_TEST(text::parse_tres("mem=64000M").mem_bytes.value() == 64000 * mebibyte);
    BOOST_TEST((text::parse_tres("cpu,=,cpu=x,mem=lots,,=1,node=-1") == text::Tres{}));
}

BOOST_AUTO_TEST_CASE(measured_tres_are_read) {
    const auto use =
        text::parse_tres_usage("cpu=5-17:11:55,energy=0,gres/gpumem=38334M,gres/gpuutil=396,mem=29338652K");
    BOOST_TEST(use.cpu_ms.value() == ((5 * 24 + 17) * 3600 + 11 * 60 + 55) * 1000ll);
    BOOST_TEST(use.gpu_util.value() == 3.96);
    BOOST_TEST(use.gpu_mem_bytes.value() == 38334 * mebibyte);
    BOOST_TEST(use.mem_bytes.value() == 29338652ll * 1024);
    BOOST_TEST(text::parse_tres_usage("mem=30042779648").mem_bytes.value() == 30042779648); // --noconvert: bytes
    BOOST_TEST(text::parse_tres_usage("gres/gpuutil:a100=50,gres/gpuutil:h100=50").gpu_util.value() == 1.0);
}

BOOST_AUTO_TEST_CASE(gpus_of_a_request_are_counted_in_old_and_new_spelling) {
    const std::vector<std::pair<const char*, std::optional<std::int64_t>>> table{
        {"gres:gpu:h100:2", 2},
        {"gres/gpu:h100:2", 2},
        {"gres:gpu:2", 2},
        {"gres/gpu=3", 3},
        {"gres:gpu", 1},
        {"gpu", 1},
        {"gres:gpu:h100", 1},
        {"gres:gpu:a100:1,gres:gpu:h100:1", 2},
        {"gres:gpu:2(S:0-1)", 2},
        {"gres:gpufoo:2", std::nullopt},
        {"gres:tmp:1", std::nullopt},
        {"cpu:4", std::nullopt},
        {"", std::nullopt}};
    for (const auto& [given, gpus] : table)
        BOOST_TEST((text::requested_gpus(given) == gpus), given);
}

BOOST_AUTO_TEST_CASE(memory_is_read_in_all_units) {
    const std::vector<std::pair<const char*, std::optional<std::int64_t>>> table{{"221376K", 221376 * 1024ll},
                                                                                 {"1.5G", gibibyte + gibibyte / 2},
                                                                                 {"64000M", 64000 * mebibyte},
                                                                                 {"2T", 2048 * gibibyte},
                                                                                 {"512", 512},
                                                                                 {"0", 0},
                                                                                 {"4g", 4 * gibibyte},
                                                                                 {"", std::nullopt},
                                                                                 {"G", std::nullopt},
                                                                                 {"-1G", std::nullopt},
                                                                                 {"4Gx", std::nullopt},
                                                                                 {"4 G", std::nullopt},
                                                                                 {"99999999999E", std::nullopt},
                                                                                 {"16?", std::nullopt}};
    for (const auto& [given, bytes] : table)
        BOOST_TEST((text::parse_memory(given, 1) == bytes), given);
}

BOOST_AUTO_TEST_CASE(requested_memory_says_per_what) { // A4
    using Per = text::RequestedMemory::Per;
    const std::vector<std::pair<const char*, text::RequestedMemory>> table{
        {"4Gn", {Per::node, 4 * gibibyte}},
        {"2000Mc", {Per::cpu, 2000 * mebibyte}},
        {"64G", {Per::job, 64 * gibibyte}},
        {"62.50G", {Per::job, 62 * gibibyte + gibibyte / 2}},
        {"0n", {Per::node, 0}},
        {"500", {Per::job, 500 * mebibyte}}};
    for (const auto& [given, memory] : table)
        BOOST_TEST((text::parse_requested_memory(given) == memory), given);
    BOOST_TEST(!text::parse_requested_memory("n").has_value());
}

BOOST_AUTO_TEST_CASE(spans_of_time_are_read_by_their_form) { // A19
    const std::vector<std::pair<const char*, std::optional<std::int64_t>>> table{
        {"1-02:03:04", 93784000}, {"02:03.456", 123456},   {"00:00:00", 0},          {"00:02:03", 123000},
        {"2-00", 172800000},      {"1-02:03", 93780000},   {"123:00:00", 442800000}, {"00:00.5", 500},
        {"10", std::nullopt},     {"", std::nullopt},      {"-1:00", std::nullopt},  {"1:2:3:4", std::nullopt},
        {"a:b", std::nullopt},    {"00:01.", std::nullopt}};
    for (const auto& [given, ms] : table)
        BOOST_TEST((text::parse_duration_ms(given) == ms), given);
}

BOOST_AUTO_TEST_CASE(people_see_two_units_at_most) {
    BOOST_TEST(text::format_duration(0) == "0s");
    BOOST_TEST(text::format_duration(3720) == "1h 2m");
    BOOST_TEST(text::format_duration(86405) == "1d");
    BOOST_TEST(text::format_memory(1503238554) == "1.4 GiB");
    BOOST_TEST(text::format_memory(512) == "512 B");
}

BOOST_AUTO_TEST_CASE(hostlists_expand_in_order) { // A24
    const std::vector<std::pair<const char*, std::vector<std::string>>> table{
        {"n[1-3,7],gpu01", {"n1", "n2", "n3", "n7", "gpu01"}},
        {"n[08-10]", {"n08", "n09", "n10"}},
        {"one", {"one"}},
        {"r[1-2]n[1-2]", {"r1n1", "r1n2", "r2n1", "r2n2"}},
        {"a[1]-ib", {"a1-ib"}},
        {"", {}}};
    for (const auto& [given, names] : table)
        BOOST_TEST((text::expand_hostlist(given) == names), given);
    for (const char* bad : {"n[1-", "n[3-1]", "n[]", "n[a-b]", ",n1", "n[1-99999999999]", "n[1-300]n[1-300]"})
        BOOST_TEST(!text::expand_hostlist(bad).has_value(), bad);
}

BOOST_AUTO_TEST_CASE(array_shapes_are_counted) {
    BOOST_TEST(text::array_size("0-31:2%4").value() == 16);
    BOOST_TEST(text::array_size("1,3,7").value() == 3);
    BOOST_TEST(text::array_size("0-3,7%2").value() == 5);
    for (const char* bad : {"", "a", "3-1", "1-3:0"})
        BOOST_TEST(!text::array_size(bad).has_value(), bad);
}

BOOST_AUTO_TEST_CASE(the_nearest_word_is_the_one_meant) {
    const std::array<std::string_view, 3> known{"collect", "report", "show"};
    BOOST_TEST(text::nearest("colect", known).value() == "collect");
    BOOST_TEST(text::nearest("reprot", known).value() == "report");
    BOOST_TEST(!text::nearest("archive", known).has_value());
}
