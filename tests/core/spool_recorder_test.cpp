// SPDX-License-Identifier: GPL-2.0-or-later
// A job must go through whatever the spool does, and what is lost must be counted.
#define BOOST_TEST_MODULE spool_recorder
#include "core/spool/reader.h"
#include "core/spool/recorder.h"
#include "core/spool/segment.h"
#include "core/spool/ticker.h"

#include <boost/test/unit_test.hpp>

#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>
#include <future>
#include <set>
#include <thread>

using namespace worklines;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t now_s = 1796103275;

struct Place {
    fs::path root = [] {
        std::string name = fs::temp_directory_path() / "worklines-XXXXXX";
        return fs::path(mkdtemp(name.data()));
    }();
    fs::path spool = root / "spool";
    std::vector<std::string> log;
    spool::Settings settings;

    Place() {
        settings.folder = spool;
        settings.floor = 0;
    }
    ~Place() { fs::remove_all(root); }
    spool::Recorder::Log logger() {
        return [this](const std::string& line) { log.push_back(line); };
    }
};

void submit(spool::Recorder& recorder, const std::string& name,
            const std::optional<std::string>& script = "#!/bin/sh\ntrue\n", std::int64_t at = now_s) {
    snapshot::Snapshot s;
    s.time_us = at * 1'000'000;
    s.name = name;
    recorder.record(s, script);
}

std::vector<fs::path> segments(const fs::path& folder) {
    const auto listed = spool::list_segments(folder);
    return listed ? *listed : std::vector<fs::path>{};
}

/// Names of all records that can be read in the folder; each must be there once.
std::multiset<std::string> names(const fs::path& folder) {
    std::multiset<std::string> found;
    for (const auto& file : segments(folder)) {
        const auto bytes = spool::load_segment(file, 0);
        BOOST_REQUIRE(bytes);
        const auto report = spool::read_segment(
            *bytes, 0, "", true, [&](const spool::Record& record) { found.insert(*record.snapshot.name); });
        BOOST_TEST(report.damage_count == 0u);
    }
    return found;
}

std::set<std::string> suffixes(const fs::path& folder) {
    std::set<std::string> found;
    for (const auto& entry : fs::directory_iterator(folder))
        found.insert(entry.path().extension());
    return found;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_record_is_in_the_kernel_when_the_call_returns) {
    Place place;
    spool::Recorder recorder(place.settings, place.logger());
    BOOST_TEST(!fs::exists(place.spool), "nothing happens before the first submission");
    submit(recorder, "one");
    BOOST_TEST(names(place.spool).count("one") == 1u);
    struct stat info {};
    BOOST_REQUIRE(stat(place.spool.c_str(), &info) == 0);
    BOOST_TEST((info.st_mode & 0777) == 0700u);
    for (const auto& entry : fs::directory_iterator(place.spool)) {
        BOOST_REQUIRE(stat(entry.path().c_str(), &info) == 0);
        BOOST_TEST((info.st_mode & 0777) == 0600u, entry.path());
    }
    BOOST_TEST(place.log.empty());
}

BOOST_AUTO_TEST_CASE(a_script_stands_once_in_a_segment) {
    Place place;
    spool::Recorder recorder(place.settings, place.logger());
    const std::string script = "#!/bin/sh\n" + std::string(100000, 'x');
    for (int i = 0; i < 10; ++i)
        submit(recorder, "n" + std::to_string(i), script);
    BOOST_REQUIRE_EQUAL(segments(place.spool).size(), 1u);
    BOOST_TEST(fs::file_size(segments(place.spool).front()) < 110000u);
    BOOST_TEST(names(place.spool).size() == 10u);
}

BOOST_AUTO_TEST_CASE(segments_rotate_by_size_and_day_and_at_the_end) {
    Place place;
    place.settings.segment_size = 2000;
    spool::Recorder recorder(place.settings, place.logger());
    for (int i = 0; i < 20; ++i)
        submit(recorder, "n" + std::to_string(i));
    BOOST_TEST(segments(place.spool).size() > 1u);
    const std::size_t before = segments(place.spool).size();
    submit(recorder, "tomorrow", "x", now_s + 86400);
    BOOST_TEST(segments(place.spool).size() == before + 1);
    submit(recorder, "the clock steps back", "x", now_s - 86400);
    BOOST_TEST(names(place.spool).size() == 22u);
    recorder.close(now_s);
    BOOST_TEST(suffixes(place.spool).count(".open") == 0u);
    BOOST_TEST(names(place.spool).size() == 22u);
}

