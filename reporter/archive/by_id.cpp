// SPDX-License-Identifier: GPL-2.0-or-later
// Which job a script fits that was kept under an id.
#include "reporter/archive/impl.h"

namespace worklines::archive {

std::string fitting_by_id(std::string_view column) {
    // A later run of a requeued job has the time of its requeue: an earlier one of the same request speaks for it.
    // Of several the nearest, those without a time last; then a task's own before its array's.
    return "(SELECT b." + std::string(column) +
           " FROM script_by_id b WHERE b.cluster = r.cluster AND b.id IN (r.id_raw, r.id_raw - r.behind)"
           " AND b.user IN (0, q.user) AND b.submit_from <= r.submit AND (r.submit <= b.submit_to OR EXISTS"
           " (SELECT 1 FROM record o JOIN request p ON p.id = o.request"
           " WHERE o.cluster = r.cluster AND o.id_raw = r.id_raw AND o.submit BETWEEN b.submit_from AND b.submit_to"
           " AND p.user = q.user AND p.name = q.name AND p.submit_line = q.submit_line))"
           " ORDER BY b.submit_from DESC, b.user = 0, b.id DESC LIMIT 1)";
}

} // namespace worklines::archive
