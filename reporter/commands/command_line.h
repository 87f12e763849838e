// SPDX-License-Identifier: GPL-2.0-or-later
// From argv to a command that knows its options: what stands before the command, the configuration, the options.
#pragma once

#include "core/config/config.h"
#include "core/result.h"
#include "reporter/commands/command.h"

#include <string>
#include <string_view>
#include <vector>

namespace worklines::commands {

struct CommandLine {
    std::string command;                ///< empty: none was given
    std::vector<std::string> arguments; ///< behind the command, without --config
    std::string config_file;            ///< empty: not given
    bool version = false;
    bool help = false; ///< stood before the command
};

/// Error: an option before the command that is none of the global ones, or --config without a file.
Result<CommandLine> split(std::vector<std::string> arguments);

Result<config::Loaded> load_config(const CommandLine& line);

struct Parsed {
    bool help = false;
    std::string usage, options; ///< texts for --help
};

/// Error: an unknown option (with the nearest known), a value missing or of another kind, too many arguments.
Result<Parsed> parse_options(std::string_view name, Command& command, const std::vector<std::string>& arguments,
                             config::Config& config);

} // namespace worklines::commands
