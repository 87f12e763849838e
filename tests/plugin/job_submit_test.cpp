// SPDX-License-Identifier: GPL-2.0-or-later
// job_submit_worklines.so through its own entries, as slurmctld calls it.
#define BOOST_TEST_MODULE job_submit
#include <boost/test/unit_test.hpp>

#include "core/spool/reader.h"
#include "core/spool/segment.h"
#include "tests/plugin/host.h"
#include "tests/plugin/site.h"

#include <pthread.h>

#include <cstring>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

using namespace worklines;
namespace fs = std::filesystem;

namespace {

constexpr std::uint32_t uid = 1004;
const fs::path object = WORKLINES_JOB_SUBMIT_OBJECT;
const std::string hint_line = "worklines: memory: your last 3 runs peaked at 5 MB of 8 GB; --mem=1G fits "
                              "(worklines explain memory-oversized)\n";

struct Kept {
    snapshot::Snapshot request;
    std::string script;
};

/// All records in the spool; none may be damaged.
std::vector<Kept> read(const fs::path& spool) {
    std::vector<Kept> kept;
    const auto segments = spool::list_segments(spool);
    BOOST_REQUIRE(segments);
    for (const fs::path& segment : *segments) {
        const auto bytes = spool::load_segment(segment, 0);
        BOOST_REQUIRE(bytes);
        std::map<std::string, std::string> scripts; // a script stands once in a segment
        const auto report = spool::read_segment(*bytes, 0, "", false, [&](const spool::Record& record) {
            const auto& reference = record.snapshot.script;
            if (record.script && reference) scripts[reference->sha256] = *record.script;
            kept.push_back({record.snapshot, reference ? scripts[reference->sha256] : ""});
        });
        BOOST_TEST(report.damage_count == 0u);
    }
    return kept;
}

/// Bytes of a job and of all that it points to.
std::string bytes_of(const host::Job& job) {
    std::string bytes(reinterpret_cast<const char*>(&job.desc), sizeof job.desc);
    for (const char* text :
         {job.desc.script, job.desc.name, job.desc.submit_line, job.desc.work_dir, job.desc.std_out})
        bytes += std::string(text) + '\n';
    for (std::uint32_t i = 0; i <= job.desc.env_size; ++i)
        bytes += job.desc.environment[i] != nullptr ? std::string(job.desc.environment[i]) + '\n' : "NULL\n";
    return bytes;
}

struct Fixture {
    host::Site site{fs::temp_directory_path(), "hints = always\n"};
    Fixture() { host::take_log(); }
};

} // namespace

BOOST_FIXTURE_TEST_CASE(nothing_is_touched_before_the_first_submission, Fixture) {
    {
        const host::Plugin plugin(object);
        BOOST_TEST(!fs::exists(site.spool()));
    }
    BOOST_TEST(!fs::exists(site.spool()));
    BOOST_TEST(host::take_log().empty());
}

BOOST_FIXTURE_TEST_CASE(a_submission_is_in_the_kernel_when_the_call_returns, Fixture) {
    const host::Plugin plugin(object);
    host::Job job(host::script(3000, 1), uid);
    char* message = nullptr;
    BOOST_TEST(plugin.submit(job.desc, uid, &message) == SLURM_SUCCESS);
    BOOST_TEST(message == nullptr);
    const auto kept = read(site.spool());
    BOOST_REQUIRE(kept.size() == 1u);
    BOOST_TEST(kept[0].script == job.desc.script);
    BOOST_TEST(kept[0].request.uid == uid);
    BOOST_TEST(kept[0].request.mem_per_node_mib.value() == 8192u);
    BOOST_TEST(kept[0].request.environment.size() == 1u);
    BOOST_TEST(kept[0].request.environment.at("LOADEDMODULES") == "gcc/12.2:openmpi/4.1:python/3.11");
    BOOST_TEST(host::take_log().empty());
}

BOOST_FIXTURE_TEST_CASE(it_can_be_loaded_and_unloaded_between_any_two_submissions, Fixture) {
    host::Job job(host::script(3000, 1), uid);
    for (int turn = 0; turn < 200; ++turn) {
        const host::Plugin plugin(object);
        char* message = nullptr;
        plugin.submit(job.desc, uid, &message);
        host::slurm_free(&message);
    }
    BOOST_TEST(read(site.spool()).size() == 200u);
}

