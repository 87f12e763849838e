// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE sources_names
#include "reporter/sources/names.h"

#include <boost/test/unit_test.hpp>

#include <utility>
#include <vector>

namespace sources = worklines::sources;
namespace text = worklines::text;

BOOST_AUTO_TEST_CASE(the_job_id_is_found_in_names_that_sites_use) {
    const std::vector<std::pair<const char*, std::optional<std::int64_t>>> table{
        {"104295.sh", 104295},
        {"104295", 104295},
        {"job.104295", 104295},
        {"slurm-104295.sbatch", 104295},
        {"6_3.sh", 6},
        {"job_7_2.txt", 7},
        {"7-2.sh", std::nullopt},
        {"notes.txt", std::nullopt},
        {"0.sh", std::nullopt},
        {"", std::nullopt},
        {"99999999999999999999.sh", std::nullopt},
        {"-5.sh", std::nullopt},
        {"job.", std::nullopt}};
    for (const auto& [name, id] : table)
        BOOST_TEST((sources::job_id_of_name(name) == id), name);
}

BOOST_AUTO_TEST_CASE(a_path_tells_the_layout_and_the_time) {
    struct Case {
        const char* path;
        std::int64_t id;
        std::string_view layout;
        const char *from, *to; ///< days; empty: no time
    };
    const std::vector<Case> table{{"7.sh", 7, "", "", ""},
                                  {"2026/7.sh", 7, "", "", ""},
                                  {"job.7_script", 7, "sarchive", "", ""},
                                  {"20240229/job.7_script", 7, "sarchive", "2024-02-29", "2024-03-01"},
                                  {"202612/job.7_script", 7, "sarchive", "2026-12-01", "2027-01-01"},
                                  {"a/2026/job.7_script", 7, "sarchive", "2026-01-01", "2027-01-01"},
                                  {"20260230/job.7_script", 7, "sarchive", "", ""},
                                  {"000000/job.7_script", 7, "sarchive", "", ""},
                                  {"123/job.7_script", 7, "sarchive", "", ""},
                                  {"hash.7/job.7/script", 7, "state folder", "", ""},
                                  {"./state/hash.7/job.7/script", 7, "state folder", "", ""}};
    const text::Zone utc = text::Zone::utc();
    for (const Case& c : table) {
        const auto named = sources::name_of(c.path, utc);
        BOOST_REQUIRE(named);
        BOOST_TEST(named->id == c.id, c.path);
        BOOST_TEST(named->layout == c.layout, c.path);
        BOOST_TEST((named->submit_to == 0) == (*c.to == '\0'), c.path);
        if (*c.to == '\0') continue;
        // A script is copied some seconds after its submission.
        const std::int64_t begin = utc.midnight(*text::parse_date(c.from));
        BOOST_TEST((named->submit_from < begin && named->submit_from > begin - 3600), c.path);
        BOOST_TEST(named->submit_to == utc.midnight(*text::parse_date(c.to)) - 1, c.path);
    }
    for (const char* path :
         {"script", "job.x/script", "hash.7/script", "job._script", "7/README", "", "/", "job.-7/script"})
        BOOST_TEST(!sources::name_of(path, utc), path);
}

BOOST_AUTO_TEST_CASE(what_lies_beside_a_script_is_none) {
    for (const char* path :
         {"2026/job.7_environment", "hash.7/job.7/environment", "7.env", "slurm-7.out", "slurm-7.err"})
        BOOST_TEST(sources::is_companion(path), path);
    for (const char* path : {"7.sh", "job.7_script", "hash.7/job.7/script", "environment", "notes.env"})
        BOOST_TEST(!sources::is_companion(path), path);
}
