// SPDX-License-Identifier: GPL-2.0-or-later
// Which points become one group.
#define BOOST_TEST_MODULE lines_linkage
#include "reporter/lines/linkage.h"
#include "reporter/lines/project.h"
#include "reporter/lines/terms.h"
#include "reporter/lines/weights.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <set>

using namespace worklines::lines;

namespace {

using Groups = std::vector<std::uint32_t>;

/// A point that says these terms, all as loudly.
Point saying(std::initializer_list<std::uint32_t> terms, std::uint32_t person = 0, SparseVector fields = {}) {
    Point point{{}, std::move(fields), person};
    for (const std::uint32_t term : terms)
        point.terms.emplace_back(term, 1.0F);
    normalise(point.terms);
    return point;
}

void check_groups(const std::vector<Point>& points, const Groups& expected, const LinkSettings& settings = {},
                  const std::vector<Bond>& bonds = {}) {
    BOOST_TEST(link(points, bonds, settings) == expected, boost::test_tools::per_element());
}

std::set<std::string> words_in(std::string_view script) {
    std::set<std::string> words;
    each_word(script, [&](std::string_view word) { words.emplace(word); });
    return words;
}

} // namespace

BOOST_AUTO_TEST_CASE(what_says_the_same_is_together) {
    check_groups({saying({1, 2, 3}), saying({7, 8}), saying({1, 2, 4}), saying({7, 8, 9})}, {0, 1, 0, 1});
}

BOOST_AUTO_TEST_CASE(a_bridge_does_not_make_two_groups_one) {
    check_groups({saying({1, 2, 3, 4}), saying({1, 2, 3, 5}), saying({11, 12, 13, 14}), saying({11, 12, 13, 15}),
                  saying({1, 2, 11, 12})},
                 {0, 0, 1, 1, 0}, {.enough = 0.3});
}

BOOST_AUTO_TEST_CASE(points_of_other_fields_are_less_alike) {
    const SparseVector genomics{{0, 1.0F}}, astronomy{{1, 1.0F}};
    const LinkSettings settings{.enough = 0.4, .other_field = 0.5};
    check_groups({saying({1, 2}, 0, genomics), saying({1, 3}, 1, genomics)}, {0, 0}, settings);
    check_groups({saying({1, 2}, 0, genomics), saying({1, 3}, 1, astronomy)}, {0, 1}, settings);
    check_groups({saying({1, 2}, 0, genomics), saying({1, 3}, 1)}, {0, 0}, settings); // unknown is not other
}

BOOST_AUTO_TEST_CASE(bonds_and_persons_count_beside_what_is_said) {
    check_groups({saying({1}), saying({2})}, {0, 1});
    check_groups({saying({1}), saying({2})}, {0, 0}, {}, {{0, 1, 0.5}});
    check_groups({saying({1, 2, 3, 4}, 5), saying({1, 6, 7, 8}, 5)}, {0, 0}, {.enough = 0.4, .same_person = 0.2});
    check_groups({saying({1, 2, 3, 4}, 5), saying({1, 6, 7, 8}, 6)}, {0, 1}, {.enough = 0.4, .same_person = 0.2});
}

BOOST_AUTO_TEST_CASE(points_that_say_nothing_stay_alone) {
    check_groups({saying({}), saying({}), saying({1})}, {0, 1, 2});
    check_groups({}, {});
}

BOOST_AUTO_TEST_CASE(the_order_of_points_changes_no_group) {
    std::mt19937 random(5);
    std::vector<Point> points;
    for (std::uint32_t i = 0; i < 120; ++i) {
        std::set<std::uint32_t> terms;
        while (terms.size() < 12)
            terms.insert(static_cast<std::uint32_t>(10 * (i % 9) + random() % 14));
        Point point{{}, {}, i % 30};
        for (const std::uint32_t term : terms)
            point.terms.emplace_back(term, static_cast<float>(1 + random() % 1000) / 1000);
        normalise(point.terms);
        points.push_back(point);
    }
    const auto partition = [](const Groups& groups, const std::vector<std::uint32_t>& number_of) {
        std::map<std::uint32_t, std::set<std::uint32_t>> members;
        for (std::uint32_t i = 0; i < groups.size(); ++i)
            members[groups[i]].insert(number_of[i]);
        std::set<std::set<std::uint32_t>> all;
        for (const auto& [group, points_in] : members)
            all.insert(points_in);
        return all;
    };
    std::vector<std::uint32_t> order(points.size());
    for (std::uint32_t i = 0; i < order.size(); ++i)
        order[i] = i;
    const auto first = partition(link(points, {}, {}), order);
    BOOST_TEST(first.size() > 1u);
    BOOST_TEST(first.size() < 60u);
    for (int turn = 0; turn < 10; ++turn) {
        std::ranges::shuffle(order, random);
        std::vector<Point> shuffled;
        for (const std::uint32_t i : order)
            shuffled.push_back(points[i]);
        BOOST_TEST((partition(link(shuffled, {}, {}), order) == first));
    }
}

BOOST_AUTO_TEST_CASE(a_project_is_the_folder_behind_the_persons_own) {
    BOOST_TEST(project_of("lola", "/home/lola/thesis/run3") == "thesis");
    BOOST_TEST(project_of("lola", "/scratch/lola//thesis/") == "thesis");
    BOOST_TEST(project_of("lola", "/home/lola") == "");
    BOOST_TEST(project_of("lola", "/home/lola/") == "");
    BOOST_TEST(project_of("lola", "/home/lolailo/x") == "/home/lolailo/x");
    BOOST_TEST(project_of("lola", "/work/forest") == "/work/forest");
    BOOST_TEST(project_of("lola", "/") == "");
    BOOST_TEST(project_of("lola", "") == "");
}

BOOST_AUTO_TEST_CASE(words_are_letters_of_text_and_comments_but_not_of_directives) {
    BOOST_TEST(words_in("#!/bin/bash\n#SBATCH --job-name=secret\n# Größe, h100 x2\ngmx_mpi mdrun -nb GPU\r\n") ==
               (std::set<std::string>{"größe", "gmx", "mpi", "mdrun", "gpu"}));
    BOOST_TEST(words_in(std::string(50, 'x') + " ok yes").size() == 1u);
    BOOST_TEST(words_in("").empty());
}

BOOST_AUTO_TEST_CASE(a_word_tells_more_the_fewer_persons_use_it) {
    std::vector<Said> said;
    for (std::uint32_t person = 0; person < 10; ++person)
        said.push_back({person, {{0, 1.0F}, {1 + person / 5, 1.0F}, {10 + person / 2, 1.0F}}});
    const auto vectors = weigh(said);
    BOOST_REQUIRE(vectors.size() == 10u);
    BOOST_REQUIRE(vectors[0].size() == 2u); // what all of them say is boilerplate
    BOOST_TEST(vectors[0][0].second < vectors[0][1].second);
    BOOST_TEST(dot(vectors[0], vectors[0]) == 1.0, boost::test_tools::tolerance(1e-6));
}
