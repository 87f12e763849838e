// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/sqlite.h"

#include <sqlite3.h>

namespace worklines::archive {
namespace {

constexpr int patience_ms = 60'000; // for another process that writes

[[noreturn]] void fail(sqlite3* db, int code) {
    const char* const file = db != nullptr ? sqlite3_db_filename(db, "main") : nullptr;
    Error error{db != nullptr ? sqlite3_errmsg(db) : sqlite3_errstr(code), file != nullptr ? file : "", ""};
    switch (code & 0xff) {
    case SQLITE_NOTADB:
        error = {"not an archive of worklines", error.where, "name another file with --archive"};
        break;
    case SQLITE_CORRUPT:
        error.what = "the archive is damaged: " + error.what;
        error.todo = "restore it from a backup, or see `sqlite3 FILE .recover`";
        break;
    case SQLITE_FULL:
        error = {"no room left on the device", error.where, "free some; nothing was lost"};
        break;
    case SQLITE_READONLY:
        error.todo = "run as the archive's owner";
        break;
    case SQLITE_BUSY:
        error = {"another process is writing to it", error.where, "try again when it is done"};
        break;
    default:
        break;
    }
    throw Failure{std::move(error)};
}

void check(sqlite3* db, int code) {
    if (code != SQLITE_OK) fail(db, code);
}

} // namespace

Statement::Statement(sqlite3* db, std::string_view sql) {
    check(db, sqlite3_prepare_v3(db, sql.data(), static_cast<int>(sql.size()), SQLITE_PREPARE_PERSISTENT,
                                 &statement_, nullptr));
}

Statement::~Statement() { sqlite3_finalize(statement_); }

Statement& Statement::bind(int at, std::int64_t value) {
    check(sqlite3_db_handle(statement_), sqlite3_bind_int64(statement_, at, value));
    return *this;
}

Statement& Statement::bind(int at, double value) {
    check(sqlite3_db_handle(statement_), sqlite3_bind_double(statement_, at, value));
    return *this;
}

Statement& Statement::bind_blob(int at, std::string_view bytes) {
    // A null pointer would bind NULL; an empty blob is not that.
    const char* const data = bytes.empty() ? "" : bytes.data();
    check(sqlite3_db_handle(statement_), sqlite3_bind_blob64(statement_, at, data, bytes.size(), SQLITE_STATIC));
    return *this;
}

Statement& Statement::bind_text(int at, std::string_view text) {
    check(sqlite3_db_handle(statement_), sqlite3_bind_text64(statement_, at, text.empty() ? "" : text.data(),
                                                             text.size(), SQLITE_TRANSIENT, SQLITE_UTF8));
    return *this;
}

Statement& Statement::bind_null(int at) {
    check(sqlite3_db_handle(statement_), sqlite3_bind_null(statement_, at));
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(statement_);
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    sqlite3* const db = sqlite3_db_handle(statement_);
    fail(db, code);
}

void Statement::run() {
    while (step()) {
    }
    reset();
}

Statement& Statement::reset() {
    sqlite3_reset(statement_); // its code repeats the error of step(), which has been thrown
    return *this;
}

std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(statement_, column); }

bool Statement::is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }

std::optional<std::int64_t> Statement::maybe_integer(int column) const {
    return is_null(column) ? std::nullopt : std::optional(integer(column));
}

std::optional<double> Statement::maybe_real(int column) const {
    return is_null(column) ? std::nullopt : std::optional(sqlite3_column_double(statement_, column));
}

std::string_view Statement::bytes(int column) const {
    const auto* const data = static_cast<const char*>(sqlite3_column_blob(statement_, column));
    return {data != nullptr ? data : "", static_cast<std::size_t>(sqlite3_column_bytes(statement_, column))};
}

Database::Database(const std::filesystem::path& file, bool writable) {
    const int flags = (writable ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_EXRESCODE;
    const int code = sqlite3_open_v2(file.c_str(), &db_, flags, nullptr);
    if (code != SQLITE_OK) {
        Error error{std::string("cannot open the archive: ") + sqlite3_errstr(code), file.string(), ""};
        sqlite3_close(std::exchange(db_, nullptr));
        throw Failure{std::move(error)};
    }
    sqlite3_busy_timeout(db_, patience_ms);
}

Database::~Database() { sqlite3_close_v2(db_); }

void Database::run(const char* sql) const { check(db_, sqlite3_exec(db_, sql, nullptr, nullptr, nullptr)); }

std::int64_t Database::integer(std::string_view sql) const {
    Statement statement = prepare(sql);
    return statement.step() ? statement.integer(0) : 0;
}

std::int64_t Database::changes() const { return sqlite3_changes64(db_); }

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(db_); }

} // namespace worklines::archive
