// SPDX-License-Identifier: GPL-2.0-or-later
// Four months of a small cluster whose every figure is known, from the dump to the portrait. The data are too large
// for the repository: without them beside it there is nothing to compare.
#define BOOST_TEST_MODULE portrait_ants
#include "core/text/calendar.h"
#include "reporter/archive/archive.h"
#include "reporter/commands/collect_accounting.h"
#include "reporter/commands/collect_scripts.h"
#include "reporter/join/match.h"
#include "reporter/portrait/compose.h"
#include "reporter/portrait/dependencies.h"
#include "reporter/portrait/edges.h"
#include "tests/reporter/portrait_runs.h"
#include "tests/reporter/scratch.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>

using namespace worklines;
namespace fs = std::filesystem;
using nlohmann::json;

namespace {

const fs::path data = fs::path(WORKLINES_SOURCE_DIR) / "../shared/data/ants";
constexpr double rounding = 0.01; // hours in truth.json have three digits

template <class T>
T value_of(Result<T> result) {
    BOOST_REQUIRE_MESSAGE(result, (result ? "" : result.error().line()));
    return std::move(*result);
}

/// Read once for all tests.
struct World {
    World() {
        std::ifstream(data / "truth.json") >> truth;
        cluster = truth["cluster"];
        zone = value_of(text::Zone::named(truth["timezone"]));
        archive = std::make_unique<archive::Archive>(
            value_of(archive::Archive::open(scratch / "archive.sqlite", archive::Archive::Mode::write)));
        commands::AccountingOptions options;
        options.dump = data / "sacct.txt";
        options.zone = zone;
        BOOST_REQUIRE(commands::collect_accounting(*archive, options));
        BOOST_REQUIRE(commands::collect_scripts(*archive, data / "scripts", cluster, {1 << 22, zone}));
        BOOST_REQUIRE(join::match(*archive, {}));
    }

    std::int64_t midnight(const std::string& date) const { return zone.midnight(*text::parse_date(date)); }

    portrait::Span span(const std::string& from, const std::string& to) {
        return {midnight(from), midnight(to), value_of(archive->known_until(cluster)).value()};
    }
    portrait::Span whole() { return span(truth["period"]["from"], truth["period"]["to"]); }

    join::Runs runs(const portrait::Span& span) { return value_of(archive->runs(cluster, span.from_s, span.to_s)); }

    lines::Notes notes(const join::Runs& runs) {
        return value_of(lines::read_scripts(
            runs, [&](std::uint32_t script) { return archive->script(runs.scripts[script].sha256); },
            tests::built_in_lexicon()));
    }

    tests::Scratch scratch;
    json truth;
    std::string cluster;
    text::Zone zone;
    std::unique_ptr<archive::Archive> archive;
};

World& world() {
    static World the_world;
    return the_world;
}

portrait::OptedOut opted_out() { return world().truth["exclusions"]["opt_out"]["users"].get<portrait::OptedOut>(); }

boost::test_tools::assertion_result data_are_there(boost::unit_test::test_unit_id) {
    boost::test_tools::assertion_result there(fs::exists(data / "truth.json"));
    if (!there) there.message() << "no data in " << data.string();
    return there;
}

void check_hours(const portrait::Hours& hours, const json& truth) {
    BOOST_CHECK_SMALL(hours.gpu - truth["gpu_hours"].get<double>(), rounding);
    BOOST_CHECK_SMALL(hours.cpu - truth["cpu_hours"].get<double>(), rounding);
}

portrait::Hours sum(const std::vector<portrait::LeftOut>& left_out) {
    portrait::Hours hours;
    for (const portrait::LeftOut& one : left_out) {
        hours.gpu += one.hours.gpu;
        hours.cpu += one.hours.cpu;
    }
    return hours;
}

void check_totals(const portrait::Counted& counted, const json& truth) {
    BOOST_TEST(counted.jobs == truth["jobs"].get<std::uint64_t>());
    BOOST_TEST(counted.runs.size() == truth["runs"].get<std::uint64_t>());
    BOOST_TEST(counted.submissions == truth["submissions"].get<std::uint64_t>());
    BOOST_TEST(counted.never_started == truth["never_started"].get<std::uint64_t>());
    BOOST_TEST(counted.users == truth["users"].get<std::uint64_t>());
    BOOST_TEST(counted.scripts == truth["scripts_present"].get<std::uint64_t>());
    check_hours(counted.hours, truth);
}

} // namespace

