// SPDX-License-Identifier: GPL-2.0-or-later
// Time inside job_submit, as slurmctld would spend it: the built plugin behind dlopen, a job like sbatch's, a
// script of its own in every submission, the spool in a real file system.
#include "tests/bench/bench.h"
#include "tests/plugin/host.h"
#include "tests/plugin/site.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <functional>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <thread>

namespace worklines::bench {
namespace {

using Clock = std::chrono::steady_clock;

struct Case {
    std::string name;
    std::size_t script_bytes = 3 << 10;
    unsigned submissions = 0, threads = 1;
    bool hints = true;
    bool history = false; ///< each person has one, and gets a hint
    bool same_script = false;
};

double us(Clock::duration time) { return std::chrono::duration<double, std::micro>(time).count(); }

class Submit : public Command {
  public:
    void add_options(boost::program_options::options_description& options) override {
        namespace po = boost::program_options;
        options.add_options()("count", po::value(&count_)->default_value(20000), "submissions of each case")(
            "folder", po::value(&folder_)->default_value(std::filesystem::temp_directory_path().string()),
            "where the spool lies meanwhile")("only", po::value(&only_),
                                              "the cases with these words in their names");
    }

    Figures measure() override {
        if (count_ < 100) throw std::runtime_error("--count: at least 100, or there is no 99th percentile");
        Figures figures("submit", {"count", "median_us", "p99_us", "max_us", "per_s", "hints"});
        const unsigned huge = std::max(100u, count_ / 200);
        for (const Case& one : {
                 Case{.name = "3 KB, hints off", .submissions = count_, .hints = false},
                 Case{.name = "3 KB, no history", .submissions = count_},
                 Case{.name = "3 KB, history, a hint", .submissions = count_, .history = true},
                 Case{.name = "3 KB, the same script", .submissions = count_, .same_script = true},
                 Case{.name = "3 KB, four threads", .submissions = count_, .threads = 4},
                 Case{.name = "4 MiB", .script_bytes = 4 << 20, .submissions = huge},
                 Case{.name = "4 MiB, history, a hint",
                 .script_bytes = 4 << 20,
                 .submissions = huge,
                 .history = true},
             })
            if (one.name.find(only_) != std::string::npos) measure(one, figures);
        return figures;
    }

  private:
    void measure(const Case& one, Figures& figures) const;

    unsigned count_ = 0;
    std::string folder_, only_;
};

constexpr std::uint32_t first_uid = 100'000;
constexpr unsigned warm_up = 50; // files, page cache, the rules' first look

/// Every submission is another person's, so that nobody is taken for a loop.
struct Client {
    const host::Plugin& plugin;
    const Case& what;
    unsigned first, last;
    std::vector<double> times_us = {};
    std::uint64_t hints = 0;

    void run() {
        times_us.reserve(last - first);
        host::Job job("");
        for (unsigned i = first; i < last; ++i) {
            const std::uint32_t uid = first_uid + i;
            job.set(host::script(what.script_bytes, what.same_script ? 0 : i), uid);
            char* message = nullptr;
            const auto begin = Clock::now();
            plugin.submit(job.desc, uid, &message);
            times_us.push_back(us(Clock::now() - begin));
            hints += message != nullptr;
            host::slurm_free(&message);
        }
    }
};

void Submit::measure(const Case& one, Figures& figures) const {
    const host::Site site(folder_, one.hints ? "hints = always\n" : "hints = off\n");
    // An index like a site's: others' histories are in it too.
    const std::string script = host::script(one.script_bytes, 0);
    site.write_advice(one.history ? script : script + "srun ./another\n", first_uid, one.submissions + warm_up);
    const host::Plugin plugin(WORKLINES_JOB_SUBMIT_OBJECT);
    Client(plugin, one, one.submissions, one.submissions + warm_up).run();

    std::vector<Client> clients;
    const unsigned each = one.submissions / one.threads;
    for (unsigned i = 0; i < one.threads; ++i)
        clients.push_back({plugin, one, i * each, (i + 1) * each});
    const auto begin = Clock::now();
    std::vector<std::thread> threads;
    for (Client& client : clients)
        threads.emplace_back([&client] { client.run(); });
    for (std::thread& thread : threads)
        thread.join();
    const double wall_s = us(Clock::now() - begin) / 1e6;

    std::vector<double> times_us;
    std::uint64_t hints = 0;
    double inside_us = 0;
    for (const Client& client : clients) {
        times_us.insert(times_us.end(), client.times_us.begin(), client.times_us.end());
        hints += client.hints;
    }
    for (const double time : times_us)
        inside_us += time;
    std::sort(times_us.begin(), times_us.end());
    // One client makes its scripts between the calls: the time inside is what counts there.
    const double per_s = static_cast<double>(times_us.size()) / (one.threads == 1 ? inside_us / 1e6 : wall_s);
    figures.add(one.name, {static_cast<double>(times_us.size()), quantile(times_us, 0.5), quantile(times_us, 0.99),
                           times_us.back(), per_s, static_cast<double>(hints)});
    const auto log = host::take_log();
    if (!log.empty()) throw std::runtime_error(one.name + ": the plugin complained: " + log.front());
    const auto lost = site.status().lost;
    if (lost > 0) throw std::runtime_error(one.name + ": " + std::to_string(lost) + " submissions were lost");
}

} // namespace

std::unique_ptr<Command> submit() { return std::make_unique<Submit>(); }

} // namespace worklines::bench
