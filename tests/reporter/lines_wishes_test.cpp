// SPDX-License-Identifier: GPL-2.0-or-later
// What an admin wishes of lines holds when they are found anew.
#define BOOST_TEST_MODULE lines_wishes
#include "reporter/lines/wishes.h"
#include "tests/reporter/lines_site.h"

#include <boost/test/unit_test.hpp>

using namespace worklines;
using namespace worklines::tests;

namespace {

constexpr std::string_view dynamics = "gmx grompp -f md.mdp -c start.gro -p topol.top\ngmx mdrun -deffnm md\n";
constexpr std::string_view ocean = "cdo monmean sst.nc mean.nc\nncks -v salinity mean.nc out.nc\nncview out.nc\n";

/// Lola and Rudi simulate proteins, Bruno the ocean.
struct Cluster : Site {
    Cluster() {
        run_in(1, "lola", "protein", script(std::string(dynamics)));
        run_in(2, "rudi", "membrane", script(std::string(dynamics) + "gmx energy -f md.edr\n"));
        run_in(3, "bruno", "sst", script(std::string(ocean)));
    }
    std::string id(const lines::Lines& lines, std::uint32_t run) const {
        return lines.lines[lines.line_of_run(run)].id;
    }
    std::string title(const lines::Lines& lines, std::uint32_t run) const {
        return lines.lines[lines.line_of_run(run)].title;
    }
};

lines::Wishes wishes(const std::string& text) {
    const auto read = lines::parse_wishes(text, "lines.conf");
    BOOST_REQUIRE_MESSAGE(read, (read ? "" : read.error().line()));
    return *read;
}

} // namespace

BOOST_AUTO_TEST_CASE(ids_of_lines_are_all_different) {
    Cluster cluster;
    const auto lines = cluster.assign();
    BOOST_TEST(cluster.id(lines, 0) != cluster.id(lines, 2));
}

BOOST_AUTO_TEST_CASE(a_name_is_the_title) {
    Cluster cluster;
    const std::string id = cluster.id(cluster.assign(), 2);
    const auto lines = cluster.assign(wishes("name " + id + "  The warm sea\n"));
    BOOST_TEST(cluster.title(lines, 2) == "The warm sea");
    BOOST_TEST(cluster.title(lines, 0) != "The warm sea");
}

BOOST_AUTO_TEST_CASE(merged_lines_are_one_under_the_id_of_the_first) {
    Cluster cluster;
    const auto before = cluster.assign();
    const std::string proteins = cluster.id(before, 0), sea = cluster.id(before, 2);
    const auto lines = cluster.assign(wishes("merge " + sea + " " + proteins + "\n"));
    BOOST_TEST(lines.lines.size() == 1u);
    BOOST_TEST(cluster.id(lines, 0) == sea);
}

BOOST_AUTO_TEST_CASE(what_is_split_off_is_a_line_of_its_own_and_the_rest_keeps_its_id) {
    for (const std::string whose : {"rudi membrane", "rudi", "lola protein"}) {
        Cluster cluster;
        const std::string id = cluster.id(cluster.assign(), 0);
        const auto lines = cluster.assign(wishes("split " + id + " " + whose + "\n"));
        const std::uint32_t gone = whose.starts_with("rudi") ? 1 : 0, rest = 1 - gone;
        BOOST_TEST(lines.lines.size() == 3u);
        BOOST_TEST(cluster.id(lines, rest) == id);
        BOOST_TEST(cluster.id(lines, gone) != id);
    }
}

BOOST_AUTO_TEST_CASE(pinned_work_is_in_its_line_even_if_the_line_rests) {
    Cluster cluster;
    const std::string sea = cluster.id(cluster.assign(), 2);
    auto lines = cluster.assign(wishes("pin " + sea + " rudi membrane\n"));
    BOOST_TEST(cluster.id(lines, 1) == sea);
    BOOST_TEST(cluster.id(lines, 0) != sea);
    lines = cluster.assign(wishes("pin L0000000 rudi\nname L0000000 Rudi's membranes\n"));
    BOOST_TEST(cluster.id(lines, 1) == "L0000000");
    BOOST_TEST(cluster.title(lines, 1) == "Rudi's membranes");
}

BOOST_AUTO_TEST_CASE(wishes_about_nobody_here_change_nothing) {
    Cluster cluster;
    const auto before = cluster.assign(),
               after =
                   cluster.assign(wishes("merge L0000000 L1111111\nsplit L0000000 lola\npin L0000000 nobody x\n"));
    BOOST_TEST(after.lines.size() == before.lines.size());
    for (const std::uint32_t run : {0u, 1u, 2u})
        BOOST_TEST(cluster.id(after, run) == cluster.id(before, run));
}

BOOST_AUTO_TEST_CASE(comments_blank_lines_and_folders_with_blanks) {
    const auto read = wishes("# of ours\n\n  split L0000000 lola my thesis\r\npin L1234567 rudi\n");
    BOOST_REQUIRE(read.splits.size() == 1u);
    BOOST_TEST(read.splits[0].whose.project == "my thesis");
    BOOST_TEST(read.pins[0].whose.project.empty());
}

BOOST_AUTO_TEST_CASE(a_wrong_wish_is_told_with_its_line) {
    for (const auto& [text, what] : std::initializer_list<std::pair<const char*, const char*>>{
             {"# a\nnmae L0000000 x\n", "lines.conf:2: no such wish: nmae; did you mean `name`?"},
             {"name x y\n", "lines.conf:1: not the id of a line: x"},
             {"name L0000000\n", "lines.conf:1: a name without a title"},
             {"merge L0000000\n", "lines.conf:1: a merge of one line"},
             {"merge L0000000 L\n", "lines.conf:1: not the id of a line: L"},
             {"split L0000000\n", "lines.conf:1: a split without a person"},
         }) {
        const auto read = lines::parse_wishes(text, "lines.conf");
        BOOST_REQUIRE(!read);
        BOOST_TEST(read.error().line().starts_with(what), read.error().line());
    }
}
