// SPDX-License-Identifier: GPL-2.0-or-later
// Erases a person. What is deleted is overwritten (secure_delete), and the file is written anew without holes
// (VACUUM).
#include "reporter/archive/idle.h"

#include <string>

namespace worklines::archive {
namespace {

/// Persons by name in accounting; by number in what was captured, where names are not known.
constexpr const char* choose = R"(
CREATE TEMP TABLE gone_request AS SELECT id, uid FROM request WHERE user = (SELECT id FROM text WHERE bytes = CAST(?1 AS BLOB));
)";
constexpr const char* gone_snapshots =
    "SELECT id FROM snapshot WHERE uid IN (SELECT uid FROM gone_request WHERE uid IS NOT NULL)";
constexpr const char* gone_records = "SELECT count(*) FROM record WHERE request IN (SELECT id FROM gone_request)";
void erase_rows(Archive::Impl& archive, const std::string& user, Erased& erased) {
    const Database& db = archive.db;
    db.prepare("DELETE FROM script_by_id WHERE user = (SELECT id FROM text WHERE bytes = CAST(? AS BLOB)) OR "
               "(cluster, id) IN"
               " (SELECT cluster, id_raw - behind FROM record WHERE request IN (SELECT id FROM gone_request)) OR "
               "(cluster, id) IN"
               " (SELECT cluster, id_raw FROM record WHERE request IN (SELECT id FROM gone_request))")
        .bind_text(1, user)
        .run();
    db.run(("DELETE FROM snapshot WHERE id IN (" + std::string(gone_snapshots) + ")").c_str());
    erased.snapshots = static_cast<std::uint64_t>(db.changes());
    db.run("DELETE FROM record WHERE request IN (SELECT id FROM gone_request)");
    erased.records = static_cast<std::uint64_t>(db.changes());
    db.run("DELETE FROM request WHERE id IN (SELECT id FROM gone_request)");
}

} // namespace

Result<Erased> Archive::forget(const std::string& user, bool pretend) {
    return guarded([&] {
        Erased erased;
        const Database& db = impl_->db;
        db.run("PRAGMA secure_delete = ON");
        db.run("PRAGMA temp_store = MEMORY");
        db.run("DROP TABLE IF EXISTS temp.gone_request");
        db.run("BEGIN IMMEDIATE");
        try {
            db.prepare(choose).bind_text(1, user).run();
            if (pretend) {
                erased.records = static_cast<std::uint64_t>(db.integer(gone_records));
                erased.snapshots = static_cast<std::uint64_t>(
                    db.integer(("SELECT count(*) FROM (" + std::string(gone_snapshots) + ")").c_str()));
                db.run("ROLLBACK");
                return erased;
            }
            erase_rows(*impl_, user, erased);
            erase_idle(*impl_, erased);
            db.prepare("DELETE FROM fact WHERE name = ?").bind_text(1, "opted_out/" + user).run();
            db.run("COMMIT");
        } catch (...) {
            rollback();
            throw;
        }
        impl_->forget();
        db.run("DROP TABLE temp.gone_request");
        db.run("VACUUM");
        return erased;
    });
}

} // namespace worklines::archive
