// SPDX-License-Identifier: GPL-2.0-or-later
// The lexicon that is built in, what a site adds, and how terms are found.
#define BOOST_TEST_MODULE lexicon
#include "core/script/lexicon.h"
#include "core/script/lexicon/terms.h"

#include <boost/test/unit_test.hpp>

#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

using namespace worklines;
using namespace worklines::script;
namespace fs = std::filesystem;

namespace {

struct Folder {
    fs::path path = [] {
        std::string name = fs::temp_directory_path() / "worklines-lexicon-XXXXXX";
        return fs::path(mkdtemp(name.data()));
    }();
    ~Folder() { fs::remove_all(path); }
    void put(const std::string& name, const std::string& text) const { std::ofstream(path / name) << text; }
};

std::set<std::string> found(const Lexicon& lexicon, std::string_view text, Place place) {
    std::vector<Hit> hits;
    lexicon.find(text, place, hits);
    std::set<std::string> names;
    for (const Hit& hit : hits)
        names.insert(lexicon.entries()[hit.entry].name);
    return names;
}

Lexicon load(const std::vector<fs::path>& folders = {}) {
    auto loaded = Lexicon::load(folders);
    BOOST_REQUIRE_MESSAGE(loaded, (loaded ? "" : loaded.error().line()));
    return std::move(*loaded);
}

bool is_in(std::span<const std::string_view> list, std::string_view word) {
    return std::ranges::find(list, word) != list.end();
}

/// Where one term fits a text.
std::vector<std::string> fits(std::string_view term, std::string_view text, Terms::Fit fit = Terms::Fit::anywhere) {
    Terms terms;
    BOOST_REQUIRE(terms.add(term, 0));
    std::vector<TermHit> hits;
    terms.find(text, fit, hits);
    std::vector<std::string> texts;
    for (const TermHit& hit : hits)
        texts.emplace_back(text.substr(hit.at, hit.size));
    return texts;
}

using Texts = std::vector<std::string>;

} // namespace

BOOST_AUTO_TEST_CASE(words_of_a_field_are_found_inside_names) {
    Terms terms(Terms::Borders::inside_names);
    for (const char* term : {"genom*", "soil moisture", "rna"})
        BOOST_REQUIRE(terms.add(term, 0));
    const auto count = [&](std::string_view text) {
        std::vector<TermHit> hits;
        terms.find(text, Terms::Fit::anywhere, hits);
        return hits.size();
    };
    BOOST_TEST(count("PSTGenome") == 1u);
    BOOST_TEST(count("myGenomics/soilMoisture soil_moisture") == 3u);
    BOOST_TEST(count("bulkRNA merge_rna") == 2u);
    BOOST_TEST(count("soilmoisture journal agenome") == 0u);
    BOOST_TEST(fits("genom*", "PSTGenome").empty()); // not in other entries
}

BOOST_AUTO_TEST_CASE(every_entry_is_whole) {
    const Lexicon lexicon = load();
    BOOST_TEST(lexicon.entries().size() > 400u);
    std::set<std::string> names;
    for (const Entry& entry : lexicon.entries()) {
        BOOST_TEST_CONTEXT(entry.file << ": " << entry.name) {
            BOOST_TEST(names.insert(entry.name).second);
            BOOST_TEST((entry.domain.empty() || is_in(domain_slugs(), entry.domain)));
            BOOST_TEST((entry.activity.empty() || is_in(activity_slugs(), entry.activity)));
            BOOST_TEST(!entry.about.empty());
            BOOST_TEST(entry.weight >= 0);
            BOOST_TEST(entry.weight <= 1);
        }
    }
}

BOOST_AUTO_TEST_CASE(places_are_told_apart) {
    const Lexicon lexicon = load();
    BOOST_TEST(found(lexicon, "gmx_mpi", Place::command).contains("GROMACS"));
    BOOST_TEST(found(lexicon, "gmx_mpi_old", Place::command).empty());
    BOOST_TEST(found(lexicon, "gromacs/2023.3-cuda", Place::module).contains("GROMACS"));
    BOOST_TEST(found(lexicon, "lib/gromacs", Place::module).empty());
    BOOST_TEST(found(lexicon, "torch.nn.functional", Place::import).contains("PyTorch"));
    BOOST_TEST(found(lexicon, "the orca swims and a ruler measures", Place::word).count("RULER") == 0u);
}

