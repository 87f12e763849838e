// SPDX-License-Identifier: GPL-2.0-or-later
// Whatever happens to a segment's bytes: no intact record is lost, none is invented.
#define BOOST_TEST_MODULE spool_reader
#include "core/snapshot/snapshot_json.h"
#include "core/spool/digest.h"
#include "core/spool/frame.h"
#include "core/spool/reader.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <random>

using namespace worklines;

namespace {

const std::string token = "00112233445566778899aabbccddeeff";

struct Sample {
    std::string bytes;
    std::vector<std::string> records;           ///< each with frame, JSON, script
    std::map<std::uint64_t, std::string> names; ///< sequence -> job name
};

/// Scripts that are as hostile as they can be without knowing the token.
std::string hostile_script(std::size_t i, std::mt19937& random) {
    std::string script = "#!/bin/bash\n# run " + std::to_string(i) + "\n";
    if (i % 4 == 0) { // a perfect record, but for the token
        snapshot::Snapshot forged;
        forged.name = "forged";
        const std::string json = snapshot::to_json(forged);
        script += spool::frame_line("ffffffffffffffffffffffffffffffff", i, json, 0) + json + "\n\n";
    }
    if (i % 4 == 1) script += "worklines-record 1 " + std::to_string(i) + " ";
    if (i % 4 == 2)
        for (int n = 0; n < 200; ++n)
            script += static_cast<char>(random());
    return script;
}

Sample sample(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    Sample sample;
    sample.bytes = spool::head_line(token, "2026-12-01T05:34:35Z");
    for (std::size_t i = 0; i < count; ++i) {
        const std::string script = i % 5 == 4 ? "" : hostile_script(i, random);
        snapshot::Snapshot s;
        s.name = "job-" + std::to_string(i);
        s.uid = 1000;
        if (!script.empty()) s.script = {spool::sha256_hex(script), script.size(), true};
        const std::string json = snapshot::to_json(s);
        std::string record = spool::frame_line(token, i, json, script.size()) + json + '\n' + script + '\n';
        sample.bytes += record;
        sample.records.push_back(std::move(record));
        sample.names[i] = *s.name;
    }
    return sample;
}

/// Reads damaged bytes and checks both promises. A record is intact if all its bytes still stand together.
void check(const Sample& original, const std::string& bytes, const std::string& what) {
    std::map<std::uint64_t, std::string> found;
    spool::read_segment(bytes, 0, token, false, [&](const spool::Record& record) {
        BOOST_TEST(!found.contains(record.sequence), what << ": a record twice");
        found[record.sequence] = record.snapshot.name.value_or("");
        if (record.script) BOOST_TEST(spool::sha256_hex(*record.script) == record.snapshot.script->sha256, what);
    });
    for (const auto& [sequence, name] : found) {
        const auto expected = original.names.find(sequence);
        BOOST_TEST((expected != original.names.end() && expected->second == name), what << ": invented " << name);
    }
    for (std::size_t i = 0; i < original.records.size(); ++i)
        if (bytes.find(original.records[i]) != std::string::npos)
            BOOST_TEST(found.contains(i), what << ": lost record " << i);
}

std::string damaged(std::string bytes, std::mt19937& random, int kind) {
    const auto at = [&] { return std::uniform_int_distribution<std::size_t>(0, bytes.size())(random); };
    const auto piece = [&] { return std::uniform_int_distribution<std::size_t>(1, 400)(random); };
    std::size_t a = at(), b = at();
    if (a > b) std::swap(a, b);
    switch (kind) {
    case 0:
        return bytes.substr(0, a); // torn tail
    case 1:
        return bytes.substr(a); // the front is missing
    case 2:
        return bytes.erase(a, piece()); // a hole
    case 3:
        return bytes.insert(a, bytes, b, piece()); // a piece twice
    case 4:
        return bytes.substr(a) + bytes.substr(0, a); // halves swapped
    case 5:                                          // bits flipped
        for (int n = 0; n < 5 && !bytes.empty(); ++n)
            bytes[at() % bytes.size()] ^= static_cast<char>(1u << (random() % 8));
        return bytes;
    case 6:
        return bytes.insert(a, std::string(piece(), '\0')); // a hole of a file system
    default:                                                // pieces shuffled
        std::vector<std::string> pieces;
        for (std::size_t i = 0; i < bytes.size(); i += 700)
            pieces.push_back(bytes.substr(i, 700));
        std::shuffle(pieces.begin(), pieces.end(), random);
        bytes.clear();
        for (const auto& p : pieces)
            bytes += p;
        return bytes;
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(thousands_of_damages_lose_and_invent_nothing) {
    std::mt19937 random(20261201);
    const Sample original = sample(40, 7);
    check(original, original.bytes, "undamaged");
    for (int round = 0; round < 4000; ++round) {
        std::string bytes = damaged(original.bytes, random, round % 8);
        if (round % 3 == 0) bytes = damaged(bytes, random, static_cast<int>(random() % 8));
        check(original, bytes, "round " + std::to_string(round));
    }
}

BOOST_AUTO_TEST_CASE(a_torn_tail_costs_only_the_last_record) {
    const Sample original = sample(5, 1);
    for (std::size_t cut = 1; cut < original.records.back().size(); ++cut) {
        std::size_t records = 0;
        const std::string bytes = original.bytes.substr(0, original.bytes.size() - cut);
        const auto report = spool::read_segment(bytes, 0, token, true, [&](const spool::Record&) { ++records; });
        BOOST_TEST(records == 4u);
        BOOST_TEST(report.damage_count == 0u, "an open segment may still grow");
        BOOST_TEST(report.next == original.bytes.size() - original.records.back().size());
    }
}

BOOST_AUTO_TEST_CASE(a_torn_tail_of_a_sealed_segment_is_told_apart_from_garbage) {
    const Sample original = sample(4, 1);
    const auto kind = [&](const std::string& bytes) {
        const auto report = spool::read_segment(bytes, 0, token, false, [](const spool::Record&) {});
        BOOST_REQUIRE_EQUAL(report.damage_count, 1u);
        return report.damages[0].kind;
    };
    BOOST_TEST((kind(original.bytes.substr(0, original.bytes.size() - original.records[3].size() + 30)) ==
                spool::Damage::Kind::torn_tail));
    BOOST_TEST((kind(original.bytes + "noise\n") == spool::Damage::Kind::garbage));
    BOOST_TEST((kind(original.bytes + "worklines-record 2 0 1 1 0123456789abcdef\n") ==
                spool::Damage::Kind::unknown_version));
    BOOST_TEST((kind(original.bytes + original.records[1]) == spool::Damage::Kind::duplicate));
}

BOOST_AUTO_TEST_CASE(reading_goes_on_where_it_stopped) {
    const Sample original = sample(20, 3);
    const auto none = [](const spool::Record&) {};
    const std::string front = original.bytes.substr(0, original.bytes.size() / 2);
    const auto first = spool::read_segment(front, 0, token, true, none);
    std::string rest = original.bytes.substr(first.next);
    const auto second = spool::read_segment(rest, first.next, token, true, none);
    BOOST_TEST(first.records + second.records == 20u);
    BOOST_TEST(second.next == original.bytes.size());
    BOOST_TEST(second.damage_count == 0u);
}

BOOST_AUTO_TEST_CASE(a_damaged_script_leaves_its_request) {
    Sample original = sample(3, 5);
    std::string bytes = original.bytes;
    bytes[bytes.find("# run 1")] = '%';
    std::size_t scripts = 0, records = 0;
    const auto report = spool::read_segment(bytes, 0, token, false, [&](const spool::Record& record) {
        ++records;
        scripts += record.script.has_value();
    });
    BOOST_TEST(records == 3u);
    BOOST_TEST(scripts == 2u);
    BOOST_TEST((report.damages.at(0).kind == spool::Damage::Kind::script));
}

BOOST_AUTO_TEST_CASE(a_segment_without_name_and_head_is_said_to_be_unreadable) {
    const Sample original = sample(3, 5);
    const auto report = spool::read_segment(original.bytes.substr(10), 0, "", false,
                                            [](const spool::Record&) { BOOST_ERROR("read without a token"); });
    BOOST_TEST((report.damages.at(0).kind == spool::Damage::Kind::no_token));
}

BOOST_AUTO_TEST_CASE(a_script_of_a_million_false_records_is_read_in_linear_work) {
    std::string script;
    while (script.size() < (4u << 20))
        script += "worklines-record 1 1 99999999 99999999 0123456789abcdef\n";
    Sample original = sample(1, 1);
    std::string bytes = original.bytes + "x" + script + sample(2, 1).records[1];
    std::size_t records = 0;
    spool::read_segment(bytes, 0, token, false, [&](const spool::Record&) { ++records; });
    BOOST_TEST(records == 2u); // quadratic work would not come to an end
}
