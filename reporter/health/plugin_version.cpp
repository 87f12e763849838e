// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/health/plugin_version.h"

#include "core/text/built_for.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace worklines::health {
namespace {

constexpr std::string_view file_name = "job_submit_worklines.so";
constexpr std::string_view name = "plugin version";

std::optional<std::filesystem::path> first_in(std::string_view directories) {
    while (!directories.empty()) {
        const std::string_view one = directories.substr(0, directories.find(':'));
        directories.remove_prefix(std::min(one.size() + 1, directories.size()));
        const auto file = std::filesystem::path(one) / file_name;
        std::error_code ignored;
        if (!one.empty() && std::filesystem::is_regular_file(file, ignored)) return file;
    }
    return std::nullopt;
}

} // namespace

Check plugin_version(std::string_view directories, std::string_view version) {
    const auto file = first_in(directories);
    if (!file)
        return {std::string(name), State::unknown,
                std::string(file_name) + " is not in PluginDir=" + std::string(directories) + " here",
                "run doctor on slurmctld's machine, or install the plugin there"};
    std::ifstream in(*file, std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(in), {}};
    const std::string built(text::built_for(bytes));
    if (built.empty())
        return {std::string(name), State::unknown, file->string() + " does not say for which Slurm it was built",
                "see whether doctor may read it, and whether it is of this release of Worklines"};
    if (built != version)
        return {std::string(name), State::bad,
                file->string() + " was built for Slurm " + built + ", and Slurm here is " + std::string(version) +
                    ": slurmctld will not start with it",
                "build it against the headers of Slurm " + std::string(version) +
                    " before slurmctld is restarted, or take worklines out of JobSubmitPlugins"};
    return {std::string(name), State::good, "built for Slurm " + built, ""};
}

} // namespace worklines::health
