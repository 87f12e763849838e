// SPDX-License-Identifier: GPL-2.0-or-later
// How fast scripts are read on one core: the reader alone, with the lexicon matched, and with all facts
// (language of each comment included).
#include "core/script/facts.h"
#include "core/script/facts/names.h"
#include "tests/bench/bench.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include <ctime>

namespace worklines::bench {
namespace {

/// Of this thread alone: other work on the machine does not count.
double cpu_seconds() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// In order of their paths: the same from run to run.
std::vector<std::string> texts_below(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
        if (entry.is_regular_file()) files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<std::string> texts;
    for (const auto& path : files) {
        std::ifstream file(path, std::ios::binary);
        texts.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
    }
    return texts;
}

class ReadBench : public Command {
  public:
    void add_options(boost::program_options::options_description& options) override {
        namespace po = boost::program_options;
        options.add_options()("scripts", po::value(&folder_)->required(), "folder with batch scripts")(
            "megabytes", po::value(&megabytes_)->default_value(100), "read them again until so much was read");
    }

    Figures measure() override {
        const auto texts = texts_below(folder_);
        std::size_t once = 0;
        for (const std::string& text : texts)
            once += text.size();
        if (once == 0) throw std::runtime_error("--scripts: no text in it");
        const std::size_t rounds = std::max<std::size_t>(1, megabytes_ * 1'000'000 / once);
        const script::Lexicon lexicon = std::move(*script::Lexicon::load({}));

        Figures figures("read", {"scripts", "MB", "cpu_s", "MB_per_s", "found"});
        const auto measured = [&](const char* name, const auto& found_in) {
            std::size_t found = 0;
            const double begin = cpu_seconds();
            for (std::size_t round = 0; round < rounds; ++round)
                for (const std::string& text : texts)
                    found += found_in(text);
            const double seconds = cpu_seconds() - begin;
            const double megabytes = static_cast<double>(rounds * once) / 1e6;
            figures.add(name, {static_cast<double>(rounds * texts.size()), megabytes, seconds, megabytes / seconds,
                               static_cast<double>(found)});
        };
        measured("reader", [](const std::string& text) { return script::read(text).commands.size(); });
        measured("reader, lexicon", [&](const std::string& text) {
            return script::sightings_of(script::read(text), text, lexicon).size();
        });
        measured("reader, facts", [&](const std::string& text) {
            return script::facts(script::read(text), text, lexicon).names.size();
        });
        return figures;
    }

  private:
    std::string folder_;
    std::size_t megabytes_ = 0;
};

} // namespace

std::unique_ptr<Command> read() { return std::make_unique<ReadBench>(); }

} // namespace worklines::bench
