// SPDX-License-Identifier: GPL-2.0-or-later
// What is kept of each script once it has been read: enough to find lines and to say what they do.
#pragma once

#include "core/result.h"
#include "core/script/lexicon.h"
#include "reporter/join/joined.h"
#include "reporter/lines/terms.h"

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace worklines::lines {

struct ScriptNotes {
    std::uint64_t key = 0;            ///< script::family_key; 0: nothing remains of it
    std::vector<std::uint32_t> words; ///< numbers of Notes::terms, ascending
    std::vector<std::uint32_t> names; ///< indices into Notes::names, ascending: what it uses
    std::string title;                ///< of what it runs
    std::string domain = "unknown", activity = "unknown";
    std::vector<std::string> habits; ///< seen in its text
};

/// A tool, model, benchmark, data set or method that some script names.
struct NameUsed {
    script::Kind kind = script::Kind::tool;
    std::string name;
    bool known = false; ///< by the lexicon: nobody's own name
};

struct Notes {
    TermPool terms;
    std::vector<NameUsed> names;
    std::vector<ScriptNotes> scripts; ///< as Runs::scripts
};

/// A script's bytes by index into Runs::scripts. Each is asked for once, and one is held at a time.
using FetchScript = std::function<Result<std::string>(std::uint32_t)>;

/// Names of persons and accounts are in no word, name and title. Error: the first that `fetch` gave.
Result<Notes> read_scripts(const join::Runs& runs, const FetchScript& fetch, const script::Lexicon& lexicon);

} // namespace worklines::lines
