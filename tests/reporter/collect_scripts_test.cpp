// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE collect_scripts
#include "core/spool/digest.h"
#include "reporter/commands/collect_scripts.h"
#include "tests/reporter/scratch.h"

#include <boost/test/unit_test.hpp>

#include <fstream>
#include <utility>
#include <vector>

namespace archive = worklines::archive;
namespace commands = worklines::commands;
namespace fs = std::filesystem;

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
        BOOST_TEST((commands::job_id_of_name(name) == id), name);
}

BOOST_AUTO_TEST_CASE(a_folder_is_read_with_those_in_it_but_not_through_links) {
    worklines::tests::Scratch scratch;
    const auto write = [&](const fs::path& file, const std::string& bytes) {
        fs::create_directories(file.parent_path());
        std::ofstream(file, std::ios::binary) << bytes;
    };
    write(scratch / "kept/1.sh", "one");
    write(scratch / "kept/2026/2.sh", std::string("t\0w\xff", 4));
    write(scratch / "kept/3.sh", std::string(1000, 'x'));
    write(scratch / "kept/README", "");
    write(scratch / "secret", "not a script");
    fs::create_symlink(scratch / "secret", scratch / "kept/4.sh");
    auto archive = archive::Archive::open(scratch / "a.sqlite", archive::Archive::Mode::write);
    BOOST_REQUIRE(archive);
    const auto report = commands::collect_scripts(*archive, scratch / "kept", "ants", 100);
    BOOST_REQUIRE(report);
    BOOST_TEST(report->scripts == 2);
    BOOST_TEST(report->too_large == 1);
    BOOST_TEST(report->unnamed == 1);
    const std::string two("t\0w\xff", 4);
    BOOST_TEST((*archive->script(worklines::spool::sha256_hex(two)) == two));
    BOOST_TEST(!commands::collect_scripts(*archive, scratch / "secret", "ants", 100));
    BOOST_TEST(!commands::collect_scripts(*archive, scratch / "missing", "ants", 100));
}
