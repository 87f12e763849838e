// SPDX-License-Identifier: GPL-2.0-or-later
// What `sacct --batch-script` prints: for each job `Batch Script for 6061_1`, a line of 80 dashes, the script, and
// a newline; NONE instead of a script that is not stored. Nothing is escaped, so a script can hold what looks like
// the header of another job: who reads several jobs has to look for ids that come with two scripts.
#pragma once

#include "reporter/accounting/input.h"
#include "reporter/sources/options.h"

#include <string_view>
#include <unordered_map>

namespace worklines::sources {

inline constexpr std::string_view batch_script_header = "Batch Script for ";

/// Hands on every script, under the array's or the het leader's id.
Result<void> read_batch_scripts(accounting::Source source, const std::string& name, const Options& options,
                                const Sink& sink, Report& report);

/// Which ids of an output come with more than one script: a forged header, or an id that was used again.
class Ambiguous {
  public:
    void add(const KeptScript& kept);
    bool contains(std::int64_t id) const;
    std::uint64_t count() const { return count_; }

  private:
    struct Seen {
        std::uint64_t digest = 0; ///< of its first script
        bool several = false;
    };
    std::unordered_map<std::int64_t, Seen> ids_;
    std::uint64_t count_ = 0;
};

} // namespace worklines::sources
