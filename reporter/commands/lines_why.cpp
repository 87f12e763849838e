// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/lines_why.h"

#include "core/text/utf8.h"
#include "reporter/join/joined.h"

#include <fmt/core.h>

#include <optional>

namespace worklines::commands {
namespace {

std::string_view ground_words(lines::Ground ground) {
    switch (ground) {
    case lines::Ground::project:
        return "its script and the others of its person and project say what the line's scripts say";
    case lines::Ground::home:
        return "it was submitted from the home folder, and most of the person's jobs are in the line";
    case lines::Ground::name:
        return "it has no known script, and the person's jobs of this name are in the line";
    case lines::Ground::person:
        return "it has no known script, and most of the person's jobs are in the line";
    case lines::Ground::name_only:
        return "it has no known script, and no job of the person has one";
    case lines::Ground::interactive:
        return "it was started with salloc, or with srun and no script";
    }
    return "";
}

std::string script_words(const join::Runs& runs, const join::Run& run) {
    const std::string_view how = join::evidence_text(run.evidence);
    if (run.script == join::none) return fmt::format("Its script is not known: {}.\n", how);
    const join::Script& script = runs.scripts[run.script];
    return fmt::format("Its script ({} bytes, sha256 {}): {}.\n", script.size, script.sha256.substr(0, 12), how);
}

/// Of a task, a component or the whole submission: the first that is there. They share their script.
std::optional<std::uint32_t> run_of(const join::Runs& runs, const accounting::JobId& id) {
    std::optional<std::uint32_t> of_submission;
    for (std::uint32_t i = 0; i < runs.runs.size(); ++i) {
        const join::Run& run = runs.runs[i];
        if (runs.text(run.id) == id.whole || run.id_raw == id.base) return i;
        if (run.parent == id.base && !of_submission) of_submission = i;
    }
    return of_submission;
}

} // namespace

Result<std::string> why_of(const Material& material, const accounting::JobId& id) {
    const auto run = run_of(material.runs, id);
    if (!run)
        return Error{fmt::format("no such job in this period: {}", id.whole), material.cluster,
                     "`worklines collect` reads what is new"};
    const lines::Line& line = material.lines.lines[material.lines.line_of_run(*run)];
    return text::printable(fmt::format("Job {} is in line {}, \"{}\":", id.whole, line.id, line.title)) + "\n" +
           fmt::format("{}.\n", ground_words(material.lines.ground_of_run[*run])) +
           script_words(material.runs, material.runs.runs[*run]);
}

} // namespace worklines::commands
