// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/generated_code.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <set>

namespace worklines::script {
namespace {

using text::is_in;

/// By these a person says yes to it: of lm-evaluation-harness, bigcode-evaluation-harness and those that followed
/// them.
constexpr auto consents = std::to_array<std::string_view>(
    {"--confirm_run_unsafe_code", "--allow_code_execution", "--allow-code-execution", "--execute-generated-code"});

bool consents_to_it(const Command& command) {
    return std::ranges::any_of(command.args, [](const std::string& arg) {
        return is_in(consents, std::string_view(arg).substr(0, arg.find('=')));
    });
}

/// Docker and its kin show what they are told to; Apptainer shows the home unless it is told not to.
bool is_contained(const Command& command) {
    static constexpr auto closed = std::to_array<std::string_view>({"docker", "podman", "podman-hpc", "udocker"});
    static constexpr auto open = std::to_array<std::string_view>({"singularity", "apptainer"});
    static constexpr auto shut =
        std::to_array<std::string_view>({"--containall", "-C", "--contain", "-c", "--no-home", "--no-mount"});
    const auto runs_in = [&](const auto& list) {
        return std::ranges::any_of(command.via, [&](const std::string& via) { return is_in(list, via); });
    };
    return runs_in(closed) || (runs_in(open) && std::ranges::any_of(command.wrapping, [](const std::string& word) {
                                   return is_in(shut, word);
                               }));
}

} // namespace

std::optional<GeneratedCode> generated_code_in(const Reading& reading, const std::vector<Sighting>& sightings,
                                               const Lexicon& lexicon) {
    std::set<std::uint32_t> lines;
    for (const Sighting& one : sightings)
        if (lexicon.entries()[one.entry].runs_generated_code &&
            (one.place == Place::command || one.place == Place::import))
            lines.insert(one.line);
    for (const Command& command : reading.commands)
        if (consents_to_it(command)) lines.insert(command.line);
    for (const Assignment& assignment : reading.assignments)
        if (assignment.name == "HF_ALLOW_CODE_EVAL" && assignment.value == "1") lines.insert(assignment.line);
    if (lines.empty()) return std::nullopt;
    for (const std::uint32_t line : lines)
        if (std::ranges::none_of(reading.commands, [&](const Command& command) {
                return command.line == line && is_contained(command);
            }))
            return GeneratedCode{line, false};
    return GeneratedCode{*lines.begin(), true};
}

} // namespace worklines::script
