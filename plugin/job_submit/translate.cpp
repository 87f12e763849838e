// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/job_submit/translate.h"

#include <algorithm>

namespace worklines::job_submit {
namespace {

using snapshot::Snapshot;

constexpr std::string_view spank_option = "_SLURM_SPANK_OPTION_worklines_hints=";
constexpr std::string_view spank_terminal = "WORKLINES_TERMINAL=";
constexpr std::string_view spank_hints = "WORKLINES_HINTS=";

std::optional<std::string> text(const char* value) {
    if (value == nullptr) return std::nullopt;
    return value;
}

// "Not given" has a value of its own in each width; see slurm_init_job_desc_msg.
std::optional<std::uint32_t> given(std::uint32_t value) {
    if (value == NO_VAL) return std::nullopt;
    return value;
}
std::optional<std::uint32_t> given(std::uint16_t value) {
    if (value == NO_VAL16) return std::nullopt;
    return value;
}
std::optional<std::uint32_t> given(std::uint8_t value) {
    if (value == NO_VAL8) return std::nullopt;
    return value;
}
/// Fields in which Slurm has zero for "not given".
template <class T>
std::optional<T> nonzero(T value) {
    if (value == 0) return std::nullopt;
    return value;
}
std::optional<std::uint32_t> limit(std::uint32_t minutes) {
    if (minutes == INFINITE) return snapshot::unlimited;
    return given(minutes);
}

/// Calls `visit` for each "NAME=value" of an array that may hold fewer entries than it says.
template <class Visit>
void each_variable(char** entries, std::uint32_t count, Visit&& visit) {
    if (entries == nullptr) return;
    for (std::uint32_t i = 0; i < count && entries[i] != nullptr; ++i)
        visit(std::string_view(entries[i]));
}

void keep_environment(Snapshot& s, const job_desc_msg_t& d, const std::vector<std::string>& names) {
    each_variable(d.environment, d.env_size, [&](std::string_view entry) {
        const std::size_t equals = entry.find('=');
        if (equals == std::string_view::npos) return;
        const std::string_view name = entry.substr(0, equals);
        if (std::find(names.begin(), names.end(), name) != names.end())
            s.environment.insert_or_assign(std::string(name), std::string(entry.substr(equals + 1)));
    });
}

/// What spank_worklines.so passed on from the submit host.
void keep_switches(Snapshot& s, const job_desc_msg_t& d) {
    each_variable(d.spank_job_env, d.spank_job_env_size, [&](std::string_view entry) {
        const auto take = [&](std::string_view prefix, const char* key) {
            if (entry.starts_with(prefix)) s.spank.insert_or_assign(key, std::string(entry.substr(prefix.size())));
        };
        take(spank_option, "hints");
        take(spank_terminal, "terminal");
        take(spank_hints, "environment");
    });
}

void keep_identity(Snapshot& s, const job_desc_msg_t& d) {
    s.uid = d.user_id;
    s.gid = d.group_id;
    if (s.call == snapshot::Call::change) s.job_id = text(d.job_id_str);
    if (!s.job_id && job_id_of(d) != NO_VAL) s.job_id = std::to_string(job_id_of(d));
    s.name = text(d.name);
    s.submit_line = text(d.submit_line);
    s.work_dir = text(d.work_dir);
    s.std_in = text(d.std_in);
    s.std_out = text(d.std_out);
    s.std_err = text(d.std_err);
    for (std::uint32_t i = 0; d.argv != nullptr && i < d.argc && d.argv[i] != nullptr; ++i)
        s.args.emplace_back(d.argv[i]);
    s.submit_host = text(d.alloc_node);
    s.session = nonzero(d.alloc_sid);
    s.flags = nonzero(static_cast<std::uint64_t>(d.bitflags));
    s.from_scrontab = (d.bitflags & CRON_JOB) != 0 || d.crontab_entry != nullptr;
    s.clusters = text(d.clusters);
    s.origin_cluster = text(d.origin_cluster);
}

void keep_policy(Snapshot& s, const job_desc_msg_t& d) {
    s.partition = text(d.partition);
    s.account = text(d.account);
    s.qos = text(d.qos);
    s.reservation = text(d.reservation);
    s.wckey = text(d.wckey);
    s.time_limit_min = limit(d.time_limit);
    s.time_min_min = limit(d.time_min);
    s.begin = nonzero<std::int64_t>(d.begin_time);
    s.deadline = nonzero<std::int64_t>(d.deadline);
    s.nice_offset = given(d.nice);
    s.priority = given(d.priority);
    s.array = text(d.array_inx);
    s.dependency = text(d.dependency);
    // scontrol sends 0 here for every job: it says nothing in a change.
    if (s.call != snapshot::Call::change) s.het_offset = given(d.het_job_offset);
    s.requeue = given(d.requeue);
    s.reboot = given(d.reboot);
    s.mail_type = nonzero<std::uint32_t>(d.mail_type);
    s.mail_user = text(d.mail_user);
    s.comment = text(d.comment);
    s.extra = text(d.extra);
    s.container = text(d.container);
    s.container_id = text(container_id_of(d));
}

void keep_resources(Snapshot& s, const job_desc_msg_t& d) {
    s.min_cpus = given(d.min_cpus);
    s.max_cpus = given(d.max_cpus);
    s.num_tasks = given(d.num_tasks);
    s.min_nodes = given(d.min_nodes);
    s.max_nodes = given(d.max_nodes);
    s.cpus_per_task = given(d.cpus_per_task);
    s.tasks_per_node = given(d.ntasks_per_node);
    s.tasks_per_socket = given(d.ntasks_per_socket);
    s.tasks_per_core = given(d.ntasks_per_core);
    s.tasks_per_gpu = given(d.ntasks_per_tres);
    s.threads_per_core = given(d.threads_per_core);
    s.cpus_per_node = given(d.pn_min_cpus);
    s.core_spec = given(d.core_spec);
    if (d.pn_min_memory != NO_VAL64) {
        auto& memory = (d.pn_min_memory & MEM_PER_CPU) != 0 ? s.mem_per_cpu_mib : s.mem_per_node_mib;
        memory = d.pn_min_memory & ~MEM_PER_CPU;
    }
    s.tmp_disk_mib = given(d.pn_min_tmp_disk);
    s.tres_per_job = text(d.tres_per_job);
    s.tres_per_node = text(d.tres_per_node);
    s.tres_per_socket = text(d.tres_per_socket);
    s.tres_per_task = text(d.tres_per_task);
    s.cpus_per_tres = text(d.cpus_per_tres);
    s.mem_per_tres = text(d.mem_per_tres);
    s.features = text(d.features);
    s.prefer = text(prefer_of(d));
    s.cluster_features = text(d.cluster_features);
    s.batch_features = text(d.batch_features);
    s.node_list = text(d.req_nodes);
    s.exclude = text(d.exc_nodes);
    s.licenses = text(d.licenses);
    s.network = text(d.network);
    s.burst_buffer = text(d.burst_buffer);
    s.shared = given(d.shared);
    s.overcommit = given(d.overcommit);
    s.contiguous = nonzero<std::uint32_t>(d.contiguous);
    s.immediate = nonzero<std::uint32_t>(d.immediate);
}

} // namespace

snapshot::Snapshot translate(const job_desc_msg_t& desc, std::uint32_t submit_uid, std::int64_t now_us, bool change,
                             const std::vector<std::string>& environment) {
    using snapshot::Call;
    Snapshot s;
    s.time_us = now_us;
    s.submit_uid = submit_uid;
    s.slurm = slurm_version().data();
    if (change)
        s.call = Call::change;
    else if (desc.script == nullptr && desc.alloc_resp_port != 0) // srun or salloc waits there
        s.call = Call::interactive;
    keep_identity(s, desc);
    keep_policy(s, desc);
    keep_resources(s, desc);
    keep_environment(s, desc, environment);
    keep_switches(s, desc);
    return s;
}

std::optional<std::string_view> script_of(const job_desc_msg_t& desc) {
    if (desc.script == nullptr) return std::nullopt;
    return desc.script;
}

} // namespace worklines::job_submit
