// SPDX-License-Identifier: GPL-2.0-or-later
// `opt-out`, `forget` and `search` as an admin calls them.
#define BOOST_TEST_MODULE report_privacy
#include "reporter/archive/archive.h"
#include "tests/reporter/report_archive.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace worklines;

namespace {

/// Edda's and Dora's jobs with scripts; 102 is a version of 101's with a word of Dora's own.
struct Site {
    Site() {
        std::filesystem::create_directory(scratch.path / "scripts");
        put("101", "#!/bin/bash\ngmx mdrun -deffnm lysozyme_model --seed 1\n");
        put("102", "#!/bin/bash\ngmx mdrun -deffnm lysozyme_model --seed 2\n");
        put("104", "#!/bin/bash\nbwa mem doras_genome.fa reads.fq\n");
        std::ofstream(scratch.path / "dump") << test::dump;
        const auto done = run({"collect", "--sacct", scratch.path / "dump", "--scripts", scratch.path / "scripts"});
        BOOST_REQUIRE_MESSAGE(done.code == 0, done.err);
    }

    void put(const std::string& job, const std::string& text) const {
        std::ofstream(scratch.path / "scripts" / (job + ".sh")) << text;
    }

    test::Outcome run(std::vector<std::string> words) const {
        std::ofstream(scratch.path / "conf")
            << "archive = " << file() << "\ntimezone = UTC\nspool = " << (scratch.path / "none").string()
            << "\nadvice = " << (scratch.path / "advice").string() << "\n";
        words.insert(words.end(), {"--config", scratch.path / "conf"});
        return test::program(words);
    }

    nlohmann::json report() const {
        return nlohmann::json::parse(
            run({"report", "--from", "2026-02-01", "--to", "2026-04-01", "--format", "json", "--out", "-"}).out);
    }

    std::string file() const { return scratch.path / "archive.sqlite"; }
    std::string bytes() const {
        std::ifstream in(file(), std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }

    test::Scratch scratch;
};

} // namespace

BOOST_AUTO_TEST_CASE(who_opts_out_is_in_no_figure_and_comes_back_when_it_is_undone) {
    const Site site;
    const auto before = site.report();
    BOOST_TEST(before["users"] == 2);
    BOOST_TEST(site.run({"opt-out", "edda"}).code == 0);
    BOOST_TEST(site.run({"opt-out", "--list"}).out == "edda\n");
    const auto without = site.report();
    BOOST_TEST(without["users"] == 1);
    BOOST_TEST(without["jobs"] == before["jobs"].get<int>() - 1);
    BOOST_TEST(without["gpu_hours"] == 0.0);
    for (const auto& line : without["lines"])
        BOOST_TEST(line["users"] == 1);
    BOOST_TEST(site.run({"opt-out", "edda", "--undo"}).code == 0);
    BOOST_TEST(site.report() == before);
}

BOOST_AUTO_TEST_CASE(who_is_forgotten_leaves_no_byte_and_nobody_else_loses_any) {
    const Site site;
    BOOST_TEST(site.bytes().find("/home/edda") != std::string::npos);
    BOOST_TEST(site.run({"forget", "edda", "--dry-run"}).out == "would go of edda: 1 records, 0 submissions\n");
    BOOST_TEST(site.report()["users"] == 2);
    const auto done = site.run({"forget", "edda"});
    BOOST_TEST(done.code == 0, done.err);
    for (const char* word : {"edda", "fold_edda", "/home/edda", "sbatch a.sh"})
        BOOST_TEST(site.bytes().find(word) == std::string::npos, word);
    BOOST_TEST(site.run({"search", "seed 1"}).out == "");
    BOOST_TEST(site.run({"show", "101"}).code == 1);
    // Dora's version was packed as a difference to Edda's script.
    BOOST_TEST(site.run({"show", "102", "--script"}).out ==
               "#!/bin/bash\ngmx mdrun -deffnm lysozyme_model --seed 2\n");
    BOOST_TEST(site.report()["users"] == 1);
    BOOST_TEST(site.run({"forget", "edda"}).code == 0); // once more: nothing is left to go
}

BOOST_AUTO_TEST_CASE(what_is_older_than_the_retention_goes_with_its_bytes_and_what_is_younger_stays) {
    const Site site;
    const auto before = site.report();
    constexpr std::int64_t february_4 = 1770163200;
    {
        auto archive = archive::Archive::open(site.file(), archive::Archive::Mode::write);
        BOOST_REQUIRE(archive);
        const auto erased = archive->expire(february_4);
        BOOST_REQUIRE(erased);
        BOOST_TEST(erased->records == 1);
        BOOST_TEST(erased->scripts == 1);
        BOOST_TEST(archive->expire(february_4)->records == 0);
    }
    for (const char* word : {"edda", "fold_edda", "sbatch a.sh"})
        BOOST_TEST(site.bytes().find(word) == std::string::npos, word);
    BOOST_TEST(site.run({"show", "101"}).code == 1);
    BOOST_TEST(site.run({"show", "102", "--script"}).out ==
               "#!/bin/bash\ngmx mdrun -deffnm lysozyme_model --seed 2\n");
    BOOST_TEST(site.run({"show", "103"}).code == 0);
    BOOST_TEST(site.report()["jobs"] == before["jobs"].get<int>() - 1);
}

BOOST_AUTO_TEST_CASE(collect_applies_the_retention_and_says_what_went) {
    const Site site;
    const auto collect = [&](const std::string& retention) {
        std::ofstream(site.scratch.path / "conf")
            << "archive = " << site.file() << "\ntimezone = UTC\nretention = " << retention << "\n";
        return test::program(
            {"collect", "--config", site.scratch.path / "conf", "--sacct", site.scratch.path / "dump"});
    };
    for (const char* for_ever : {"0", "1000y", "9999999999999999"}) {
        const auto kept = collect(for_ever);
        BOOST_TEST(kept.code == 0, kept.err);
        BOOST_TEST(kept.out.find("erased") == std::string::npos, kept.out);
    }
    const auto gone = collect("1d"); // the dump's jobs are of a past that does not come back
    BOOST_TEST(gone.code == 0, gone.err);
    BOOST_TEST(gone.out.find("older than 1 days, erased: 4 records") != std::string::npos, gone.out);
    BOOST_TEST(site.bytes().find("doras_genome") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_text_is_found_with_job_date_person_and_line) {
    const Site site;
    const auto hits = nlohmann::json::parse(site.run({"search", "DORAS_genome", "--json"}).out);
    BOOST_REQUIRE(hits.size() == 1u);
    BOOST_TEST(hits[0]["user"] == "dora");
    BOOST_TEST(hits[0]["line"] == 2);
    BOOST_TEST(hits[0]["text"] == "bwa mem doras_genome.fa reads.fq");
    const auto named = site.run({"search", "sweep"});
    BOOST_TEST(named.out.find("2026-03-04 dora          name  sweep") != std::string::npos, named.out);
    for (const char* odd : {"%", "' OR 1=1 --", "\"", "*"})
        BOOST_TEST(site.run({"search", odd}).out == "", odd);
    BOOST_TEST(site.run({"search", ""}).code == 2);
}

BOOST_AUTO_TEST_CASE(wrong_use_is_said_in_one_line) {
    const Site site;
    BOOST_TEST(site.run({"opt-out"}).code == 2);
    BOOST_TEST(site.run({"opt-out", "edda", "--list"}).code == 2);
    BOOST_TEST(site.run({"forget"}).code == 2);
}
