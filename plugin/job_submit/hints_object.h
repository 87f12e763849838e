// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include "core/config/config.h"
#include "core/hint/hints_abi.h"
#include "core/result.h"

#include <memory>
#include <string>
#include <string_view>

namespace worklines::job_submit {

/// worklines_hints.so, opened so that its Lua and Slurm's do not see each other. Safe in several threads.
class HintsObject {
  public:
    /// `log` must live as long as the object does.
    static Result<std::shared_ptr<const HintsObject>> open(const config::Config& config, void (*log)(const char*));
    ~HintsObject();
    HintsObject(const HintsObject&) = delete;
    HintsObject& operator=(const HintsObject&) = delete;

    /// Lines with a newline each; empty: no hint.
    std::string ask(const worklines_hints_request& request) const;

  private:
    HintsObject() = default;

    void* library_ = nullptr;
    void* engine_ = nullptr;
    decltype(&worklines_hints_ask) ask_ = nullptr;
    decltype(&worklines_hints_close) close_ = nullptr;
};

} // namespace worklines::job_submit
