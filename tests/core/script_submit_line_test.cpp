// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE script_submit_line
#include "core/script/submit_line.h"

#include <boost/test/unit_test.hpp>

#include <string>

using namespace worklines;

namespace {

std::string dependency(std::string_view line) {
    return std::string(script::submit_option(line, "dependency").value_or("not given"));
}

} // namespace

BOOST_AUTO_TEST_CASE(an_option_is_found_in_each_of_its_ways) {
    for (const char* line :
         {"sbatch --dependency=afterok:12 run.sh", "sbatch --dependency afterok:12 run.sh",
          "sbatch -d afterok:12 run.sh", "sbatch -dafterok:12 run.sh", "sbatch -Hd afterok:12 run.sh",
          "sbatch --depend=afterok:12 run.sh", "/opt/slurm/bin/sbatch  -t 10 -N1 --nice --mem 4G -d  afterok:12"})
        BOOST_TEST(dependency(line) == "afterok:12", line);
}

BOOST_AUTO_TEST_CASE(the_last_one_counts) {
    BOOST_TEST(dependency("sbatch -d afterok:1 --dependency=afterany:2 run.sh") == "afterany:2");
}

BOOST_AUTO_TEST_CASE(what_the_script_gets_is_not_for_slurm) {
    for (const char* line : {"", "sbatch", "sbatch run.sh --dependency=afterok:12", "sbatch -t 10 run.sh -d 12",
                             "sbatch -- -d afterok:1", "sbatch --comment -d run.sh", "sbatch --wrap=x"})
        BOOST_TEST(dependency(line) == "not given", line);
}

BOOST_AUTO_TEST_CASE(a_value_that_is_missing_is_empty) {
    BOOST_TEST(dependency("sbatch --dependency") == "");
    BOOST_TEST(dependency("sbatch -d") == "");
    BOOST_TEST(dependency("sbatch --dependency= run.sh") == "");
}
