// SPDX-License-Identifier: GPL-2.0-or-later
// A rule as its Lua file describes it: everything that is printed about a hint comes from here. How to write one:
// lua/hints/README.md.
#pragma once

#include "core/hint/value.h"
#include "core/result.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::hint {

enum class Phase : std::uint8_t { submit, check, month };
inline constexpr std::array<std::string_view, 3> phase_words{"submit", "check", "month"};

enum class Severity : std::uint8_t {
    mistake,  ///< the job will not do what was meant
    waste,    ///< others wait for what this job does not use
    courtesy, ///< would serve the person or the neighbours
};
inline constexpr std::array<std::string_view, 3> severity_words{"mistake", "waste", "courtesy"};

/// One situation a rule is tried on. Tables are as the rule gets them.
struct Case {
    Value job, script, history;
    bool fires = false;
};

struct Rule {
    std::string file;
    std::string slug;
    std::string since;
    std::vector<Phase> phases;
    Severity severity = Severity::courtesy;
    bool needs_history = false; ///< `needs = "history"`: not asked where nothing is known of earlier runs
    std::string title, why, todo, exceptions;
    std::map<std::string, std::string> texts; ///< by language: a template, see wording.h
    std::string before_text, after_text;      ///< the example as a person sees it
    std::vector<Case> cases;                  ///< the example's two first

    bool in(Phase phase) const;
};

/// Checks a rule's table. Error: `where` is the file, `what` names the field.
Result<Rule> read_rule(const Value& table, const std::string& file);

} // namespace worklines::hint
