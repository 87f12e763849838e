// SPDX-License-Identifier: GPL-2.0-or-later
// What is kept of each script once it has been read: enough to find lines and to say what they do.
#pragma once

#include "core/result.h"
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
    std::string title;                ///< of what it runs
};

struct Notes {
    TermPool terms;
    std::vector<ScriptNotes> scripts; ///< as Runs::scripts
};

/// A script's bytes by index into Runs::scripts. Each is asked for once, and one is held at a time.
using FetchScript = std::function<Result<std::string>(std::uint32_t)>;

/// Names of persons and accounts are in no word and no title. Error: the first that `fetch` gave.
Result<Notes> read_scripts(const join::Runs& runs, const FetchScript& fetch);

} // namespace worklines::lines
