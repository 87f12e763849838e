// SPDX-License-Identifier: GPL-2.0-or-later
// Who does not want to be in reports: facts of the archive, one for each person.
#include "reporter/archive/impl.h"

namespace worklines::archive {
namespace {

constexpr std::string_view prefix = "opted_out/";

} // namespace

Result<std::set<std::string, std::less<>>> Archive::opted_out() {
    return guarded([&] {
        std::set<std::string, std::less<>> users;
        Statement rows =
            impl_->db.prepare("SELECT name FROM fact WHERE name >= 'opted_out/' AND name < 'opted_out0'");
        while (rows.step())
            users.emplace(rows.bytes(0).substr(prefix.size()));
        return users;
    });
}

Result<bool> Archive::set_opted_out(const std::string& user, bool out) {
    return guarded([&] {
        impl_->db
            .prepare(out ? "INSERT INTO fact (name, value) VALUES (?, '') ON CONFLICT DO NOTHING"
                         : "DELETE FROM fact WHERE name = ?")
            .bind_text(1, std::string(prefix) + user)
            .run();
        return impl_->db.changes() > 0;
    });
}

} // namespace worklines::archive
