// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE accounting_process
#include "reporter/accounting/process.h"

#include <boost/test/unit_test.hpp>

#include <array>
#include <string>

using worklines::accounting::Process;

namespace {

std::string output_of(Process& process) {
    std::string all;
    std::array<char, 1000> buffer{};
    while (true) {
        const auto got = process.read(buffer.data(), buffer.size(), 60);
        BOOST_REQUIRE(got);
        if (*got == 0) return all;
        all.append(buffer.data(), *got);
    }
}

} // namespace

BOOST_AUTO_TEST_CASE(what_a_program_prints_is_read_and_no_shell_looks_at_its_arguments) {
    auto process = Process::start({"printf", "%s|", "a b", "$HOME", "`x`", ""}, {});
    BOOST_REQUIRE(process);
    BOOST_TEST(output_of(*process) == "a b|$HOME|`x`||");
    BOOST_TEST(static_cast<bool>(process->finish()));
}

BOOST_AUTO_TEST_CASE(the_environment_is_ours_with_additions) {
    auto process =
        Process::start({"sh", "-c", "echo $SLURM_TIME_FORMAT; test -n \"$PATH\""}, {"SLURM_TIME_FORMAT=%s"});
    BOOST_REQUIRE(process);
    BOOST_TEST(output_of(*process) == "%s\n");
    BOOST_TEST(static_cast<bool>(process->finish()));
}

BOOST_AUTO_TEST_CASE(a_failure_is_told_by_the_first_line_of_stderr) {
    auto process = Process::start({"sh", "-c", "echo out; echo why >&2; echo more >&2; exit 3"}, {});
    BOOST_REQUIRE(process);
    BOOST_TEST(output_of(*process) == "out\n");
    const auto done = process->finish();
    BOOST_REQUIRE(!done);
    BOOST_TEST(done.error().line() == "sh: failed with exit status 3: why");
}

BOOST_AUTO_TEST_CASE(much_on_stderr_blocks_nothing) {
    auto process = Process::start({"sh", "-c", "head -c 1000000 /dev/zero >&2; echo done"}, {});
    BOOST_REQUIRE(process);
    BOOST_TEST(output_of(*process) == "done\n");
    BOOST_TEST(static_cast<bool>(process->finish()));
}

BOOST_AUTO_TEST_CASE(a_program_that_is_not_there_is_an_error) {
    const auto process = Process::start({"/nonexistent/sacct"}, {});
    BOOST_REQUIRE(!process);
    BOOST_TEST(process.error().line() == "/nonexistent/sacct: cannot run it: No such file or directory");
}

BOOST_AUTO_TEST_CASE(silence_is_a_timeout_and_the_program_is_ended) {
    auto silent = Process::start({"tail", "-f", "/dev/null"}, {});
    BOOST_REQUIRE(silent);
    std::array<char, 10> buffer{};
    const auto got = silent->read(buffer.data(), buffer.size(), 0);
    BOOST_REQUIRE(!got);
    BOOST_TEST(got.error().what.find("timed out") == 0);
}
