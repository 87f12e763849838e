// SPDX-License-Identifier: GPL-2.0-or-later
// What a command of `worklines` is: options it declares, a look at what was given, and the work. The table of all
// commands is in reporter/main.cpp; to add one, write NAME.cpp with `std::unique_ptr<Command> NAME()` and one line
// there.
#pragma once

#include "core/config/config.h"
#include "core/result.h"

#include <boost/program_options.hpp>

#include <filesystem>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

namespace worklines::commands {

/// Exit codes, the same for every command.
enum Exit : int { exit_ok = 0, exit_failure = 1, exit_usage = 2 };

/// What a command takes. Bind values to members; an option that is a setting too is bound to the configuration, so
/// that what is given on the command line wins over the file.
struct Options {
    std::string takes; ///< shown behind the command's name: "FILE"
    boost::program_options::options_description named;
    boost::program_options::options_description hidden; ///< names of positional arguments
    boost::program_options::positional_options_description positional;

    void path(const char* name, std::filesystem::path& target, const char* help, const char* takes_what = "FILE");
    /// As path(), any number of times.
    void paths(const char* name, std::vector<std::filesystem::path>& target, const char* help,
               const char* takes_what);
    void text(const char* name, std::string& target, const char* takes_what, const char* help);
    void flag(const char* name, bool& target, const char* help);
    /// An argument without a name, once.
    void argument(const char* name, std::string& target);
};

/// The world as a command sees it.
struct Context {
    config::Config config; ///< from the file, then the command line
    std::ostream& out;     ///< results
    std::ostream& err;     ///< notes and progress
    bool progress = false; ///< somebody watches `err`
};

class Command {
  public:
    virtual ~Command() = default;
    /// Names the options; nothing is opened or printed.
    virtual void declare(Options& options, config::Config& config) = 0;
    /// Looks at what was given; nothing is opened or printed. Error: wrong usage, exit 2.
    virtual Result<void> setup(const Context&) { return {}; }
    /// Does it. The value is the exit code; an error is printed as one line, exit 1.
    virtual Result<int> run(Context& context) = 0;
};

} // namespace worklines::commands
