// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/options.h"

namespace worklines::script {
namespace {

constexpr Option options[] = {
    {"account", 'A', Takes::value},
    {"acctg-freq", 0, Takes::value},
    {"array", 'a', Takes::value},
    {"batch", 0, Takes::value},
    {"bb", 0, Takes::text},
    {"bbf", 0, Takes::text},
    {"begin", 'b', Takes::value},
    {"chdir", 'D', Takes::text},
    {"cluster-constraint", 0, Takes::value},
    {"clusters", 'M', Takes::value},
    {"comment", 0, Takes::text},
    {"constraint", 'C', Takes::value},
    {"container", 0, Takes::text},
    {"container-id", 0, Takes::text},
    {"contiguous", 0, Takes::nothing},
    {"core-spec", 'S', Takes::value},
    {"cores-per-socket", 0, Takes::value},
    {"cpu-freq", 0, Takes::value},
    {"cpus-per-gpu", 0, Takes::value},
    {"cpus-per-task", 'c', Takes::value},
    {"deadline", 0, Takes::value},
    {"delay-boot", 0, Takes::value},
    {"dependency", 'd', Takes::value},
    {"distribution", 'm', Takes::value},
    {"error", 'e', Takes::text},
    {"exclude", 'x', Takes::value},
    {"exclusive", 0, Takes::optional},
    {"export", 0, Takes::text},
    {"export-file", 0, Takes::text},
    {"external", 0, Takes::nothing},
    {"extra", 0, Takes::text},
    {"extra-node-info", 'B', Takes::value},
    {"get-user-env", 0, Takes::optional},
    {"gid", 0, Takes::value},
    {"gpu-bind", 0, Takes::value},
    {"gpu-freq", 0, Takes::value},
    {"gpus", 'G', Takes::value},
    {"gpus-per-node", 0, Takes::value},
    {"gpus-per-socket", 0, Takes::value},
    {"gpus-per-task", 0, Takes::value},
    {"gres", 0, Takes::value},
    {"gres-flags", 0, Takes::value},
    {"help", 'h', Takes::nothing},
    {"hint", 0, Takes::value},
    {"hold", 'H', Takes::nothing},
    {"ignore-pbs", 0, Takes::nothing},
    {"input", 'i', Takes::text},
    {"job-name", 'J', Takes::text},
    {"kill-on-invalid-dep", 0, Takes::value},
    {"licenses", 'L', Takes::value},
    {"mail-type", 0, Takes::value},
    {"mail-user", 0, Takes::text},
    {"mcs-label", 0, Takes::value},
    {"mem", 0, Takes::value},
    {"mem-bind", 0, Takes::value},
    {"mem-per-cpu", 0, Takes::value},
    {"mem-per-gpu", 0, Takes::value},
    {"mincpus", 0, Takes::value},
    {"network", 0, Takes::value},
    {"nice", 0, Takes::optional},
    {"no-kill", 'k', Takes::optional},
    {"no-requeue", 0, Takes::nothing},
    {"nodefile", 'F', Takes::text},
    {"nodelist", 'w', Takes::value},
    {"nodes", 'N', Takes::value},
    {"ntasks", 'n', Takes::value},
    {"ntasks-per-core", 0, Takes::value},
    {"ntasks-per-gpu", 0, Takes::value},
    {"ntasks-per-node", 0, Takes::value},
    {"ntasks-per-socket", 0, Takes::value},
    {"oom-kill-step", 0, Takes::optional},
    {"open-mode", 0, Takes::value},
    {"output", 'o', Takes::text},
    {"overcommit", 'O', Takes::nothing},
    {"oversubscribe", 's', Takes::nothing},
    {"parsable", 0, Takes::nothing},
    {"partition", 'p', Takes::value},
    {"power", 0, Takes::value},
    {"prefer", 0, Takes::value},
    {"priority", 0, Takes::value},
    {"profile", 0, Takes::value},
    {"propagate", 0, Takes::optional},
    {"qos", 'q', Takes::value},
    {"quiet", 'Q', Takes::nothing},
    {"reboot", 0, Takes::nothing},
    {"requeue", 0, Takes::nothing},
    {"reservation", 0, Takes::value},
    {"resv-ports", 0, Takes::optional},
    {"segment", 0, Takes::value},
    {"share", 0, Takes::nothing},
    {"signal", 0, Takes::value},
    {"sockets-per-node", 0, Takes::value},
    {"spread-job", 0, Takes::nothing},
    {"stepmgr", 0, Takes::nothing},
    {"switches", 0, Takes::value},
    {"test-only", 0, Takes::nothing},
    {"thread-spec", 0, Takes::value},
    {"threads-per-core", 0, Takes::value},
    {"time", 't', Takes::value},
    {"time-min", 0, Takes::value},
    {"tmp", 0, Takes::value},
    {"tres-bind", 0, Takes::value},
    {"tres-per-task", 0, Takes::value},
    {"uid", 0, Takes::value},
    {"usage", 0, Takes::nothing},
    {"use-min-nodes", 0, Takes::nothing},
    {"verbose", 'v', Takes::nothing},
    {"version", 'V', Takes::nothing},
    {"wait", 'W', Takes::nothing},
    {"wait-all-nodes", 0, Takes::value},
    {"wckey", 0, Takes::value},
    {"wrap", 0, Takes::text},
    {"hints", 0, Takes::value}, // our own, by the SPANK plugin
};

} // namespace

const Option* option_of_letter(char letter) {
    for (const Option& option : options)
        if (option.letter == letter && letter != 0) return &option;
    return nullptr;
}

const Option* option_named(std::string_view name) {
    const Option* found = nullptr;
    if (name.empty()) return nullptr;
    for (const Option& option : options) {
        if (option.name[0] != name[0]) continue;
        if (option.name == name) return &option;
        if (!option.name.starts_with(name)) continue;
        if (found != nullptr) return nullptr;
        found = &option;
    }
    return found;
}

} // namespace worklines::script
