// SPDX-License-Identifier: GPL-2.0-or-later
// worklines-bench COMMAND [OPTION]...: measures; judges nothing. Exit codes: 0 measured, 1 it could not, 2 wrong
// usage.
#include "tests/bench/bench.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <exception>
#include <memory>
#include <sstream>
#include <string_view>

namespace worklines::bench {

std::unique_ptr<Command> accounting();
std::unique_ptr<Command> archived();
std::unique_ptr<Command> submit();
std::unique_ptr<Command> lines();
std::unique_ptr<Command> read();

namespace {

namespace po = boost::program_options;

struct Entry {
    std::string_view name, does;
    std::unique_ptr<Command> (*make)();
};

constexpr Entry table[] = {
    {"accounting", "reading dumps of sacct", accounting},
    {"archive", "adding a month to an archive of many", archived},
    {"lines", "time and memory to group runs into work lines", lines},
    {"read", "reading scripts, alone and with all facts", read},
#ifdef WORKLINES_BENCH_SUBMIT
    {"submit", "time inside the job_submit plugin, through its real ABI", submit},
#endif
};

int usage(std::FILE* out, int code) {
    fmt::print(out, "Usage: worklines-bench COMMAND [OPTION]...\n\nCommands:\n");
    for (const Entry& entry : table)
        fmt::print(out, "  {:<12} {}\n", entry.name, entry.does);
    fmt::print(out, "\n`worklines-bench COMMAND --help` lists its options.\n");
    return code;
}

int run(const Entry& entry, int argc, char** argv) {
    const auto command = entry.make();
    bool help = false, json = false;
    po::options_description options("Options");
    options.add_options()("help", po::bool_switch(&help), "print this")("json", po::bool_switch(&json),
                                                                        "print the figures as JSON");
    command->add_options(options);
    try {
        po::variables_map values;
        po::store(po::command_line_parser(argc, argv).options(options).positional({}).run(), values);
        po::notify(values);
    } catch (const po::error& error) {
        fmt::print(stderr, "worklines-bench {}: {}\n", entry.name, error.what());
        return 2;
    }
    if (help) {
        std::ostringstream text;
        text << options;
        fmt::print("worklines-bench {}: {}\n{}", entry.name, entry.does, text.str());
        return 0;
    }
    const Figures figures = command->measure();
    fmt::print("{}", json ? figures.json().dump(2) + '\n' : figures.table());
    return 0;
}

} // namespace
} // namespace worklines::bench

int main(int argc, char** argv) {
    using namespace worklines::bench;
    if (argc < 2) return usage(stderr, 2);
    const std::string_view name = argv[1];
    if (name == "--help") return usage(stdout, 0);
    for (const Entry& entry : table) {
        if (entry.name != name) continue;
        try {
            return run(entry, argc - 1, argv + 1);
        } catch (const std::exception& error) {
            fmt::print(stderr, "worklines-bench {}: {}\n", name, error.what());
            return 1;
        }
    }
    fmt::print(stderr, "worklines-bench: no such command: {}; `worklines-bench --help` lists them\n", name);
    return 2;
}
