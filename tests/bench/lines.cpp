// SPDX-License-Identifier: GPL-2.0-or-later
// Time and memory to find the work lines of many runs: scripts of invented fields, each with a vocabulary of its
// own, persons with a project or two, versions with small edits.
#include "reporter/lines/lines.h"
#include "tests/bench/bench.h"

#include <sys/resource.h>

#include <chrono>
#include <cmath>
#include <stdexcept>

namespace worklines::bench {
namespace {

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
    return std::chrono::duration<double>(Clock::now() - begin).count();
}

double peak_mib() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return static_cast<double>(usage.ru_maxrss) / 1024;
}

/// Numbers by splitmix64 (Steele, Lea, Flood 2014): cheap to begin anew for each script.
class Random {
  public:
    explicit Random(std::uint64_t seed) : state_(seed) {}
    std::uint32_t operator()() {
        std::uint64_t z = (state_ += 0x9e3779b97f4a7c15);
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return static_cast<std::uint32_t>(z >> 32);
    }

  private:
    std::uint64_t state_;
};

std::string word(Random& random) {
    std::string letters;
    for (unsigned length = 4 + random() % 7; length > 0; --length)
        letters += static_cast<char>('a' + random() % 26);
    return letters;
}

class World {
  public:
    World(std::uint32_t scripts, std::uint32_t runs) {
        Random random(11);
        const std::uint32_t persons = 20 + scripts / 100, fields = 10 + scripts / 1000;
        for (std::uint32_t i = 0; i < 300; ++i)
            common_.push_back(word(random));
        for (std::uint32_t field = 0; field < fields; ++field)
            for (std::uint32_t i = 0; i < 80; ++i)
                words_of_field_.push_back(word(random));
        runs_.texts.reserve(3 * persons + 2);
        for (std::uint32_t person = 0; person < persons; ++person) {
            runs_.texts.push_back("user" + std::to_string(person));
            runs_.texts.push_back("/home/user" + std::to_string(person) + "/" + word(random));
            runs_.texts.push_back("/home/user" + std::to_string(person) + "/" + word(random));
        }
        for (std::uint32_t i = 0; i < scripts; ++i) {
            runs_.scripts.push_back({std::to_string(i), 3000});
            seeds_.push_back({random() % persons, random() % 4 / 3, random() % 12});
        }
        for (std::uint32_t i = 0; i < runs; ++i) {
            join::Run run;
            run.script = i < scripts ? i : random() % scripts;
            const Seed& seed = seeds_[run.script];
            run.id_raw = run.parent = i + 1;
            run.submit = 1'770'000'000 + i;
            run.user = 1 + 3 * seed.person;
            run.work_dir = run.user + 1 + seed.project;
            runs_.runs.push_back(run);
        }
    }

    const join::Runs& runs() const { return runs_; }

    /// Some 3 KB: a template of the person's project, a paragraph of its own, and a number.
    std::string script(std::uint32_t number) const {
        const Seed& seed = seeds_[number];
        const std::uint32_t project = 2 * seed.person + seed.project;
        Random random(project * 16 + seed.kind), own(number);
        const std::size_t field = random() % (words_of_field_.size() / 80) * 80;
        std::string text = "#!/bin/bash\n#SBATCH --mem=4G\n#SBATCH -t 60\n";
        while (text.size() < 3000) {
            Random& source = text.size() < 2700 ? random : own;
            const bool of_field = source() % 3 == 0;
            text += of_field ? words_of_field_[field + source() % 80] : common_[source() % common_.size()];
            text += source() % 8 == 0 ? " --n=" + std::to_string(number % 97) + "\n" : " ";
        }
        return text;
    }

  private:
    struct Seed {
        std::uint32_t person, project, kind;
    };
    join::Runs runs_;
    std::vector<std::string> common_, words_of_field_;
    std::vector<Seed> seeds_;
};

class LinesBench : public Command {
  public:
    void add_options(boost::program_options::options_description& options) override {
        namespace po = boost::program_options;
        options.add_options()("scripts", po::value(&scripts_)->default_value(100000),
                              "distinct scripts of the largest case")(
            "runs", po::value(&runs_)->default_value(1000000), "runs of the largest case");
    }

    Figures measure() override {
        if (scripts_ < 1000 || runs_ < scripts_)
            throw std::runtime_error("--scripts: 1,000 or more, and no more than --runs");
        Figures figures("lines", {"scripts", "runs", "read_s", "group_s", "lines", "exponent", "peak_MiB"});
        const script::Lexicon lexicon = std::move(*script::Lexicon::load({}));
        double before = 0;
        for (const std::uint32_t part : {10u, 3u, 1u}) {
            const World world(scripts_ / part, runs_ / part);
            const auto begin = Clock::now();
            const auto notes = lines::read_scripts(
                world.runs(), [&](std::uint32_t i) { return Result<std::string>(world.script(i)); }, lexicon);
            if (!notes) throw std::runtime_error(notes.error().line());
            const double read_s = seconds_since(begin);
            const auto read = Clock::now();
            const auto lines = lines::assign(world.runs(), *notes);
            const double group_s = seconds_since(read), total = read_s + group_s;
            const double last_part = part == 3 ? 10 : 3;
            figures.add("1/" + std::to_string(part),
                        {static_cast<double>(scripts_ / part), static_cast<double>(runs_ / part), read_s, group_s,
                         static_cast<double>(lines.lines.size()),
                         before == 0 ? NAN : std::log(total / before) / std::log(last_part / part), peak_mib()});
            before = total;
        }
        return figures;
    }

  private:
    std::uint32_t scripts_ = 0, runs_ = 0;
};

} // namespace

std::unique_ptr<Command> lines() { return std::make_unique<LinesBench>(); }

} // namespace worklines::bench
