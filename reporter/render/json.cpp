// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/render/render.h"

#include <nlohmann/json.hpp>

#include <optional>

namespace worklines::render {
namespace {

using Json = nlohmann::ordered_json;
using portrait::Portrait;

/// The schema is a promise to programs; a change that breaks them counts up.
constexpr int schema = 1;

Json gpu_hours(const Portrait& portrait, const portrait::Hours& hours) {
    return portrait.gpus_in_accounting ? Json(hours.gpu) : Json(nullptr);
}

Json excluded(const Portrait& portrait) {
    Json list = Json::array();
    for (const portrait::Excluded& one : portrait.excluded)
        list.push_back({{"reason", one.reason},
                        {"jobs", one.jobs},
                        {"gpu_hours", gpu_hours(portrait, one.hours)},
                        {"cpu_hours", one.hours.cpu}});
    return list;
}

Json line_of(const Portrait& portrait, const portrait::Line& line) {
    return {{"id", line.id},
            {"title", line.title},
            {"summary", line.summary},
            {"domain", line.domain},
            {"activities", line.activities},
            {"jobs", line.jobs},
            {"users", line.users},
            {"families", line.families},
            {"scripts", line.scripts},
            {"gpu_hours", gpu_hours(portrait, line.hours)},
            {"cpu_hours", line.hours.cpu},
            {"tools", line.tools},
            {"models", line.models},
            {"benchmarks", line.benchmarks},
            {"datasets", line.datasets},
            {"habits", line.habits},
            {"oversized", Json::array()}};
}

Json lines(const Portrait& portrait) {
    Json list = Json::array();
    for (const portrait::Line& line : portrait.lines)
        list.push_back(line_of(portrait, line));
    return list;
}

Json edges(const Portrait& portrait) {
    Json list = Json::array();
    for (const portrait::Edge& edge : portrait.edges)
        list.push_back({{"from", edge.from},
                        {"to", edge.to},
                        {"type", edge.type},
                        {"jobs", edge.jobs},
                        {"activities", Json::array({edge.from_activity, edge.to_activity})}});
    return list;
}

/// `used` is null where nothing is known.
Json measured(double share, const std::optional<double>& used) {
    return {{"share", share}, {"used", used ? Json(*used) : Json(nullptr)}};
}

Json waits(const Portrait& portrait) {
    Json list = Json::array();
    for (const portrait::Wait& wait : portrait.waits)
        list.push_back({{"size", wait.size},
                        {"runs", wait.runs},
                        {"median_s", wait.median_s},
                        {"p90_s", wait.p90_s},
                        {"max_s", wait.max_s}});
    return list;
}

std::string dumped(const Json& value) { return value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

} // namespace

std::string lines_json(const Portrait& portrait) { return dumped(lines(portrait)); }

std::string json(const Portrait& portrait) {
    const Json report = {{"schema", schema},
                         {"cluster", portrait.cluster},
                         {"period", {{"from", portrait.period.from}, {"to", portrait.period.to}}},
                         {"jobs", portrait.jobs},
                         {"users", portrait.users},
                         {"scripts", portrait.scripts},
                         {"gpu_hours", gpu_hours(portrait, portrait.hours)},
                         {"cpu_hours", portrait.hours.cpu},
                         {"joined", {{"jobs", portrait.joined_jobs}, {"share", portrait.joined_share}}},
                         {"measured",
                          {{"cpu", measured(portrait.measured.cpu_share, portrait.measured.cpu_used)},
                           {"gpu", measured(portrait.measured.gpu_share, portrait.measured.gpu_used)},
                           {"memory", {{"share", portrait.measured.memory_share}}}}},
                         {"excluded", excluded(portrait)},
                         {"lines", lines(portrait)},
                         {"edges", edges(portrait)},
                         {"shared", Json::array()},
                         {"habits", portrait.habits},
                         {"waits", waits(portrait)}};
    return dumped(report);
}

} // namespace worklines::render
