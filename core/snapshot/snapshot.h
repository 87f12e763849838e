// SPDX-License-Identifier: GPL-2.0-or-later
// What was asked of Slurm in one submission: the request as a plain struct. The script's bytes travel beside it.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace worklines::snapshot {

/// A limit that was asked for as "none" (Slurm's INFINITE), apart from "not given" (an empty optional).
inline constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();

/// How the request reached slurmctld.
enum class Call : std::uint8_t {
    batch,       ///< sbatch, scrontab, slurmrestd: brings a script (het: component 0 only)
    interactive, ///< srun, salloc: somebody waits for it
    change,      ///< scontrol update of a job that exists: only the changed fields are set
};

/// Where the script is and what it is, by content.
struct ScriptRef {
    std::string sha256;     ///< 64 lower-case hex digits over the whole script as it came
    std::uint64_t size = 0; ///< bytes, as it came
    bool kept = true;       ///< false: larger than `max_script`, only named here

    bool operator==(const ScriptRef&) const = default;
};

/// Strings are bytes as they came (not always UTF-8). An empty optional is "not given"; zero is zero.
struct Snapshot {
    std::int64_t time_us = 0; ///< microseconds since the epoch, slurmctld's clock, when job_submit was called
    Call call = Call::batch;
    std::string cluster;          ///< from worklines.conf; empty: the reporter says
    std::string slurm;            ///< version of slurmctld's headers, "22.05.8"
    std::uint32_t uid = 0;        ///< whose job it is
    std::uint32_t gid = 0;        ///
    std::uint32_t submit_uid = 0; ///< who called (root for `sbatch --uid`)
    std::optional<std::string>
        job_id; ///< of a change, as typed (`22_3`, `22_[1-4]`, `22+1`); of a sibling in a federation

    std::optional<std::string> name, submit_line, work_dir, std_in, std_out, std_err;
    std::vector<std::string>
        args; ///< script path and its arguments; srun: the command; empty: --wrap, stdin, salloc
    std::optional<ScriptRef> script;

    std::optional<std::string> partition, account, qos, reservation, wckey; ///< as asked: defaults are not in here
    std::optional<std::uint32_t> time_limit_min, time_min_min;              ///< minutes, or `unlimited`
    std::optional<std::int64_t> begin, deadline;                            ///< seconds since the epoch
    std::optional<std::uint32_t> nice_offset; ///< nice value + 0x80000000, as Slurm carries it; see nice()
    std::optional<std::uint32_t> priority;    ///< 0: held

    std::optional<std::uint32_t> min_cpus, max_cpus, num_tasks, min_nodes, max_nodes;
    std::optional<std::uint32_t> cpus_per_task, tasks_per_node, tasks_per_socket, tasks_per_core, tasks_per_gpu;
    std::optional<std::uint32_t> threads_per_core, cpus_per_node, core_spec;
    std::optional<std::uint64_t> mem_per_node_mib, mem_per_cpu_mib; ///< at most one; 0: all memory of the node
    std::optional<std::uint32_t> tmp_disk_mib;
    std::optional<std::string> tres_per_job, tres_per_node, tres_per_socket, tres_per_task, cpus_per_tres,
        mem_per_tres;
    std::optional<std::string> features, prefer, cluster_features, batch_features, node_list, exclude, licenses,
        network, burst_buffer;
    std::optional<std::uint32_t> shared; ///< 0 exclusive, 1 oversubscribe, 2 user, 3 mcs, 4 topo

    std::optional<std::string> array;        ///< as typed: `0-31:2%4`
    std::optional<std::string> dependency;   ///< as typed: `afterok:12`
    std::optional<std::uint32_t> het_offset; ///< 0, 1, ... for components of a het job
    std::optional<std::string> mail_user, comment, extra, container, container_id;
    std::optional<std::uint32_t> mail_type, requeue, reboot, overcommit, contiguous, immediate;

    bool from_scrontab = false;
    std::optional<std::string> clusters, origin_cluster; ///< `-M a,b`; federation
    std::optional<std::string> submit_host;              ///< as slurmctld took it from the credential
    std::optional<std::uint32_t> session;                ///< session id of the submitting shell
    std::optional<std::uint64_t> flags;                  ///< Slurm's bitflags, undeciphered

