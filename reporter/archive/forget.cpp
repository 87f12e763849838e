// SPDX-License-Identifier: GPL-2.0-or-later
// Erases a person. What is deleted is overwritten (secure_delete), and the file is written anew without holes
// (VACUUM).
#include "reporter/archive/impl.h"

#include <string>
#include <vector>

namespace worklines::archive {
namespace {

/// Persons by name in accounting; by number in what was captured, where names are not known.
constexpr const char* choose = R"(
CREATE TEMP TABLE gone_request AS SELECT id, uid FROM request WHERE user = (SELECT id FROM text WHERE bytes = CAST(?1 AS BLOB));
)";
constexpr const char* gone_snapshots =
    "SELECT id FROM snapshot WHERE uid IN (SELECT uid FROM gone_request WHERE uid IS NOT NULL)";
constexpr const char* gone_records = "SELECT count(*) FROM record WHERE request IN (SELECT id FROM gone_request)";
/// No snapshot and no job elsewhere has them.
constexpr const char* idle_scripts =
    "SELECT id FROM script WHERE id NOT IN (SELECT script FROM snapshot WHERE script IS NOT NULL)"
    " AND id NOT IN (SELECT script FROM script_by_id)";
constexpr const char* idle_texts =
    "DELETE FROM text WHERE id NOT IN (SELECT user FROM request UNION SELECT account FROM request UNION SELECT "
    "partition FROM request"
    " UNION SELECT qos FROM request UNION SELECT name FROM request UNION SELECT work_dir FROM request UNION SELECT "
    "submit_line FROM request"
    " UNION SELECT cluster FROM record UNION SELECT label FROM record WHERE label IS NOT NULL UNION SELECT nodes "
    "FROM record"
    " UNION SELECT reason FROM record UNION SELECT cluster FROM snapshot UNION SELECT name FROM snapshot WHERE "
    "name IS NOT NULL"
    " UNION SELECT work_dir FROM snapshot WHERE work_dir IS NOT NULL UNION SELECT submit_line FROM snapshot WHERE "
    "submit_line IS NOT NULL"
    " UNION SELECT args FROM snapshot UNION SELECT array FROM snapshot WHERE array IS NOT NULL"
    " UNION SELECT dependency FROM snapshot WHERE dependency IS NOT NULL UNION SELECT session FROM snapshot WHERE "
    "session IS NOT NULL"
    " UNION SELECT rest FROM snapshot UNION SELECT job_cluster FROM snapshot WHERE job_cluster IS NOT NULL"
    " UNION SELECT source FROM script UNION SELECT cluster FROM script_by_id UNION SELECT user FROM script_by_id"
    " UNION SELECT source FROM script_by_id)";

std::vector<std::int64_t> ids(const Database& db, const std::string& sql) {
    std::vector<std::int64_t> list;
    Statement rows = db.prepare(sql);
    while (rows.step())
        list.push_back(rows.integer(0));
    return list;
}

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

/// Versions of an idle script are packed as differences to it: they are packed anew.
void erase_scripts(Archive::Impl& archive, Erased& erased) {
    const auto idle = ids(archive.db, idle_scripts);
    std::vector<std::pair<std::int64_t, std::string>> anew;
    for (const std::int64_t id :
         ids(archive.db, "SELECT id FROM script WHERE base IN (" + std::string(idle_scripts) + ") AND id NOT IN (" +
                             std::string(idle_scripts) + ")"))
        anew.emplace_back(id, archive.scripts.get(id));
    for (const auto& [id, bytes] : anew)
        archive.scripts.pack_alone(id, bytes);
    Statement remove = archive.db.prepare("DELETE FROM script WHERE id = ?");
    for (const std::int64_t id : idle)
        remove.bind(1, id).run();
    erased.scripts = idle.size();
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
                erased.snapshots = ids(db, gone_snapshots).size();
                db.run("ROLLBACK");
                return erased;
            }
            erase_rows(*impl_, user, erased);
            erase_scripts(*impl_, erased);
            db.run(idle_texts);
            erased.texts = static_cast<std::uint64_t>(db.changes());
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
