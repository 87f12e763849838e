// SPDX-License-Identifier: GPL-2.0-or-later
// Texts, allocations and requests: kept once, known by number. What was looked up lately is remembered; a rollback
// must forget it.
#pragma once

#include "reporter/accounting/job.h"
#include "reporter/archive/sqlite.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace worklines::archive {

/// FNV-1a with a last mix: it is part of the file, so it must never change.
std::uint64_t stable_hash(std::string_view bytes);

struct StringHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
};
using NumberOf = std::unordered_map<std::string, std::int64_t, StringHash, std::equal_to<>>;

class Texts {
  public:
    explicit Texts(const Database& db);
    std::int64_t keep(std::string_view bytes); ///< its number, a new one if need be
    std::optional<std::int64_t> find(std::string_view bytes);
    std::string get(std::int64_t id);
    void forget() { known_.clear(); }

  private:
    const Database& db_;
    Statement find_, insert_, get_;
    NumberOf known_;
};

struct Allocation {
    std::optional<std::int64_t> cpus, nodes;
    accounting::Tres tres;

    bool operator==(const Allocation&) const = default;
};

class Allocations {
  public:
    explicit Allocations(const Database& db);
    std::int64_t keep(const Allocation& allocation);
    const Allocation& get(std::int64_t id);
    void forget();

  private:
    void load();

    const Database& db_;
    Statement insert_;
    NumberOf known_;
    std::unordered_map<std::int64_t, Allocation> by_id_;
    bool loaded_ = false;
};

/// What the records of one submission share; texts by number.
struct Request {
    std::int64_t user = 0, account = 0, partition = 0, qos = 0, name = 0, work_dir = 0, submit_line = 0;
    std::optional<std::uint32_t> uid;
    accounting::Limit limit;
    std::optional<std::int64_t> mem_bytes;
    std::int64_t allocation = 0;

    bool operator==(const Request&) const = default;
};

class Requests {
  public:
    explicit Requests(const Database& db);
    std::int64_t keep(const Request& request);
    Request get(std::int64_t id);
    void forget() { known_.clear(); }

  private:
    const Database& db_;
    Statement find_, insert_, get_;
    NumberOf known_;
};

} // namespace worklines::archive
