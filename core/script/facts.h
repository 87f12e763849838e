// SPDX-License-Identifier: GPL-2.0-or-later
// What a script is for and how considerate it is, with the evidence: which line, which entry.
#pragma once

#include "core/script/lexicon.h"
#include "core/script/reading.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::script {

/// Something named in the script. `name` is the lexicon's, or what was found for those that no lexicon knows.
struct Named {
    std::string name;
    Kind kind = Kind::tool;
    std::uint32_t line = 0;    ///< where first
    bool only_comment = false; ///< named nowhere but in comments
};

struct Evidence {
    std::uint32_t line = 0;
    std::string what; ///< "GROMACS by command gmx"
    std::string domain, activity;
    double weight = 0;
};

struct Mistake {
    std::uint32_t line = 0;
    std::string slug;
};

struct Secret {
    std::uint32_t line = 0;
    std::string kind; ///< "github-token", "high-entropy"; never the value
};

struct Remark {
    std::uint32_t line = 0;
    std::string language; ///< ISO 639-1; "und" where unsure
    std::string kind;     ///< note, correction, reason, warning, todo, date, code, plain
    std::string text;
    std::string date; ///< ISO 8601 if one is in it
};

struct Facts {
    std::vector<Named> names; ///< by kind, then name
    std::string domain = "unknown", activity = "unknown";
    double confidence = 0;           ///< 0 to 1, of the weaker of the two
    std::vector<std::string> habits; ///< slugs of the closed list, sorted
    std::vector<Mistake> mistakes;
    std::vector<Secret> secrets;
    std::vector<Remark> comments;
    std::vector<Evidence> evidence;
};

/// `submit_line`: of the request if known (its options win over directives); else empty.
Facts facts(const Reading& reading, std::string_view script, const Lexicon& lexicon,
            std::string_view submit_line = {});

} // namespace worklines::script
