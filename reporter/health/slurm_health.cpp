// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/health/slurm_health.h"

#include "core/result.h"
#include "reporter/accounting/process.h"
#include "reporter/health/plugin_version.h"

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>

namespace worklines::health {
namespace {

constexpr int patience_s = 20;
constexpr const char* default_plugin_directory = WORKLINES_SLURM_PLUGIN_DIR;

constexpr const char* blanks = " \t\r\n";

std::string_view trim(std::string_view text) {
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::map<std::string, std::string, std::less<>> settings_of(std::string_view text) {
    std::map<std::string, std::string, std::less<>> settings;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        const std::size_t equals = line.find('=');
        if (equals != std::string_view::npos)
            settings.emplace(trim(line.substr(0, equals)), trim(line.substr(equals + 1)));
    }
    return settings;
}

Check plugin(const std::string& list) {
    const std::string commas = "," + list + ",";
    if (commas.find(",worklines,") == std::string::npos)
        return {"plugin", State::bad, "JobSubmitPlugins=" + list + ": worklines is not in it",
                "add it at the end in slurm.conf and restart slurmctld"};
    if (!commas.ends_with(",worklines,"))
        return {"plugin", State::warning, "JobSubmitPlugins=" + list + ": worklines is not the last",
                "put it last: it sees what the plugins before it changed, and job_submit/lua overwrites its hints"};
    return {"plugin", State::good, "JobSubmitPlugins=" + list, ""};
}

Check gpus(const std::string& gres, const std::string& tracked) {
    const bool has = gres.find("gpu") != std::string::npos;
    if (has && tracked.find("gres/gpu") == std::string::npos)
        return {"GPU accounting", State::warning,
                "the cluster has GPUs, but AccountingStorageTRES lacks gres/gpu: GPU-hours are unknown",
                "set AccountingStorageTRES=gres/gpu; it counts from then on"};
    return {"GPU accounting", State::good, has ? "gres/gpu is tracked" : "no GPUs in GresTypes", ""};
}

Check measured(const std::string& gather) {
    if (gather.ends_with("none") || gather == "(null)")
        return {"measured use", State::warning,
                "JobAcctGatherType=" + gather + ": nothing measures memory or CPU time",
                "set it to jobacct_gather/cgroup or jobacct_gather/linux; hints need it"};
    return {"measured use", State::good, "JobAcctGatherType=" + gather, ""};
}

Result<std::string> output_of(const std::vector<std::string>& command) {
    auto process = accounting::Process::start(command, {});
    if (!process) return process.error();
    std::string text;
    std::array<char, 16384> chunk{};
    for (;;) {
        const auto got = process->read(chunk.data(), chunk.size(), patience_s);
        if (!got) return got.error();
        if (*got == 0) break;
        text.append(chunk.data(), *got);
    }
    if (const auto done = process->finish(); !done) return done.error();
    return text;
}

/// While slurmctld is down only files can be asked, and a plugin of another version may be why it is down.
Check plugin_version_of_files() {
    const char* named = std::getenv("SLURM_CONF");
    std::ifstream conf(named != nullptr ? named : "/etc/slurm/slurm.conf");
    const std::string text{std::istreambuf_iterator<char>(conf), {}};
    const auto settings = settings_of(text);
    const auto directories = settings.find("PluginDir");
    const auto said = output_of({"slurmctld", "-V"}); // "slurm-wlm 22.05.8"
    const std::string_view version = said ? trim(std::string_view(*said).substr(said->find(' ') + 1)) : "unknown";
    return plugin_version(directories != settings.end() ? directories->second : default_plugin_directory, version);
}

} // namespace

Checks read_slurm_config(std::string_view text) {
    const auto settings = settings_of(text);
    const auto value = [&](std::string_view key) {
        const auto found = settings.find(key);
        return found == settings.end() ? std::string("(null)") : found->second;
    };
    return {plugin(value("JobSubmitPlugins")), plugin_version(value("PluginDir"), value("SLURM_VERSION")),
            gpus(value("GresTypes"), value("AccountingStorageTRES")), measured(value("JobAcctGatherType"))};
}

Checks slurm_health() {
    const auto text = output_of({"scontrol", "show", "config"});
    if (!text)
        return {{"plugin", State::unknown, "Slurm cannot be asked: " + text.error().line(),
                 "run doctor on slurmctld's machine"},
                plugin_version_of_files()};
    return read_slurm_config(*text);
}

} // namespace worklines::health