BOOST_FIXTURE_TEST_CASE(the_job_is_not_changed, Fixture) {
    site.write_advice(host::script(3000, 1), uid, 1);
    const host::Plugin plugin(object);
    host::Job job(host::script(3000, 1), uid);
    const std::string before = bytes_of(job);
    char* message = nullptr;
    plugin.submit(job.desc, uid, &message);
    BOOST_TEST((message != nullptr));
    host::slurm_free(&message);
    BOOST_TEST(bytes_of(job) == before);
    plugin.modify(job.desc, uid);
    BOOST_TEST(bytes_of(job) == before);
}

BOOST_FIXTURE_TEST_CASE(a_hint_goes_behind_what_other_plugins_said_in_slurms_memory, Fixture) {
    site.write_advice(host::script(3000, 1), uid, 3);
    const std::int64_t blocks = host::slurm_blocks();
    const host::Plugin plugin(object);
    const auto said = [&](std::uint32_t person, const char* before) -> std::string {
        host::Job job(host::script(3000, 1), person);
        char* message = before != nullptr ? host::slurm_string(before) : nullptr;
        plugin.submit(job.desc, person, &message);
        const std::string text = message != nullptr ? message : "";
        host::slurm_free(&message); // aborts if it is not Slurm's
        return text;
    };
    BOOST_TEST(said(uid, nullptr) == hint_line);
    BOOST_TEST(said(uid + 1, "lua: 100% of /home is used") == "lua: 100% of /home is used\n" + hint_line);
    BOOST_TEST(said(uid + 2, "one line\n") == "one line\n" + hint_line);
    BOOST_TEST(said(uid, "kept as it is") == "kept as it is"); // told already
    BOOST_TEST(host::slurm_blocks() == blocks);
}

BOOST_FIXTURE_TEST_CASE(a_caller_that_wants_no_message_gets_none, Fixture) {
    site.write_advice(host::script(3000, 1), uid, 1);
    const host::Plugin plugin(object);
    host::Job job(host::script(3000, 1), uid);
    BOOST_TEST(plugin.submit(job.desc, uid, nullptr) == SLURM_SUCCESS);
    BOOST_TEST(read(site.spool()).size() == 1u);
}

#ifndef WORKLINES_SANITIZED // their runtime keeps what it has seen
BOOST_FIXTURE_TEST_CASE(it_unloads_and_loads_again, Fixture) {
    for (unsigned round = 1; round <= 3; ++round) {
        {
            const host::Plugin plugin(object);
            host::Job job(host::script(3000, round), uid);
            BOOST_TEST(plugin.submit(job.desc, uid, nullptr) == SLURM_SUCCESS);
            BOOST_TEST(host::is_loaded(object));
        }
        BOOST_TEST(!host::is_loaded(object));
        BOOST_TEST(!host::is_loaded(WORKLINES_HINTS_OBJECT));
        BOOST_TEST(read(site.spool()).size() == round);
        BOOST_TEST(site.status().kept == round);
    }
    for (const auto& entry : fs::directory_iterator(site.spool()))
        BOOST_TEST(entry.path().extension() != ".open"); // fini has sealed them
}
#endif

BOOST_FIXTURE_TEST_CASE(four_threads_submit_at_once, Fixture) {
    constexpr int each = 500;
    {
        const host::Plugin plugin(object);
        std::vector<std::thread> threads;
        for (unsigned thread = 0; thread < 4; ++thread)
            threads.emplace_back([&plugin, thread] {
                host::Job job("", uid);
                for (unsigned i = 0; i < each; ++i) {
                    job.set(host::script(500, i % 50), uid + thread);
                    job.set_name("job-" + std::to_string(thread) + "-" + std::to_string(i));
                    char* message = nullptr;
                    plugin.submit(job.desc, uid + thread, &message);
                    host::slurm_free(&message);
                }
            });
        for (std::thread& thread : threads)
            thread.join();
    }
    std::set<std::string> names;
    for (const Kept& one : read(site.spool())) {
        BOOST_REQUIRE(one.request.name.has_value());
        const std::string number = one.request.name->substr(one.request.name->rfind('-') + 1);
        BOOST_TEST(one.script == host::script(500, std::stoul(number) % 50));
        BOOST_TEST(names.insert(*one.request.name).second);
    }
    BOOST_TEST(names.size() == 4u * each);
    BOOST_TEST(site.status().kept == 4u * each);
    BOOST_TEST(site.status().lost == 0u);
}

