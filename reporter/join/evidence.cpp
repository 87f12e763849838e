// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/join/joined.h"

#include <array>

namespace worklines::join {
namespace {

struct Words {
    std::string_view name, text;
};

constexpr std::array<Words, 5> words{{
    {"snapshot", "one snapshot fits: person, name, folder, submit line, array, time"},
    {"snapshot_tie", "several snapshots of one moment fit equally; taken in order of id"},
    {"by_id", "a script kept elsewhere under the job's id"},
    {"no_snapshot", "no snapshot fits: submitted while nothing was captured"},
    {"ambiguous", "several snapshots near in time, and none has this request"},
}};

} // namespace

std::string_view evidence_name(Evidence evidence) { return words[static_cast<std::size_t>(evidence)].name; }
std::string_view evidence_text(Evidence evidence) { return words[static_cast<std::size_t>(evidence)].text; }

} // namespace worklines::join
