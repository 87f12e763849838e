// SPDX-License-Identifier: GPL-2.0-or-later
// Retention: what ended before a moment goes, with what only it referred to. The pages stay in the file for what
// comes.
#include "reporter/archive/idle.h"

namespace worklines::archive {
namespace {

constexpr std::int64_t us_per_s = 1'000'000;

bool anything_before(const Database& db, std::int64_t before) {
    Statement any = db.prepare("SELECT EXISTS (SELECT 1 FROM record WHERE last < ?1)"
                               " OR EXISTS (SELECT 1 FROM snapshot WHERE time_us < ?1 * 1000000 AND job IS NULL)");
    any.bind(1, before);
    return any.step() && any.integer(0) != 0;
}

std::uint64_t remove(const Database& db, const char* sql, std::int64_t before) {
    db.prepare(sql).bind(1, before).run();
    return static_cast<std::uint64_t>(db.changes());
}

void expire_rows(const Database& db, std::int64_t before, Erased& erased) {
    // Scripts by id whose job goes now; those whose job accounting has not told of yet stay.
    remove(db,
           "DELETE FROM script_by_id WHERE submit_to < ?1 OR (cluster, id) IN"
           " (SELECT cluster, id_raw FROM record WHERE last < ?1"
           " UNION SELECT cluster, id_raw - behind FROM record WHERE last < ?1"
           " EXCEPT SELECT cluster, id_raw FROM record WHERE last >= ?1"
           " EXCEPT SELECT cluster, id_raw - behind FROM record WHERE last >= ?1)",
           before);
    erased.records += remove(db, "DELETE FROM record WHERE last < ?1", before);
    erased.snapshots += remove(db,
                               "DELETE FROM snapshot WHERE time_us < ?1 AND id NOT IN (SELECT snapshot FROM record "
                               "WHERE snapshot IS NOT NULL)",
                               before * us_per_s);
    db.run("DELETE FROM request WHERE id NOT IN (SELECT request FROM record)");
    db.run("DELETE FROM allocation WHERE id NOT IN (SELECT allocation FROM record UNION SELECT allocation FROM "
           "request)");
}

} // namespace

Result<Erased> Archive::expire(std::int64_t before) {
    return guarded([&] {
        Erased erased;
        const Database& db = impl_->db;
        if (!anything_before(db, before)) return erased;
        db.run("PRAGMA secure_delete = ON");
        db.run("BEGIN IMMEDIATE");
        try {
            expire_rows(db, before, erased);
            erase_idle(*impl_, erased);
            db.run("COMMIT");
        } catch (...) {
            rollback();
            throw;
        }
        impl_->forget();
        return erased;
    });
}

} // namespace worklines::archive