BOOST_FIXTURE_TEST_CASE(a_stack_of_one_mebibyte_is_enough, Fixture) {
    const std::string huge = host::script(4u << 20, 7);
    site.write_advice(huge, uid, 1);
    const host::Plugin plugin(object);
    std::string said;
    std::function<void()> work = [&] { // the first submission: settings, spool, rules, all of it
        host::Job job(huge, uid);
        char* message = nullptr;
        plugin.submit(job.desc, uid, &message);
        said = message != nullptr ? message : "";
        host::slurm_free(&message);
    };
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    pthread_t thread{};
    const auto run = [](void* work_of) -> void* {
        (*static_cast<std::function<void()>*>(work_of))();
        return nullptr;
    };
    BOOST_REQUIRE(pthread_create(&thread, &attributes, run, &work) == 0);
    pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
    const auto kept = read(site.spool());
    BOOST_REQUIRE(kept.size() == 1u);
    BOOST_TEST((kept[0].script == huge));
    BOOST_TEST(said == hint_line);
}

BOOST_FIXTURE_TEST_CASE(an_update_is_kept_as_a_change, Fixture) {
    const host::Plugin plugin(object);
    job_desc_msg_t change = host::empty_job();
    std::string id = "22_[1-4]";
    change.job_id_str = id.data();
    change.time_limit = 5;
    change.het_job_offset = 0;
    BOOST_TEST(plugin.modify(change, uid) == SLURM_SUCCESS);
    const auto kept = read(site.spool());
    BOOST_REQUIRE(kept.size() == 1u);
    BOOST_TEST((kept[0].request.call == snapshot::Call::change));
    BOOST_TEST(kept[0].request.job_id.value() == id);
    BOOST_TEST(kept[0].request.time_limit_min.value() == 5u);
    BOOST_TEST(!kept[0].request.name.has_value());
}

BOOST_FIXTURE_TEST_CASE(a_job_that_gives_nothing_at_all_is_kept, Fixture) {
    const host::Plugin plugin(object);
    job_desc_msg_t unset = host::empty_job(), zero;
    std::memset(&zero, 0, sizeof zero);
    for (job_desc_msg_t* job : {&unset, &zero}) {
        char* message = nullptr;
        BOOST_TEST(plugin.submit(*job, 0, &message) == SLURM_SUCCESS);
        BOOST_TEST(message == nullptr);
        BOOST_TEST(plugin.modify(*job, 0) == SLURM_SUCCESS);
    }
    BOOST_TEST(read(site.spool()).size() == 4u);
    BOOST_TEST(host::take_log().empty());
}

BOOST_FIXTURE_TEST_CASE(counts_that_promise_more_than_there_is_are_not_believed, Fixture) {
    const host::Plugin plugin(object);
    host::Job job(host::script(100, 1), uid);
    job.desc.env_size = 1000; // the list ends with NULL after a hundred
    job.desc.argc = 1000;
    job.desc.spank_job_env_size = 3; // and there is none
    BOOST_TEST(plugin.submit(job.desc, uid, nullptr) == SLURM_SUCCESS);
    const auto kept = read(site.spool());
    BOOST_REQUIRE(kept.size() == 1u);
    BOOST_TEST(kept[0].request.args.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_spool_that_cannot_be_had_costs_no_job_and_is_said_once) {
    const host::Site site(fs::temp_directory_path(), "spool = /nowhere/at/all\n");
    host::take_log();
    const host::Plugin plugin(object);
    host::Job job(host::script(100, 1), uid);
    for (int i = 0; i < 20; ++i)
        BOOST_TEST(plugin.submit(job.desc, uid, nullptr) == SLURM_SUCCESS);
    const auto log = host::take_log();
    BOOST_REQUIRE(log.size() == 1u);
    BOOST_TEST(log[0].find("/nowhere/at/all") != std::string::npos);
}