BOOST_AUTO_TEST_CASE(two_things_of_one_name_are_both_there) {
    const Lexicon lexicon = load();
    BOOST_TEST(found(lexicon, "EleutherAI/pythia-1.4b", Place::word).contains("Pythia suite"));
    BOOST_TEST(found(lexicon, "pythia8", Place::command).contains("Pythia"));
    BOOST_TEST(found(lexicon, "trained with SAC", Place::word).contains("Soft actor-critic"));
    BOOST_TEST(found(lexicon, "sac", Place::command).contains("SAC"));
}

BOOST_AUTO_TEST_CASE(how_terms_fit) {
    BOOST_TEST(fits("llama.cpp", "see Llama_CPP, llama-cpp and llamacpp") == (Texts{"Llama_CPP", "llama-cpp"}),
               boost::test_tools::per_element());
    BOOST_TEST(fits("=RULER", "RULER ruler xRULER RULER2 (RULER)") == (Texts{"RULER", "RULER"}),
               boost::test_tools::per_element());
    BOOST_TEST(fits("llama-3*", "llama-3 llama-3b Llama-31 llama-2") == (Texts{"llama-3", "llama-3b", "Llama-31"}),
               boost::test_tools::per_element());
    BOOST_TEST(fits("osu_*", "osu osu_bw osu bw") == (Texts{"osu"}), boost::test_tools::per_element());
    BOOST_TEST(fits("resnet*", "ResNet50 resnets net") == (Texts{"ResNet50", "resnets"}),
               boost::test_tools::per_element());
    BOOST_TEST(fits(".bam", "a.bam bam b.bam.bai") == (Texts{"bam", "bam"}), boost::test_tools::per_element());
    BOOST_TEST(fits("single cell", "a Single cell, single  cell").size() == 1u);
    BOOST_TEST(fits("gmx", "gmx gmx_mpi", Terms::Fit::whole).empty());
    BOOST_TEST(fits("torch", "torch.nn torch", Terms::Fit::at_the_start).size() == 1u);
    Terms none;
    BOOST_TEST(!none.add("=*", 0));
}

BOOST_AUTO_TEST_CASE(a_long_text_is_searched_in_pieces_and_nothing_is_lost) {
    std::string text;
    for (int i = 0; i < 30000; ++i)
        text += "word" + std::to_string(i) + (i % 100 == 0 ? " needle\n" : "\n");
    BOOST_TEST(fits("needle", text).size() == 300u);
}

BOOST_AUTO_TEST_CASE(a_site_adds_replaces_and_removes) {
    Folder folder;
    folder.put(
        "a.lua",
        "return { { name = 'Ourcode', domain = 'our-field', activity = 'simulate', commands = 'ourcode', about = "
        "'x' },\n"
        "  { name = 'GROMACS', domain = 'materials', commands = { 'gmx' } }, { name = 'VASP', remove = true } }");
    const Lexicon lexicon = load({folder.path, folder.path / "none"});
    BOOST_TEST(found(lexicon, "ourcode", Place::command).contains("Ourcode"));
    BOOST_TEST(found(lexicon, "vasp_std", Place::command).empty());
    for (const Entry& entry : lexicon.entries())
        if (entry.name == "GROMACS") BOOST_TEST(entry.domain == "materials");
}

BOOST_AUTO_TEST_CASE(what_is_wrong_in_a_file_is_said_with_file_and_entry) {
    for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
             {"return 7", "returns a table"},
             {"return {{ name = 'x' }}", "entry 1: x: nothing tells how it shows itself"},
             {"return {{ commands = 'x' }}", "entry 1: has no `name`"},
             {"return {{ name = 'x', commands = 'x', kind = 'y' }}", "no such kind: y"},
             {"return {{ name = 'x', commands = 'x', activity = 'y' }}", "no such activity: y"},
             {"return {{ name = 'x', commands = '=' }}", "a term without a letter"},
             {"while true do end", "more"},
             {"return {", "wrong.lua"}}) {
        Folder folder;
        folder.put("wrong.lua", text);
        const auto loaded = Lexicon::load({folder.path});
        BOOST_REQUIRE(!loaded);
        BOOST_TEST(loaded.error().line().find(reason) != std::string::npos, loaded.error().line());
        BOOST_TEST(loaded.error().line().find("wrong.lua") != std::string::npos, loaded.error().line());
    }
}
