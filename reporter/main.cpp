// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines`: a table of commands, one catch. Exit codes: 0 ok, 1 failure, 2 wrong usage.
#include "core/text/nearest.h"
#include "core/text/utf8.h"
#include "reporter/commands/command.h"
#include "reporter/commands/command_line.h"

#include <fmt/core.h>

#include <iostream>
#include <span>
#include <string>
#include <vector>

#include <unistd.h>

namespace worklines::commands {

std::unique_ptr<Command> collect();
std::unique_ptr<Command> report();
std::unique_ptr<Command> lines();
std::unique_ptr<Command> read();
std::unique_ptr<Command> show();
std::unique_ptr<Command> search();
std::unique_ptr<Command> opt_out();
std::unique_ptr<Command> forget();
std::unique_ptr<Command> advise();
std::unique_ptr<Command> explain();
std::unique_ptr<Command> monthly();
std::unique_ptr<Command> doctor();

namespace {

struct Entry {
    std::string_view name, does;
    std::unique_ptr<Command> (*make)();
};

constexpr Entry table[] = {
    {"collect", "drain the spool, read accounting, join both", collect},
    {"report", "what the cluster was used for in a period", report},
    {"lines", "the work lines of a period, and which jobs they are", lines},
    {"read", "the facts in one script", read},
    {"show", "the script and the request of a job", show},
    {"search", "a text in scripts and job names, with line, date and person", search},
    {"opt-out", "leave a person out of every report", opt_out},
    {"forget", "erase a person from the archive for good", forget},
    {"advise", "write the history that hints are made from", advise},
    {"explain", "the page of a hint's rule, or the list of rules", explain},
    {"doctor", "is it capturing, joining, fresh? with what to do", doctor},
    {"monthly", "what cron runs: collect, report last month, advise", monthly},
};

std::string overview() {
    std::string text = "Usage: worklines [--config FILE] COMMAND [OPTION]...\n\n"
                       "What a Slurm cluster is used for, from its batch scripts.\n\nCommands:\n";
    for (const Entry& entry : table)
        text += fmt::format("  {:<10} {}\n", entry.name, entry.does);
    return text + "\n`worklines COMMAND --help` says more. Options for all commands:\n"
                  "  --config FILE  settings (default: $WORKLINES_CONF or /etc/worklines/worklines.conf)\n"
                  "  --version      print the version\n"
                  "  --help         print this\n";
}

int complain(const Error& error, int code) {
    // Names of files and values come from outside: they must not move the cursor of a terminal or add a line.
    fmt::print(stderr, "worklines: {}\n", text::printable(error.line()));
    return code;
}

const Entry* find(std::string_view name) {
    for (const Entry& entry : table)
        if (entry.name == name) return &entry;
    return nullptr;
}

Error unknown_command(const std::string& name) {
    std::vector<std::string_view> names;
    for (const Entry& entry : table)
        names.push_back(entry.name);
    const auto near = text::nearest(name, names);
    return {fmt::format("no such command: {}", name), "",
            near ? fmt::format("did you mean `{}`?", *near) : "`worklines --help` lists them"};
}

int run_command(const Entry& entry, CommandLine line) {
    auto loaded = load_config(line);
    if (!loaded) return complain(loaded.error(), exit_failure);
    for (const Error& problem : loaded->problems)
        complain(problem, exit_ok);

    const std::unique_ptr<Command> command = entry.make();
    Context context{std::move(loaded->config), std::cout, std::cerr, isatty(STDERR_FILENO) == 1};
    const auto parsed = parse_options(entry.name, *command, line.arguments, context.config);
    if (!parsed) return complain(parsed.error(), exit_usage);
    if (parsed->help) {
        std::cout << "Usage: " << parsed->usage << "\n\n" << entry.does << "\n\n" << parsed->options;
        return exit_ok;
    }
    if (const auto ready = command->setup(context); !ready) return complain(ready.error(), exit_usage);
    const auto code = command->run(context);
    return code ? *code : complain(code.error(), exit_failure);
}

int run(std::vector<std::string> arguments) {
    auto line = split(std::move(arguments));
    if (!line) return complain(line.error(), exit_usage);
    if (line->version) {
        std::cout << "worklines " WORKLINES_VERSION "\n";
        return exit_ok;
    }
    if (line->command.empty()) {
        if (line->help) {
            std::cout << overview();
            return exit_ok;
        }
        return complain({"no command given", "", "`worklines --help` lists them"}, exit_usage);
    }
    const Entry* const entry = find(line->command);
    if (entry == nullptr) return complain(unknown_command(line->command), exit_usage);
    return run_command(*entry, std::move(*line));
}

} // namespace
} // namespace worklines::commands

int main(int argc, char** argv) {
    using namespace worklines;
    int code = commands::exit_failure;
    try {
        code = commands::run({argv + (argc > 0 ? 1 : 0), argv + argc});
        if (!std::cout.flush()) {
            code = commands::exit_failure;
            fmt::print(stderr, "worklines: cannot write to standard output\n");
        }
    } catch (const std::bad_alloc&) {
        fmt::print(stderr, "worklines: out of memory\n");
    } catch (const std::exception& error) {
        fmt::print(stderr, "worklines: {}\n", text::printable(error.what()));
    }
    return code;
}
