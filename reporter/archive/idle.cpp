// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/idle.h"

#include <string>
#include <vector>

namespace worklines::archive {
namespace {

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
    erased.scripts += idle.size();
}

} // namespace

void erase_idle(Archive::Impl& archive, Erased& erased) {
    erase_scripts(archive, erased);
    archive.db.run(idle_texts);
    erased.texts += static_cast<std::uint64_t>(archive.db.changes());
}

} // namespace worklines::archive
