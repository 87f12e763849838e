// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/json_job.h"

#include <nlohmann/json.hpp>

#include <initializer_list>
#include <limits>
#include <string>
#include <string_view>

namespace worklines::accounting {
namespace {

using nlohmann::json;
using Number = std::optional<std::int64_t>;

const json nothing;

const json& at(const json& value, std::initializer_list<const char*> path) {
    const json* here = &value;
    for (const char* key : path) {
        if (!here->is_object()) return nothing;
        const auto found = here->find(key);
        if (found == here->end()) return nothing;
        here = &*found;
    }
    return *here;
}

Number number(const json& value) {
    if (value.is_number_unsigned()) {
        const auto whole = value.get<std::uint64_t>();
        return whole <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max())
                   ? Number(static_cast<std::int64_t>(whole))
                   : std::nullopt;
    }
    if (value.is_number_integer()) return value.get<std::int64_t>();
    if (value.is_object() && at(value, {"set"}) == true && at(value, {"infinite"}) != true &&
        value.contains("number"))
        return value["number"].is_object() ? std::nullopt : number(value["number"]);
    return std::nullopt;
}

Number count(const json& value) {
    const auto one = number(value);
    return one && *one >= 0 ? one : std::nullopt;
}

std::string text(const json& value) { return value.is_string() ? value.get<std::string>() : std::string(); }

/// 0 is 'not yet' or 'never'; so is the first day of 1970 (pitfall A21).
Number time(const json& value) {
    const auto epoch = number(value);
    return epoch && *epoch > 86400 ? epoch : std::nullopt;
}

Limit limit(const json& value) {
    if (at(value, {"infinite"}) == true) return {Limit::Kind::unlimited, 0};
    if (value.is_string()) return parse_limit(value.get<std::string>());
    const auto minutes = number(value);
    return minutes ? limit_of_minutes(*minutes) : Limit{};
}

/// The list as the text that sacct would print: `cpu=4,mem=16384,gres/gpu:a100=1`.
std::string tres_text(const json& list) {
    std::string all;
    if (!list.is_array()) return all;
    for (const json& entry : list) {
        const auto many = count(at(entry, {"count"}));
        const std::string type = text(at(entry, {"type"})), name = text(at(entry, {"name"}));
        if (!many || type.empty()) continue;
        all.append(all.empty() ? "" : ",").append(type).append(name.empty() ? "" : "/").append(name);
        all.append("=").append(std::to_string(*many));
    }
    return all;
}

/// Its `cpu` is a plain number of milliseconds here.
text::TresUsage usage(const json& list) {
    text::TresUsage usage = text::parse_tres_usage(tres_text(list));
    if (list.is_array())
        for (const json& entry : list)
            if (at(entry, {"type"}) == "cpu") usage.cpu_ms = count(at(entry, {"count"}));
    return usage;
}

/// A word until 23.02, then a list: the state and its flags.
State state(const json& value) {
    const json& word = value.is_array() ? (value.empty() ? nothing : value.front()) : value;
    return parse_state(text(word));
}

void set_ids(JobRecord& record, const json& job) {
    record.parent = record.id_raw;
    record.id = std::to_string(record.id_raw);
    if (const auto leader = count(at(job, {"het", "job_id"})); leader.value_or(0) > 0) {
        record.parent = *leader;
        record.het_offset = count(at(job, {"het", "job_offset"})).value_or(record.id_raw - *leader);
        record.id = std::to_string(*leader) + '+' + std::to_string(*record.het_offset);
    }
    const auto array = count(at(job, {"array", "job_id"}));
    if (array.value_or(0) <= 0) return;
    record.parent = *array;
    record.array_task = count(at(job, {"array", "task_id"}));
    const std::string waiting = text(at(job, {"array", "task"})); // `5-10%2`
    if (record.array_task)
        record.id = std::to_string(*array) + '_' + std::to_string(*record.array_task);
    else if (!waiting.empty())
        record.id = std::to_string(*array) + (waiting.front() == '[' ? "_" + waiting : "_[" + waiting + ']');
}

void set_texts(JobRecord& record, const json& job) {
    record.cluster = text(at(job, {"cluster"}));
    if (record.cluster.empty()) record.cluster = text(at(job, {"association", "cluster"}));
    record.user = text(at(job, {"user"}));
    if (record.user.empty()) record.user = text(at(job, {"association", "user"}));
    record.account = text(at(job, {"account"}));
    record.partition = text(at(job, {"partition"}));
    record.qos = text(at(job, {"qos"}));
    record.name = text(at(job, {"name"}));
    record.work_dir = text(at(job, {"working_directory"}));
    record.submit_line = text(at(job, {"submit_line"}));
    record.node_list = text(at(job, {"nodes"}));
    if (record.node_list == "None assigned") record.node_list.clear();
    record.reason = text(at(job, {"state", "reason"}));
    if (record.reason == "None") record.reason.clear();
}

} // namespace

std::optional<JobRecord> job_of_json(const json& job) {
    JobRecord record;
    const auto id = count(at(job, {"job_id"}));
    if (id.value_or(0) <= 0) return std::nullopt;
    record.id_raw = *id;
    set_ids(record, job);
    set_texts(record, job);
    record.submit = time(at(job, {"time", "submission"}));
    record.eligible = time(at(job, {"time", "eligible"}));
    record.start = time(at(job, {"time", "start"}));
    record.end = time(at(job, {"time", "end"}));
    record.elapsed_s = number(at(job, {"time", "elapsed"}));
    record.limit = limit(at(job, {"time", "limit"}));
    record.state = state(at(job, {"state", "current"}));
    record.requested = text::parse_tres(tres_text(at(job, {"tres", "requested"})));
    record.allocated = text::parse_tres(tres_text(at(job, {"tres", "allocated"})));
    record.req_cpus = count(at(job, {"required", "CPUs"}));
    if (!record.req_cpus) record.req_cpus = record.requested.cpus;
    record.alloc_cpus = record.allocated.cpus;
    if (!record.alloc_cpus && at(job, {"tres", "allocated"}).is_array()) record.alloc_cpus = 0; // it says: none
    record.nodes = count(at(job, {"allocation_nodes"}));
    record.req_mem_bytes = record.requested.mem_bytes;
    record.restarts = count(at(job, {"restart_cnt"}));
    return record;
}

StepUse step_of_json(const json& step) {
    StepUse use;
    const std::string name = text(at(step, {"step", "name"})), id = text(at(step, {"step", "id"}));
    use.is_extern = name == "extern" || id.ends_with("extern") || id.ends_with("EXTERN");
    use.tasks = count(at(step, {"tasks", "count"}));
    if (use.is_extern || name == "batch" || name == "interactive") use.tasks = 1;
    use.cpus = text::parse_tres(tres_text(at(step, {"tres", "allocated"}))).cpus;
    use.elapsed_s = number(at(step, {"time", "elapsed"}));
    use.total_cpu_ms = total_cpu_ms_of_json(step);
    use.largest = usage(at(step, {"tres", "requested", "max"})); // TRESUsageInMax, whatever its name says
    use.total = usage(at(step, {"tres", "requested", "total"}));
    return use;
}

Number total_cpu_ms_of_json(const json& job) {
    const auto seconds = count(at(job, {"time", "total", "seconds"}));
    if (!seconds || *seconds > std::numeric_limits<std::int64_t>::max() / 2000) return std::nullopt;
    return *seconds * 1000 + count(at(job, {"time", "total", "microseconds"})).value_or(0) / 1000;
}

std::string admin_comment_of_json(const json& job) { return text(at(job, {"comment", "administrator"})); }

} // namespace worklines::accounting
