// SPDX-License-Identifier: GPL-2.0-or-later
// SQLite as values. Faults of the database are thrown as Failure inside the folders archive and join, which work on
// the tables; at their borders guarded() turns them into a Result.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

struct sqlite3;
struct sqlite3_stmt;

namespace worklines::archive {

struct Failure {
    Error error;
};

/// Runs `work` and returns what it yields, or the error it threw.
template <class Work>
auto guarded(Work&& work) -> Result<std::invoke_result_t<Work>> {
    try {
        if constexpr (std::is_void_v<std::invoke_result_t<Work>>) {
            work();
            return {};
        } else {
            return work();
        }
    } catch (const Failure& failure) {
        return failure.error;
    }
}

/// A prepared statement. Values are bound from 1, columns read from 0, as SQLite counts them.
class Statement {
  public:
    Statement() = default;
    Statement(sqlite3* db, std::string_view sql);
    Statement(Statement&& other) noexcept : statement_(std::exchange(other.statement_, nullptr)) {}
    Statement& operator=(Statement&& other) noexcept {
        std::swap(statement_, other.statement_);
        return *this;
    }
    ~Statement();

    Statement& bind(int at, std::int64_t value);
    Statement& bind(int at, double value);
    Statement& bind_blob(int at, std::string_view bytes); ///< which must live until reset
    Statement& bind_text(int at, std::string_view text);
    Statement& bind_null(int at);
    template <class T>
    Statement& bind(int at, const std::optional<T>& value) {
        if (!value) return bind_null(at);
        if constexpr (std::is_floating_point_v<T>)
            return bind(at, *value);
        else
            return bind(at, static_cast<std::int64_t>(*value));
    }

    /// Advances to a row; false when there is none (left).
    bool step();
    /// Runs to the end and makes it ready again.
    void run();
    Statement& reset();

    std::int64_t integer(int column) const;
    std::optional<std::int64_t> maybe_integer(int column) const;
    std::optional<double> maybe_real(int column) const;
    std::string_view bytes(int column) const; ///< until the next step
    bool is_null(int column) const;

  private:
    sqlite3_stmt* statement_ = nullptr;
};

class Database {
  public:
    /// The file must exist; SQLite makes nothing but its journal beside it.
    Database(const std::filesystem::path& file, bool writable);
    Database(Database&& other) noexcept : db_(std::exchange(other.db_, nullptr)) {}
    ~Database();

    sqlite3* get() const { return db_; }
    Statement prepare(std::string_view sql) const { return {db_, sql}; }
    void run(const char* sql) const; ///< one or several statements without values
    std::int64_t integer(std::string_view sql) const;
    std::int64_t changes() const; ///< of the last statement
    std::int64_t last_id() const;

  private:
    sqlite3* db_ = nullptr;
};

} // namespace worklines::archive
