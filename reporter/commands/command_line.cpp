// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/command_line.h"

#include "core/text/nearest.h"

#include <fmt/core.h>

#include <optional>
#include <sstream>

namespace worklines::commands {
namespace po = boost::program_options;

namespace {

constexpr std::string_view config_option = "--config";

/// Takes `--config FILE` or `--config=FILE` at `i` into `line`; false if there is something else.
Result<bool> take_config(const std::vector<std::string>& arguments, std::size_t& i, CommandLine& line) {
    const std::string_view argument = arguments[i];
    if (argument == config_option) {
        if (i + 1 == arguments.size()) return Error{"a file must follow", std::string(config_option), ""};
        line.config_file = arguments[++i];
        return true;
    }
    if (!argument.starts_with("--config=")) return false;
    line.config_file = argument.substr(config_option.size() + 1);
    return true;
}

Error unknown_option(const std::string& given, std::string_view command, const Options& options) {
    std::vector<std::string> storage;
    for (const auto& option : options.named.options())
        storage.push_back("--" + option->long_name());
    const std::vector<std::string_view> names(storage.begin(), storage.end());
    const auto near = text::nearest(given, names);
    return {fmt::format("no such option of `{}`", command), given,
            near ? fmt::format("did you mean `{}`?", *near)
                 : fmt::format("`worklines {} --help` lists them", command)};
}

po::typed_value<std::string>* bound(std::string& target, const char* takes) {
    return po::value<std::string>(&target)->value_name(takes);
}

} // namespace

void Options::path(const char* name, std::filesystem::path& target, const char* help, const char* takes_what) {
    // By way of a string: the library would read a path up to its first blank.
    auto* value = po::value<std::string>()->value_name(takes_what);
    named.add_options()(name, value->notifier([&target](const std::string& given) { target = given; }), help);
}

void Options::paths(const char* name, std::vector<std::filesystem::path>& target, const char* help,
                    const char* takes_what) {
    using Given = std::vector<std::string>;
    auto* value = po::value<Given>()->value_name(takes_what)->composing();
    const auto take = [&target](const Given& given) { target.assign(given.begin(), given.end()); };
    named.add_options()(name, value->notifier(take), help);
}

void Options::text(const char* name, std::string& target, const char* takes_what, const char* help) {
    named.add_options()(name, bound(target, takes_what), help);
}

void Options::flag(const char* name, bool& target, const char* help) {
    named.add_options()(name, po::bool_switch(&target), help);
}

void Options::argument(const char* name, std::string& target) {
    hidden.add_options()(name, po::value<std::string>(&target));
    positional.add(name, 1);
}

Result<CommandLine> split(std::vector<std::string> arguments) {
    CommandLine line;
    std::size_t i = 0;
    for (; i < arguments.size() && line.command.empty(); ++i) {
        const auto taken = take_config(arguments, i, line);
        if (!taken) return taken.error();
        if (*taken) continue;
        const std::string& argument = arguments[i];
        if (argument == "--version" || argument == "-V")
            line.version = true;
        else if (argument == "--help" || argument == "-h")
            line.help = true;
        else if (argument.starts_with('-'))
            return Error{"no such option before a command", argument, "`worklines --help` lists them"};
        else
            line.command = argument;
    }
    bool only_arguments = false; // behind `--`
    for (; i < arguments.size(); ++i) {
        if (arguments[i] == "--") only_arguments = true;
        if (!only_arguments) {
            const auto taken = take_config(arguments, i, line);
            if (!taken) return taken.error();
            if (*taken) continue;
        }
        line.arguments.push_back(std::move(arguments[i]));
    }
    if (line.help && !line.command.empty()) line.arguments.insert(line.arguments.begin(), "--help");
    return line;
}

Result<config::Loaded> load_config(const CommandLine& line) {
    const bool given = !line.config_file.empty();
    return config::load(given ? std::filesystem::path(line.config_file) : config::default_path(), given);
}

Result<Parsed> parse_options(std::string_view name, Command& command, const std::vector<std::string>& arguments,
                             config::Config& config) {
    Options options;
    command.declare(options, config);
    Parsed parsed;
    parsed.usage =
        fmt::format("worklines {} [OPTION]...{}{}", name, options.takes.empty() ? "" : " ", options.takes);
    options.named.add_options()("help,h", po::bool_switch(&parsed.help), "print this");

    po::options_description all;
    all.add(options.named).add(options.hidden);
    try {
        namespace style = po::command_line_style;
        // Without guessing: an abbreviation that works today would mean something else when an option is added.
        const int how = style::unix_style & ~style::allow_guessing;
        po::variables_map values;
        po::store(po::command_line_parser(arguments).options(all).positional(options.positional).style(how).run(),
                  values);
        po::notify(values);
    } catch (const po::unknown_option& error) {
        return unknown_option(error.get_option_name(), name, options);
    } catch (const po::too_many_positional_options_error&) {
        return Error{fmt::format("too many arguments for `{}`", name), "", "usage: " + parsed.usage};
    } catch (const po::error& error) {
        return Error{error.what(), "", fmt::format("see `worklines {} --help`", name)};
    }
    std::ostringstream text;
    text << options.named;
    parsed.options = text.str();
    return parsed;
}

} // namespace worklines::commands
