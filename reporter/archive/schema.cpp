// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/schema.h"

#include "reporter/archive/archive.h"
#include "reporter/archive/schema_sql.h" // made from schema.sql by the build

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

namespace worklines::archive {
namespace {

/// Scripts kept elsewhere may tell their job's submit time and user, and each keeps its source.
constexpr const char* from_1_to_2 = R"(
ALTER TABLE script_by_id RENAME TO script_by_id_1;
CREATE TABLE script_by_id (
  cluster INTEGER NOT NULL, id INTEGER NOT NULL,
  submit_from INTEGER NOT NULL, submit_to INTEGER NOT NULL,
  user INTEGER NOT NULL,
  script INTEGER NOT NULL REFERENCES script,
  source INTEGER NOT NULL REFERENCES text,
  PRIMARY KEY (cluster, id, submit_from, user)
) STRICT, WITHOUT ROWID;
INSERT INTO script_by_id (cluster, id, submit_from, submit_to, user, script, source)
  SELECT k.cluster, k.id, 0, 253402300799, 0, k.script, s.source
  FROM script_by_id_1 k JOIN script s ON s.id = k.script;
DROP TABLE script_by_id_1;
)";

[[noreturn]] void fail(std::string what, const std::filesystem::path& file, std::string todo = {}) {
    throw Failure{{std::move(what), file.string(), std::move(todo)}};
}

/// Version of the schema; 0: an empty file. Throws if it belongs to something else.
std::int64_t version_of(const Database& db, const std::filesystem::path& file) {
    const std::int64_t application = db.integer("PRAGMA application_id");
    const std::int64_t version = db.integer("PRAGMA user_version");
    const bool empty = db.integer("SELECT count(*) FROM sqlite_master") == 0;
    if (empty && application == 0 && version == 0) return 0;
    if (application != application_id)
        fail("not an archive of worklines", file, "name another file with --archive");
    if (version > schema_version)
        fail("the archive is of a newer worklines (schema " + std::to_string(version) + ")", file,
             "update worklines");
    return version;
}

} // namespace

void create_file(const std::filesystem::path& file) {
    // O_NOFOLLOW: a collector of root must not be led to write into somebody else's file.
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor < 0) {
        if (errno == ELOOP) fail("the archive is a symbolic link", file, "name the file itself");
        const bool no_folder = errno == ENOENT;
        fail(std::string("cannot open the archive: ") + std::strerror(errno), file,
             no_folder ? "make its folder first" : "run as the archive's owner");
    }
    ::close(descriptor);
}

void migrate(Database& db, const std::filesystem::path& file) {
    if (version_of(db, file) == schema_version) return;
    db.run("BEGIN IMMEDIATE");
    switch (version_of(db, file)) { // once more: somebody may have been faster
    case 0:
        db.run(schema_sql);
        db.run(("PRAGMA application_id = " + std::to_string(application_id)).c_str());
        break;
    case 1:
        db.run(from_1_to_2);
        break;
    }
    db.run(("PRAGMA user_version = " + std::to_string(schema_version)).c_str());
    db.run("COMMIT");
}

void require_current(const Database& db, const std::filesystem::path& file) {
    const std::int64_t version = version_of(db, file);
    if (version == 0) fail("the archive is empty", file, "run `worklines collect` first");
    if (version < schema_version)
        fail("the archive is of an older worklines", file, "run `worklines collect` once, it brings it up to date");
}

} // namespace worklines::archive
