// SPDX-License-Identifier: GPL-2.0-or-later
// From sacct, or a dump of it, into the archive.
#pragma once

#include "core/result.h"
#include "core/text/calendar.h"
#include "reporter/accounting/dump.h"
#include "reporter/archive/archive.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <ostream>
#include <string>

namespace worklines::commands {

struct AccountingOptions {
    std::filesystem::path dump;        ///< empty: sacct is run; "-": standard input
    std::optional<std::int64_t> since; ///< where sacct's windows begin; empty: where what is known ends
    text::Zone zone;                   ///< of local times in a dump
    std::string cluster; ///< of records that name none; those that name another are left out. Empty: all count
    std::ostream* progress = nullptr;
};

struct AccountingReport {
    accounting::Report read;
    archive::Tally tally;
    std::string name;      ///< of the dump, for notes
    bool only_own = false; ///< sacct, run by us, showed jobs of nobody else
};

Result<AccountingReport> collect_accounting(archive::Archive& archive, const AccountingOptions& options);

void print(std::ostream& out, const AccountingReport& report);

} // namespace worklines::commands
