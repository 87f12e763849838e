// SPDX-License-Identifier: GPL-2.0-or-later
// A site's files in a folder of their own: settings, spool, advice index.
#pragma once

#include "core/spool/status.h"

#include <cstdint>
#include <filesystem>
#include <string>

namespace worklines::host {

class Site {
  public:
    /// `below`: where to make the folder. `settings`: more lines of worklines.conf. Points WORKLINES_CONF to it.
    explicit Site(const std::filesystem::path& below, const std::string& settings = "");
    Site(const Site&) = delete;
    Site& operator=(const Site&) = delete;
    ~Site();

    /// People with these user ids ran `script` three times and needed far less memory than they asked for.
    void write_advice(const std::string& script, std::uint32_t first_uid, std::uint32_t people) const;

    const std::filesystem::path& folder() const { return folder_; }
    std::filesystem::path spool() const { return folder_ / "spool"; }
    spool::Status status() const; ///< all zero where there is no file

  private:
    std::filesystem::path folder_;
};

} // namespace worklines::host
