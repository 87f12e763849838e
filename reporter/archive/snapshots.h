// SPDX-License-Identifier: GPL-2.0-or-later
// Requests as captured, as rows.
#pragma once

#include "core/snapshot/snapshot.h"
#include "reporter/archive/interned.h"
#include "reporter/archive/scripts.h"
#include "reporter/archive/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace worklines::archive {

class Snapshots {
  public:
    Snapshots(const Database& db, Texts& texts, Scripts& scripts);

    /// False if it was there before.
    bool keep(const std::string& token, std::uint64_t sequence, const snapshot::Snapshot& snapshot);
    std::optional<snapshot::Snapshot> get(std::int64_t id);

    void set_read_to(const std::string& token, std::uint64_t offset);
    std::optional<std::uint64_t> read_to(const std::string& token);
    void forget() { last_token_.clear(); }

  private:
    std::int64_t segment_of(const std::string& token);

    const Database& db_;
    Texts& texts_;
    Scripts& scripts_;
    Statement find_segment_, insert_segment_, set_read_to_, insert_, get_, sha_;
    std::string last_token_;
    std::int64_t last_segment_ = 0;
};

} // namespace worklines::archive
