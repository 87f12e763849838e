// SPDX-License-Identifier: GPL-2.0-or-later
// slurmctld lives for months: what the plugin holds on to must not grow with the submissions it has seen.
#define BOOST_TEST_MODULE memory
#include <boost/test/unit_test.hpp>

#include "core/spool/segment.h"
#include "tests/plugin/host.h"
#include "tests/plugin/site.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

using namespace worklines;
namespace fs = std::filesystem;

namespace {

constexpr unsigned first_look = 10'000, last_look = 100'000;
constexpr std::int64_t most_growth = 8 << 20;
constexpr std::uint32_t first_uid = 1000, people = 6000; // more than the memory of manners holds
constexpr std::size_t script_bytes = 300;                // a segment's memory of scripts is full before its size is

#ifdef WORKLINES_SANITIZED // their bookkeeping grows, and they are slow: only that it runs
constexpr unsigned stride = 20;
#else
constexpr unsigned stride = 1;
#endif

std::int64_t resident_bytes() {
    std::ifstream in("/proc/self/statm");
    std::int64_t pages = 0, resident = 0;
    in >> pages >> resident;
    return resident * sysconf(_SC_PAGESIZE);
}

/// What `worklines collect` does, so that a million small scripts need no room.
void remove_sealed(const fs::path& spool) {
    for (const auto& entry : fs::directory_iterator(spool))
        if (entry.path().extension() == spool::sealed_suffix) fs::remove(entry.path());
}

fs::path fast_folder() {
    const fs::path memory = "/dev/shm";
    return access(memory.c_str(), W_OK) == 0 ? memory : fs::temp_directory_path();
}

/// Bytes between the two looks.
std::int64_t growth() {
    const host::Site site(fast_folder(), "hints = always\n");
    site.write_advice(host::script(script_bytes, 0), first_uid, people / 2);
    const host::Plugin plugin(WORKLINES_JOB_SUBMIT_OBJECT);
    std::int64_t before = 0;
    std::uint64_t hints = 0;
    for (unsigned i = 1; i <= last_look / stride; ++i) {
        const std::uint32_t uid = first_uid + i % people;
        host::Job job(host::script(script_bytes, i), uid);
        job.set_name("job-" + std::to_string(i));
        char* message = nullptr;
        plugin.submit(job.desc, uid, &message);
        hints += message != nullptr;
        host::slurm_free(&message);
        if (i % 1000 == 0) remove_sealed(site.spool());
        if (i == first_look / stride) before = resident_bytes();
    }
    std::printf("%llu hints, from %lld to %lld bytes\n", static_cast<unsigned long long>(hints),
                static_cast<long long>(before), static_cast<long long>(resident_bytes()));
    const auto status = site.status();
    if (hints == 0 || status.lost != 0) return most_growth; // not what was to be measured
    return resident_bytes() - before;
}

} // namespace

BOOST_AUTO_TEST_CASE(resident_memory_is_flat_from_the_ten_thousandth_submission_on) {
    std::fflush(nullptr);
    const pid_t child = fork(); // a process of its own: what the test framework holds is not counted
    if (child == 0) {
        int code = 1;
        try {
            code = growth() < most_growth ? 0 : 1;
        } catch (const std::exception& error) {
            std::fprintf(stderr, "%s\n", error.what());
        }
        std::fflush(stdout);
        _exit(code);
    }
    int status = 0;
    BOOST_REQUIRE(waitpid(child, &status, 0) == child);
    BOOST_TEST((WIFEXITED(status) && WEXITSTATUS(status) == 0));
}
