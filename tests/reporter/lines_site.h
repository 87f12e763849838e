// SPDX-License-Identifier: GPL-2.0-or-later
// Runs with scripts, and the lines that come of them.
#pragma once

#include "reporter/lines/lines.h"
#include "tests/reporter/portrait_runs.h"

#include <boost/test/unit_test.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace worklines::tests {

/// Runs with scripts given as text.
struct Site : RunsMaker {
    std::uint32_t script(std::string bytes) {
        scripts.push_back(std::move(bytes));
        return RunsMaker::script(std::to_string(scripts.size()));
    }
    join::Run& run_without_script(std::int64_t id, std::string_view person, std::string_view name) {
        join::Run& run = add(id);
        run.user = text(person);
        run.name = text(name);
        return run;
    }
    join::Run& run_in(std::int64_t id, std::string_view person, std::string_view project,
                      std::uint32_t its_script) {
        join::Run& one = run(id, person, "a", its_script);
        one.work_dir = text("/home/" + std::string(person) + "/" + std::string(project));
        return one;
    }
    join::Run& run(std::int64_t id, std::string_view person, std::string_view name, std::uint32_t its_script) {
        join::Run& run = run_without_script(id, person, name);
        run.script = its_script;
        return run;
    }
    lines::Lines assign(const lines::Wishes& wishes = {}) const {
        const auto notes = lines::read_scripts(
            runs(), [this](std::uint32_t i) { return Result<std::string>(scripts[i]); }, built_in_lexicon());
        BOOST_REQUIRE(notes);
        return lines::assign(runs(), *notes, wishes);
    }

    std::vector<std::string> scripts;
};

} // namespace worklines::tests
