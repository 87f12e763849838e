// SPDX-License-Identifier: GPL-2.0-or-later
// How much of what was reserved is known to be used.
#define BOOST_TEST_MODULE portrait_measured
#include "reporter/portrait/measured.h"
#include "tests/reporter/portrait_runs.h"

#include <boost/test/unit_test.hpp>

using namespace worklines;
using namespace worklines::tests;

namespace {

portrait::Measured measured(const RunsMaker& made) {
    return portrait::measure(made.runs(), portrait::count(made.runs(), february_known_later, {}));
}

} // namespace

BOOST_AUTO_TEST_CASE(use_is_weighed_by_hours_and_its_share_stands_beside) {
    RunsMaker made;
    auto& known = made.add(1, february + day, 6 * hour); // 4 CPUs, 1 GPU
    known.use.cpu_s = 4 * 6 * hour / 2.0;
    known.use.gpu_util = 0.25;
    known.use.peak_mem_bytes = 1 << 30;
    made.add(2, february + day, 2 * hour);
    const auto got = measured(made);
    BOOST_TEST(got.cpu_share == 0.75);
    BOOST_TEST(got.cpu_used.value() == 0.5);
    BOOST_TEST(got.gpu_share == 0.75);
    BOOST_TEST(got.gpu_used.value() == 0.25);
    BOOST_TEST(got.memory_share == 0.75);
}

BOOST_AUTO_TEST_CASE(what_nobody_measured_is_unknown) {
    RunsMaker made;
    made.add(1);
    BOOST_TEST(measured(made).cpu_share == 0);
    BOOST_TEST(!measured(made).cpu_used.has_value());
    BOOST_TEST(!measured(RunsMaker{}).gpu_used.has_value());
}

BOOST_AUTO_TEST_CASE(gpus_that_show_zero_in_every_job_are_not_idle) { // N7
    RunsMaker made;
    made.add(1).use.gpu_util = 0;
    made.add(2).use.gpu_util = 0;
    BOOST_TEST(!measured(made).gpu_used.has_value());
    BOOST_TEST(measured(made).gpu_share == 0);
    made.add(3).use.gpu_util = 0.9;
    BOOST_TEST(measured(made).gpu_used.value() == 0.3, boost::test_tools::tolerance(1e-9));
}