BOOST_AUTO_TEST_SUITE(ants, *boost::unit_test::precondition(data_are_there))

BOOST_AUTO_TEST_CASE(the_totals_with_everybody_are_the_true_ones) {
    const auto span = world().whole();
    check_totals(portrait::count(world().runs(span), span, {}), world().truth["totals"]["with_opt_out"]);
}

BOOST_AUTO_TEST_CASE(the_totals_without_who_opted_out_are_the_true_ones) {
    const auto span = world().whole();
    const auto counted = portrait::count(world().runs(span), span, opted_out());
    check_totals(counted, world().truth["totals"]["portrait"]);
    const json& truth = world().truth["exclusions"]["opt_out"];
    BOOST_TEST(counted.opted_out.size() == truth["jobs"].get<std::uint64_t>());
    check_hours(sum(counted.opted_out), truth);
}

BOOST_AUTO_TEST_CASE(each_exclusion_has_the_true_jobs_and_hours) {
    const auto span = world().whole();
    const auto runs = world().runs(span);
    const auto counted = portrait::count(runs, span, {});
    const json& truth = world().truth["exclusions"];

    BOOST_REQUIRE(counted.orphans.size() == truth["orphan"].size());
    for (std::size_t i = 0; i < counted.orphans.size(); ++i) {
        BOOST_TEST(runs.runs[counted.orphans[i].run].id_raw == truth["orphan"][i]["raw"].get<std::int64_t>());
        check_hours(counted.orphans[i].hours, truth["orphan"][i]);
    }
    const json& over = truth["over_limit"];
    BOOST_REQUIRE(counted.over_limit.size() == over["jobs"].size());
    for (std::size_t i = 0; i < counted.over_limit.size(); ++i) {
        BOOST_TEST(runs.runs[counted.over_limit[i].run].id_raw == over["jobs"][i]["raw"].get<std::int64_t>());
        check_hours(counted.over_limit[i].hours, over["jobs"][i]);
    }
    check_hours(sum(counted.over_limit), over);
    BOOST_TEST(counted.late_kills == truth["late_kills"]["runs"].get<std::uint64_t>());
    check_hours(counted.late_kill_hours, truth["late_kills"]);
    BOOST_TEST(counted.absurd.empty());
}

BOOST_AUTO_TEST_CASE(what_was_left_out_added_again_is_the_total_without_exclusions) {
    const auto span = world().whole();
    const auto counted = portrait::count(world().runs(span), span, {});
    portrait::Hours hours = counted.hours;
    for (const auto& more : {sum(counted.orphans), sum(counted.over_limit), counted.late_kill_hours}) {
        hours.gpu += more.gpu;
        hours.cpu += more.cpu;
    }
    check_hours(hours, world().truth["totals"]["no_exclusions"]);
}

BOOST_AUTO_TEST_CASE(the_months_add_up_to_the_whole) {
    portrait::Hours hours;
    std::uint64_t never_started = 0;
    const std::vector<std::string> borders = {"2026-02-01", "2026-03-01", "2026-04-01", "2026-05-01", "2026-06-01"};
    for (std::size_t i = 0; i + 1 < borders.size(); ++i) {
        const auto span = world().span(borders[i], borders[i + 1]);
        const auto counted = portrait::count(world().runs(span), span, {});
        hours.gpu += counted.hours.gpu;
        hours.cpu += counted.hours.cpu;
        never_started += counted.never_started;
    }
    check_hours(hours, world().truth["totals"]["with_opt_out"]);
    BOOST_TEST(never_started == world().truth["totals"]["with_opt_out"]["never_started"].get<std::uint64_t>());
}