    std::map<std::string, std::string> environment; ///< the allow-listed variables only
    std::map<std::string, std::string> spank;       ///< our own switches: `hints`, `terminal`

    bool operator==(const Snapshot&) const = default;
};

/// The nice value as the person typed it, if one was given.
inline std::optional<std::int64_t> nice(const Snapshot& s) {
    if (!s.nice_offset) return std::nullopt;
    return static_cast<std::int64_t>(*s.nice_offset) - 0x80000000LL;
}

/// Calls `v(key, field)` for every field in the order of the format. One list serves writer, reader and tests, so
/// that a field cannot be written and forgotten by the reader. Key names are part of core/spool/FORMAT.md.
template <class S, class V>
void visit_fields(S& s, V&& v) {
    v("time_us", s.time_us);
    v("call", s.call);
    v("cluster", s.cluster);
    v("slurm", s.slurm);
    v("uid", s.uid);
    v("gid", s.gid);
    v("submit_uid", s.submit_uid);
    v("job_id", s.job_id);
    v("name", s.name);
    v("submit_line", s.submit_line);
    v("work_dir", s.work_dir);
    v("std_in", s.std_in);
    v("std_out", s.std_out);
    v("std_err", s.std_err);
    v("args", s.args);
    v("script", s.script);
    v("partition", s.partition);
    v("account", s.account);
    v("qos", s.qos);
    v("reservation", s.reservation);
    v("wckey", s.wckey);
    v("time_limit_min", s.time_limit_min);
    v("time_min_min", s.time_min_min);
    v("begin", s.begin);
    v("deadline", s.deadline);
    v("nice_offset", s.nice_offset);
    v("priority", s.priority);
    v("min_cpus", s.min_cpus);
    v("max_cpus", s.max_cpus);
    v("num_tasks", s.num_tasks);
    v("min_nodes", s.min_nodes);
    v("max_nodes", s.max_nodes);
    v("cpus_per_task", s.cpus_per_task);
    v("tasks_per_node", s.tasks_per_node);
    v("tasks_per_socket", s.tasks_per_socket);
    v("tasks_per_core", s.tasks_per_core);
    v("tasks_per_gpu", s.tasks_per_gpu);
    v("threads_per_core", s.threads_per_core);
    v("cpus_per_node", s.cpus_per_node);
    v("core_spec", s.core_spec);
    v("mem_per_node_mib", s.mem_per_node_mib);
    v("mem_per_cpu_mib", s.mem_per_cpu_mib);
    v("tmp_disk_mib", s.tmp_disk_mib);
    v("tres_per_job", s.tres_per_job);
    v("tres_per_node", s.tres_per_node);
    v("tres_per_socket", s.tres_per_socket);
    v("tres_per_task", s.tres_per_task);
    v("cpus_per_tres", s.cpus_per_tres);
    v("mem_per_tres", s.mem_per_tres);
    v("features", s.features);
    v("prefer", s.prefer);
    v("cluster_features", s.cluster_features);
    v("batch_features", s.batch_features);
    v("node_list", s.node_list);
    v("exclude", s.exclude);
    v("licenses", s.licenses);
    v("network", s.network);
    v("burst_buffer", s.burst_buffer);
    v("shared", s.shared);
    v("array", s.array);
    v("dependency", s.dependency);
    v("het_offset", s.het_offset);
    v("mail_user", s.mail_user);
    v("comment", s.comment);
    v("extra", s.extra);
    v("container", s.container);
    v("container_id", s.container_id);
    v("mail_type", s.mail_type);
    v("requeue", s.requeue);
    v("reboot", s.reboot);
    v("overcommit", s.overcommit);
    v("contiguous", s.contiguous);
    v("immediate", s.immediate);
    v("from_scrontab", s.from_scrontab);
    v("clusters", s.clusters);
    v("origin_cluster", s.origin_cluster);
    v("submit_host", s.submit_host);
    v("session", s.session);
    v("flags", s.flags);
    v("environment", s.environment);
    v("spank", s.spank);
}

} // namespace worklines::snapshot