BOOST_AUTO_TEST_CASE(a_segment_of_yesterday_is_sealed_without_a_submission) {
    Place place;
    spool::Recorder recorder(place.settings, place.logger());
    submit(recorder, "one");
    recorder.tick(now_s + 86400);
    BOOST_TEST(suffixes(place.spool).count(".open") == 0u);
}

BOOST_AUTO_TEST_CASE(what_a_killed_writer_left_is_sealed_by_the_next_one) {
    Place place;
    {
        spool::Recorder killed(place.settings, place.logger()); // no close()
        submit(killed, "one");
    }
    std::ofstream(place.spool / "new-00112233445566778899aabbccddeeff") << "unborn";
    spool::Recorder recorder(place.settings, place.logger());
    submit(recorder, "two");
    BOOST_TEST(suffixes(place.spool).count(".sealed") == 1u);
    BOOST_TEST(!fs::exists(place.spool / "new-00112233445566778899aabbccddeeff"));
    BOOST_TEST(names(place.spool).size() == 2u);
}

BOOST_AUTO_TEST_CASE(two_writers_at_once_do_not_touch_each_other) {
    Place place;
    spool::Recorder old_one(place.settings, place.logger());
    submit(old_one, "old-1");
    spool::Recorder new_one(place.settings, place.logger());
    submit(new_one, "new-1");
    submit(old_one, "old-2");
    BOOST_TEST(names(place.spool).size() == 3u);
    BOOST_TEST(suffixes(place.spool).count(".sealed") == 0u);
}

BOOST_AUTO_TEST_CASE(a_missing_spool_is_waited_for) {
    Place place;
    place.settings.folder = place.root / "not" / "there";
    spool::Recorder recorder(place.settings, place.logger());
    for (int i = 0; i < 5; ++i)
        submit(recorder, "n" + std::to_string(i));
    BOOST_TEST(recorder.status().waiting == 5u);
    BOOST_TEST(recorder.status().lost == 0u);
    BOOST_TEST(place.log.size() == 1u, "one line a minute at most");
    fs::create_directory(place.root / "not");
    recorder.tick(now_s);
    BOOST_TEST(names(place.settings.folder).size() == 5u);
    BOOST_TEST(recorder.status().waiting == 0u);
    BOOST_TEST(recorder.status().kept == 5u);
    BOOST_TEST(recorder.status().deferred == 5u);
    BOOST_TEST(recorder.status().problem.empty());
}

BOOST_AUTO_TEST_CASE(the_queue_is_bounded_and_what_is_lost_is_counted) {
    Place place;
    place.settings.folder = place.root / "not" / "there";
    place.settings.status = place.root / "status.json";
    place.settings.queue_bytes = 10000;
    spool::Recorder recorder(place.settings, place.logger());
    for (int i = 0; i < 100; ++i)
        submit(recorder, "n" + std::to_string(i), std::string(900, 'x') + std::to_string(i));
    recorder.tick(now_s);
    const auto status = spool::load_status(place.settings.status);
    BOOST_REQUIRE(status);
    BOOST_TEST(status->waiting + status->lost == 100u);
    BOOST_TEST(status->lost > 85u);
    BOOST_TEST(status->problem.find("there") != std::string::npos);

    // Killed now: what waited is lost, and the next process says so.
    place.settings.folder = place.spool;
    spool::Recorder next(place.settings, place.logger());
    submit(next, "after");
    next.tick(now_s);
    BOOST_TEST(next.status().lost == 100u);
    BOOST_TEST(next.status().kept == 1u);
}

