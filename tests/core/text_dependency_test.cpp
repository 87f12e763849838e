// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE text_dependency
#include "core/text/dependency.h"

#include <boost/test/unit_test.hpp>

#include <string>
#include <vector>

using namespace worklines;

namespace {

/// `afterok 12; after 3`.
std::string read(std::string_view text) {
    std::string all;
    for (const text::Dependency& one : text::parse_dependencies(text))
        all += (all.empty() ? "" : "; ") + std::string(one.type) + " " + std::to_string(one.job);
    return all;
}

} // namespace

BOOST_AUTO_TEST_CASE(each_type_is_read) {
    for (const char* type : {"after", "afterany", "afterok", "afternotok", "aftercorr", "afterburstbuffer"})
        BOOST_TEST(read(std::string(type) + ":12") == std::string(type) + " 12");
    BOOST_TEST(read("AfterOK:12") == "afterok 12");
}

BOOST_AUTO_TEST_CASE(lists_and_several_types_are_read_in_order) {
    BOOST_TEST(read("afterok:1:2:3") == "afterok 1; afterok 2; afterok 3");
    BOOST_TEST(read("afterok:1,afterany:2:3") == "afterok 1; afterany 2; afterany 3");
    BOOST_TEST(read("afterok:1?afternotok:2") == "afterok 1; afternotok 2");
}

BOOST_AUTO_TEST_CASE(tasks_minutes_and_states_are_not_part_of_the_id) {
    BOOST_TEST(read("afterok:123_4") == "afterok 123");
    BOOST_TEST(read("aftercorr:123_*") == "aftercorr 123");
    BOOST_TEST(read("after:123+5:124") == "after 123; after 124");
    BOOST_TEST(read("afterok:123(unfulfilled),afterok:124_*(failed)") == "afterok 123; afterok 124");
}

BOOST_AUTO_TEST_CASE(an_id_alone_waits_for_any_end) {
    BOOST_TEST(read("77") == "afterany 77");
    BOOST_TEST(read("77:78") == "afterany 77; afterany 78");
}

BOOST_AUTO_TEST_CASE(what_names_no_job_is_none) {
    for (const char* text :
         {"", "singleton", "SINGLETON,singleton", "afterok", "afterok:", "afterok:$JOB", "expand:7", "afterok:12x",
          "afterok:0", "afterok:-3", "afterok:99999999999999999999", ":::", ",?,?", "afterok:\xff"})
        BOOST_TEST(read(text) == "", text);
    BOOST_TEST(read("singleton,afterok:5") == "afterok 5");
    BOOST_TEST(read("afterok:x:5") == "afterok 5");
}
