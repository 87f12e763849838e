// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts.h"

#include "core/script/facts/generated_code.h"
#include "core/script/facts/habits.h"
#include "core/script/facts/names.h"
#include "core/script/facts/purpose.h"
#include "core/script/facts/remarks.h"
#include "core/script/facts/secrets.h"

#include <algorithm>

namespace worklines::script {
namespace {

/// Isolation is a habit where it is needed; where it lacks, a mistake.
void note(const GeneratedCode& generated, Facts& facts) {
    const auto habit = std::ranges::lower_bound(facts.habits, "isolated");
    if (habit != facts.habits.end() && *habit == "isolated") return;
    if (generated.contained) {
        facts.habits.insert(habit, "isolated");
        return;
    }
    facts.mistakes.push_back({generated.line, "untrusted-code"});
    std::ranges::stable_sort(facts.mistakes, {}, &Mistake::line);
}

} // namespace

Facts facts(const Reading& reading, std::string_view script, const Lexicon& lexicon, std::string_view submit_line) {
    Facts facts;
    const auto sightings = sightings_of(reading, script, lexicon);
    facts.names = names_of(reading, sightings, lexicon);
    Purpose purpose = purpose_of(reading, sightings, lexicon);
    facts.domain = std::move(purpose.domain);
    facts.activity = std::move(purpose.activity);
    facts.confidence = purpose.confidence;
    facts.evidence = std::move(purpose.evidence);
    facts.habits = habits_of(reading, submit_line);
    facts.mistakes = mistakes_of(reading, script);
    if (const auto generated = generated_code_in(reading, sightings, lexicon)) note(*generated, facts);
    facts.secrets = secrets_of(script);
    facts.comments = remarks_of(reading);
    return facts;
}

} // namespace worklines::script
