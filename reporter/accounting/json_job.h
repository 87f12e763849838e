// SPDX-License-Identifier: GPL-2.0-or-later
// One job or step of `sacct --json` as ours. Numbers come as 5 or, since 23.02, as {"set":true,"infinite":false,
// "number":5}; TRES as lists of {"type","name","count"}. Nothing is taken for granted: what is not there is
// unknown.
#pragma once

#include "reporter/accounting/job.h"
#include "reporter/accounting/measured.h"

#include <nlohmann/json_fwd.hpp>

#include <cstdint>
#include <optional>
#include <string>

namespace worklines::accounting {

/// Without `use`. Empty: it has no id. `submit` may be empty.
std::optional<JobRecord> job_of_json(const nlohmann::json& job);
StepUse step_of_json(const nlohmann::json& step);
/// TotalCPU of a job or step.
std::optional<std::int64_t> total_cpu_ms_of_json(const nlohmann::json& job);
std::string admin_comment_of_json(const nlohmann::json& job);

} // namespace worklines::accounting
