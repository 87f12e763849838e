// SPDX-License-Identifier: GPL-2.0-or-later
// What is in the archive, at a glance.
#include "reporter/archive/impl.h"

namespace worklines::archive {

Result<Overview> Archive::overview(std::int64_t since) {
    return guarded([&] {
        const Database& db = impl_->db;
        const auto one = [&](std::string_view sql, int values) {
            Statement row = db.prepare(sql);
            for (int i = 1; i <= values; ++i)
                row.bind(i, since);
            row.step();
            return row.maybe_integer(0);
        };
        Overview overview;
        overview.records = static_cast<std::uint64_t>(one("SELECT count(*) FROM record", 0).value_or(0));
        overview.last_record = one("SELECT max(max(submit), max(submit + ifnull(end_after, 0))) FROM record", 0);
        overview.first_snapshot = one("SELECT min(time_us) / 1000000 FROM snapshot", 0);
        constexpr std::string_view recent =
            " FROM record WHERE submit >= ?1 AND submit >= (SELECT min(time_us) / 1000000 FROM snapshot)";
        overview.since_capture =
            static_cast<std::uint64_t>(one("SELECT count(*)" + std::string(recent), 1).value_or(0));
        overview.joined =
            static_cast<std::uint64_t>(one("SELECT count(snapshot)" + std::string(recent), 1).value_or(0));
        overview.people_in_records = static_cast<std::uint64_t>(
            one("SELECT count(DISTINCT request.user) FROM record JOIN request ON request.id = record.request "
                "WHERE submit >= ?1",
                1)
                .value_or(0));
        overview.people_in_snapshots = static_cast<std::uint64_t>(
            one("SELECT count(DISTINCT uid) FROM snapshot WHERE time_us >= ?1 * 1000000 AND job IS NOT NULL OR "
                "time_us >= ?1 * 1000000 AND call < 2",
                1)
                .value_or(0));
        return overview;
    });
}

} // namespace worklines::archive