BOOST_AUTO_TEST_CASE(a_spool_that_is_a_symlink_or_others_can_write_is_refused) {
    Place place;
    fs::create_directory(place.root / "elsewhere");
    fs::create_symlink(place.root / "elsewhere", place.spool);
    spool::Recorder recorder(place.settings, place.logger());
    submit(recorder, "one");
    BOOST_TEST(fs::is_empty(place.root / "elsewhere"), "not even a status file");
    BOOST_TEST(place.log.size() == 1u);

    fs::remove(place.spool);
    fs::create_directory(place.spool);
    fs::permissions(place.spool, fs::perms::all);
    recorder.tick(now_s);
    BOOST_TEST(recorder.status().problem.find("written by others") != std::string::npos);
    fs::permissions(place.spool, fs::perms::owner_all);
    recorder.tick(now_s);
    BOOST_TEST(names(place.spool).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_spool_of_somebody_else_is_refused) {
    if (geteuid() != 0) return; // only root can give a folder away
    Place place;
    fs::create_directory(place.spool);
    fs::permissions(place.spool, fs::perms::owner_all);
    BOOST_REQUIRE(chown(place.spool.c_str(), 65534, 65534) == 0);
    spool::Recorder recorder(place.settings, place.logger());
    submit(recorder, "one");
    BOOST_TEST(fs::is_empty(place.spool));
    BOOST_TEST(recorder.status().problem.find("owned by uid 65534") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(a_spool_deleted_underneath_is_made_anew_and_its_loss_is_counted) {
    Place place;
    spool::Recorder recorder(place.settings, place.logger());
    for (int i = 0; i < 3; ++i)
        submit(recorder, "gone");
    fs::remove_all(place.spool);
    for (int i = 0; i < 4; ++i)
        submit(recorder, "kept");
    recorder.tick(now_s);
    BOOST_TEST(names(place.spool).size() == 4u);
    const auto status = spool::load_status(place.spool / "status.json");
    BOOST_REQUIRE(status);
    BOOST_TEST(status->lost == 3u);
    BOOST_TEST(status->kept == 4u);
}

BOOST_AUTO_TEST_CASE(a_spool_moved_away_keeps_what_was_in_it) {
    Place place;
    spool::Recorder recorder(place.settings, place.logger());
    submit(recorder, "before");
    fs::rename(place.spool, place.root / "moved");
    submit(recorder, "after");
    BOOST_TEST(names(place.root / "moved").count("before") == 1u);
    BOOST_TEST(names(place.spool).count("after") == 1u);
    BOOST_TEST(recorder.status().lost == 0u);
}

BOOST_AUTO_TEST_CASE(above_the_quota_capture_stops_and_says_so) {
    Place place;
    place.settings.quota = 3000;
    spool::Recorder recorder(place.settings, place.logger());
    for (int i = 0; i < 50; ++i)
        submit(recorder, "n" + std::to_string(i));
    const auto status = recorder.status();
    BOOST_TEST(status.kept + status.waiting == 50u);
    BOOST_TEST(status.waiting > 0u);
    BOOST_TEST(status.problem.find("quota") != std::string::npos);
    std::uintmax_t used = 0;
    for (const auto& file : segments(place.spool))
        used += fs::file_size(file);
    BOOST_TEST(used <= 3200u);

    for (const auto& file : segments(place.spool))
        fs::remove(file); // as if drained
    recorder.tick(now_s);
    BOOST_TEST(recorder.status().waiting < status.waiting);
}

BOOST_AUTO_TEST_CASE(without_file_descriptors_records_wait) {
    Place place;
    spool::Recorder recorder(place.settings, place.logger());
    rlimit before{};
    getrlimit(RLIMIT_NOFILE, &before);
    rlimit none = before;
    none.rlim_cur = 0;
    setrlimit(RLIMIT_NOFILE, &none);
    submit(recorder, "one");
    setrlimit(RLIMIT_NOFILE, &before);
    BOOST_TEST(recorder.status().waiting == 1u);
    recorder.tick(now_s);
    BOOST_TEST(names(place.spool).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_short_write_is_cut_off_again) {
    Place place;
    spool::Recorder recorder(place.settings, place.logger());
    submit(recorder, "one");
    const auto file = segments(place.spool).front();
    // A file size limit gives what a full disk gives: a short write, then none.
    struct sigaction ignore {
    }, old{};
    ignore.sa_handler = SIG_IGN;
    sigaction(SIGXFSZ, &ignore, &old);
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    rlimit little = before;
    little.rlim_cur = fs::file_size(file) + 100;
    setrlimit(RLIMIT_FSIZE, &little);
    submit(recorder, "two", std::string(5000, 'y'));
    setrlimit(RLIMIT_FSIZE, &before);
    sigaction(SIGXFSZ, &old, nullptr);
    BOOST_TEST(recorder.status().waiting == 1u);
    recorder.tick(now_s);
    BOOST_TEST(names(place.spool).size() == 2u); // names() also checks that no damage is there
}

BOOST_AUTO_TEST_CASE(a_script_beyond_the_limit_is_named_and_not_kept) {
    Place place;
    place.settings.max_script = 100;
    spool::Recorder recorder(place.settings, place.logger());
    submit(recorder, "big", std::string(101, 'x'));
    const auto bytes = spool::load_segment(segments(place.spool).front(), 0);
    spool::read_segment(*bytes, 0, "", true, [](const spool::Record& record) {
        BOOST_TEST(!record.script.has_value());
        BOOST_TEST(record.snapshot.script->size == 101u);
        BOOST_TEST(!record.snapshot.script->kept);
    });
}

BOOST_AUTO_TEST_CASE(many_threads_lose_nothing) {
    Place place;
    place.settings.segment_size = 20000;
    spool::Recorder recorder(place.settings, place.logger());
    std::atomic<bool> done = false;
    std::thread ticks([&] {
        while (!done)
            recorder.tick(now_s);
    });
    std::vector<std::thread> clients;
    for (int c = 0; c < 4; ++c)
        clients.emplace_back([&recorder, c] {
            for (int i = 0; i < 300; ++i)
                submit(recorder, std::to_string(c) + "-" + std::to_string(i));
        });
    for (auto& client : clients)
        client.join();
    done = true;
    ticks.join();
    recorder.tick(now_s);
    const auto found = names(place.spool);
    BOOST_TEST(found.size() == 1200u);
    BOOST_TEST(std::set<std::string>(found.begin(), found.end()).size() == 1200u);
    BOOST_TEST(recorder.status().kept == 1200u);
}

BOOST_AUTO_TEST_CASE(a_status_that_is_no_status_is_said_to_be_none) {
    BOOST_TEST(!spool::parse_status("", "x"));
    BOOST_TEST(!spool::parse_status("[1]", "x"));
    BOOST_TEST(spool::parse_status("{\"kept\":\"many\"}", "x")->kept == 0u);
    spool::Status status;
    status.problem = std::string(10000, '\xc3');
    BOOST_TEST(spool::parse_status(spool::to_json(status), "x").operator bool());
}

BOOST_AUTO_TEST_CASE(the_ticker_ticks_and_ends) {
    std::promise<void> ticked;
    std::atomic<int> count = 0;
    spool::Ticker ticker;
    BOOST_TEST(ticker.start(std::chrono::milliseconds(1), [&] {
        if (count++ == 0) ticked.set_value();
    }));
    ticked.get_future().wait();
    BOOST_TEST(ticker.stop(std::chrono::seconds(10)));
    const int at_stop = count;
    BOOST_TEST(count == at_stop);
    BOOST_TEST(!ticker.running());
}

BOOST_AUTO_TEST_CASE(when_the_ticker_has_stopped_its_thread_runs_no_code_of_ours) {
    // The plugin is unmapped right after stop(): what the thread does on its way out must be behind us, too.
    static std::atomic<bool> left;
    struct OnTheWayOut {
        ~OnTheWayOut() {
            for (int i = 0; i < 1000; ++i)
                std::this_thread::yield();
            left = true;
        }
    };
    for (int turn = 0; turn < 20; ++turn) {
        left = false;
        std::promise<void> ticked;
        spool::Ticker ticker;
        std::atomic<int> count = 0;
        BOOST_TEST(ticker.start(std::chrono::milliseconds(1), [&] {
            static thread_local OnTheWayOut guard;
            (void)&guard;
            if (count++ == 0) ticked.set_value();
        }));
        ticked.get_future().wait();
        BOOST_TEST(ticker.stop(std::chrono::seconds(10)));
        BOOST_TEST(left.load());
    }
}
