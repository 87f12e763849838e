// SPDX-License-Identifier: GPL-2.0-or-later
// A script that a site kept by other means than our spool, with what its source tells about the job.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::sources {

inline constexpr std::int64_t end_of_time = 253'402'300'799; ///< the year 9999

struct KeptScript {
    std::int64_t id = 0;                  ///< JobIDRaw; the array's, the het leader's
    std::string_view bytes;               ///< valid during the call
    std::string_view source;              ///< what it comes from: "tar"; valid during the call
    std::string cluster, user;            ///< empty: not told
    std::int64_t submit_from = 0;         ///< submitted not before, in epoch seconds
    std::int64_t submit_to = end_of_time; ///< and not after
};

/// Takes one script after another; an error ends the reading.
using Sink = std::function<Result<void>(const KeptScript&)>;

struct Report {
    std::uint64_t scripts = 0;
    std::uint64_t unnamed = 0;      ///< files without a job id for a name, lines without one
    std::uint64_t too_large = 0;    ///< over `max_script`
    std::uint64_t links = 0;        ///< symbolic and hard links, never followed
    std::uint64_t unreadable = 0;   ///< files, members and lines; `notes` has the first of them
    std::uint64_t ambiguous = 0;    ///< one id, two scripts, and no way to tell which is its own
    std::vector<std::string> notes; ///< "kept.tar: member 3: ..."

    void note(const std::string& where, std::string_view what);
};

} // namespace worklines::sources