BOOST_AUTO_TEST_CASE(waits_by_size_are_the_true_ones) {
    const auto span = world().whole();
    const auto counted = portrait::count(world().runs(span), span, {});
    const std::map<std::string, std::string> truth_name = {
        {"1 cpu", "1 cpus"}, {"2-7 cpus", "2-7 cpus"}, {"8-31 cpus", "8-31 cpus"}, {"32+ cpus", "32+ cpus"}};
    BOOST_TEST(counted.waits.size() == world().truth["waits"].size());
    for (const portrait::Wait& wait : counted.waits) {
        const json& truth = world().truth["waits"][truth_name.at(wait.size)];
        BOOST_TEST(wait.runs == truth["runs"].get<std::uint64_t>());
        BOOST_TEST(wait.median_s == truth["median_s"].get<std::int64_t>());
        BOOST_TEST(wait.p90_s == truth["p90_s"].get<std::int64_t>());
        BOOST_TEST(wait.max_s == truth["max_s"].get<std::int64_t>());
    }
}

BOOST_AUTO_TEST_CASE(the_lines_hold_every_job_once_and_no_title_twice) {
    const auto span = world().whole();
    const auto runs = world().runs(span);
    const auto counted = portrait::count(runs, span, opted_out());
    const auto notes = world().notes(runs);
    const auto portrait =
        portrait::compose(runs, notes, lines::assign(runs, notes), counted, "ants", {"2026-02-01", "2026-06-01"});
    std::uint64_t jobs = 0;
    portrait::Hours hours;
    std::set<std::string> titles, ids;
    for (const portrait::Line& line : portrait.lines) {
        jobs += line.jobs;
        hours.gpu += line.hours.gpu;
        hours.cpu += line.hours.cpu;
        BOOST_TEST(titles.insert(line.title).second, line.title);
        BOOST_TEST(ids.insert(line.id).second, line.id);
    }
    BOOST_TEST(jobs == counted.jobs);
    check_hours(hours, world().truth["totals"]["portrait"]);
    BOOST_TEST_MESSAGE(portrait.lines.size() << " lines, joined " << portrait.joined_share);
    for (const portrait::Line& line : portrait.lines)
        BOOST_TEST_MESSAGE(line.id << ' ' << line.jobs << ' ' << line.hours.gpu << ' ' << line.users << ' '
                                   << line.scripts << ' ' << line.title);
}

BOOST_AUTO_TEST_CASE(the_dependencies_of_submissions_are_the_true_ones) {
    const auto runs = world().runs(world().whole());
    std::vector<std::uint32_t> all(runs.runs.size());
    std::iota(all.begin(), all.end(), 0U);
    std::set<std::tuple<std::int64_t, std::int64_t, std::string>> found, truth;
    for (const portrait::Dependency& one : portrait::dependencies_of(runs, all))
        found.emplace(runs.runs[one.on].parent, runs.runs[one.run].parent, one.type);
    for (const json& edge : world().truth["edges"])
        truth.emplace(std::stoll(edge[0].get<std::string>()), std::stoll(edge[1].get<std::string>()),
                      edge[2].get<std::string>());
    BOOST_TEST((found == truth), found.size() << " found, " << truth.size() << " in truth");
}

BOOST_AUTO_TEST_CASE(the_edges_count_each_job_that_waited_for_one_that_counts) {
    const auto span = world().whole();
    const auto runs = world().runs(span);
    const auto counted = portrait::count(runs, span, opted_out());
    const auto notes = world().notes(runs);
    std::map<std::int64_t, std::set<std::uint32_t>> jobs_of;
    for (const portrait::CountedRun& one : counted.runs)
        jobs_of[runs.runs[one.run].parent].insert(one.job);
    std::uint64_t truth = 0, found = 0;
    for (const json& edge : world().truth["edges"])
        if (jobs_of.contains(std::stoll(edge[0].get<std::string>())))
            truth += jobs_of[std::stoll(edge[1].get<std::string>())].size();
    for (const portrait::Edge& edge : portrait::edges_of(runs, notes, lines::assign(runs, notes), counted)) {
        found += edge.jobs;
        BOOST_TEST_MESSAGE(edge.jobs << ' ' << edge.from << ' ' << edge.from_activity << ' ' << edge.type << ' '
                                     << edge.to << ' ' << edge.to_activity);
    }
    BOOST_TEST(found == truth); // each child has one parent in this data
}

BOOST_AUTO_TEST_SUITE_END()
