// SPDX-License-Identifier: GPL-2.0-or-later
// A collect that is killed in the middle of any write to the archive, or whose disk is full from any write on, and
// is run again gives the archive of one that nothing happened to. The n-th write is chosen, not a moment, by
// putting functions of ours in place of SQLite's system calls.
#define BOOST_TEST_MODULE collect_interrupted
#include "core/spool/recorder.h"
#include "reporter/commands/command.h"
#include "reporter/commands/command_line.h"
#include "tests/bench/dump.h"
#include "tests/reporter/program.h"

#include <boost/test/unit_test.hpp>

#include <cerrno>
#include <csignal>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include <sqlite3.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace worklines;
namespace fs = std::filesystem;

namespace worklines::commands {
std::unique_ptr<Command> collect();
}

namespace {

enum class Harm { none, kill, disk_full };

// In the child only. Function pointers that SQLite calls cannot carry a state.
Harm harm = Harm::none;
long writes_left = 0, writes_done = 0;

/// How much of this write may happen; the write that the process dies in happens by half.
bool may_write(std::size_t& size) {
    ++writes_done;
    if (harm == Harm::none || --writes_left > 0) return true;
    if (harm == Harm::disk_full) return false;
    size /= 2;
    return true;
}

void die_if_due() {
    if (harm == Harm::kill && writes_left <= 0) ::raise(SIGKILL);
}

ssize_t harmful_pwrite(int descriptor, const void* bytes, std::size_t size, off64_t at) {
    if (!may_write(size)) {
        errno = ENOSPC;
        return -1;
    }
    const ssize_t written = ::pwrite64(descriptor, bytes, size, at);
    die_if_due();
    return written;
}

ssize_t harmful_write(int descriptor, const void* bytes, std::size_t size) {
    if (!may_write(size)) {
        errno = ENOSPC;
        return -1;
    }
    const ssize_t written = ::write(descriptor, bytes, size);
    die_if_due();
    return written;
}

/// The end of a transaction is the deletion of its journal: dying right before is a moment of its own.
int harmful_unlink(const char* file) {
    std::size_t size = 0;
    if (!may_write(size)) {
        errno = EIO;
        return -1;
    }
    die_if_due();
    return ::unlink(file);
}

void put_in_place(const char* name, sqlite3_syscall_ptr function) {
    sqlite3_vfs* const vfs = sqlite3_vfs_find(nullptr);
    vfs->xSetSystemCall(vfs, name, function);
}

/// Spool, accounting and scripts of a small cluster.
struct Site {
    Site() {
        spool::Settings settings;
        settings.folder = scratch / "spool";
        settings.floor = 0;
        fs::create_directory(settings.folder);
        fs::permissions(settings.folder, fs::perms::owner_all);
        spool::Recorder recorder(settings, [](const std::string&) {});
        for (int i = 0; i < 30; ++i) {
            snapshot::Snapshot snapshot;
            snapshot.time_us = (1'769'904'000 + i * 700) * std::int64_t{1'000'000};
            snapshot.uid = 2000 + static_cast<std::uint32_t>(i % 5);
            snapshot.name = "job" + std::to_string(i);
            snapshot.submit_line = "sbatch a.sh";
            recorder.record(snapshot, "#!/bin/bash\n" + std::string(3000, 'x') + std::to_string(i % 20) + "\n");
        }
        recorder.close(1'769'990'400);

        const bench::DumpShape shape;
        std::string dump = bench::dump_header(shape) + bench::dump_rows(shape, 100, 150, 1'769'904'000, 86'400);
        for (int i = 0; i < 30; ++i)
            dump += row(i);
        tests::write_file(scratch / "dump", dump);
        for (int i = 100; i < 130; ++i)
            tests::write_file(scratch / "scripts" / std::to_string(i),
                              "#!/bin/bash\npython " + std::to_string(i) + "\n");
    }

    /// The job of a snapshot, so that there is something to join.
    static std::string row(int i) {
        std::string row;
        const std::string id = std::to_string(1000 + i), submit = std::to_string(1'769'904'000 + i * 700 + 1);
        for (const std::string& field :
             {id, id, std::string("ants"), std::string("lola"), std::to_string(2000 + i % 5), std::string(),
              std::string(), std::string(), submit, submit, submit, submit, std::string("0"), std::string("60"),
              std::string("COMPLETED"), std::string("1"), std::string("1")})
            row += field + '|';
        for (int column = 17; column < 29; ++column)
            row += '|';
        return row + "job" + std::to_string(i) + "||sbatch a.sh\n";
    }

    tests::Scratch scratch;
};

Result<int> collect(const fs::path& site, const fs::path& folder) {
    std::ostringstream out, err;
    commands::Context context{{}, out, err, false};
    const auto command = commands::collect();
    const auto parsed = commands::parse_options("collect", *command,
                                                {"--spool", folder / "spool", "--archive",
                                                 folder / "archive.sqlite", "--sacct", site / "dump", "--scripts",
                                                 site / "scripts", "--cluster", "ants", "--timezone", "UTC"},
                                                context.config);
    if (!parsed) return parsed.error();
    if (const auto done = command->setup(context); !done) return done.error();
    return command->run(context);
}

/// The exit code of a collect in a process of its own, or minus the signal that ended it. `writes`: how many there
/// were, if it ended by itself.
int collect_harmed(const fs::path& site, const fs::path& folder, Harm how, long after, long* writes = nullptr) {
    int pipe[2];
    BOOST_REQUIRE(::pipe(pipe) == 0);
    const pid_t child = ::fork();
    BOOST_REQUIRE(child >= 0);
    if (child == 0) {
        harm = how;
        writes_left = after;
        for (const char* name : {"pwrite", "pwrite64"})
            put_in_place(name, reinterpret_cast<sqlite3_syscall_ptr>(harmful_pwrite));
        put_in_place("write", reinterpret_cast<sqlite3_syscall_ptr>(harmful_write));
        put_in_place("unlink", reinterpret_cast<sqlite3_syscall_ptr>(harmful_unlink));
        const bool is_done = bool(collect(site, folder));
        [[maybe_unused]] const ssize_t told = ::write(pipe[1], &writes_done, sizeof writes_done);
        ::_exit(is_done ? 0 : 1);
    }
    ::close(pipe[1]);
    long count = 0;
    if (::read(pipe[0], &count, sizeof count) != sizeof count) count = -1;
    ::close(pipe[0]);
    if (writes != nullptr) *writes = count;
    int status = 0;
    BOOST_REQUIRE(::waitpid(child, &status, 0) == child);
    return WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status);
}

/// Everything in it, table by table, in the order of all columns.
std::string contents(const fs::path& archive) {
    sqlite3* db = nullptr;
    BOOST_REQUIRE(sqlite3_open_v2(archive.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    const auto print = [](void* text, int count, char** values, char**) {
        for (int i = 0; i < count; ++i)
            static_cast<std::string*>(text)->append(values[i] != nullptr ? values[i] : "NULL").append("|");
        static_cast<std::string*>(text)->append("\n");
        return 0;
    };
    std::string text, tables;
    const auto take_name = [](void* names, int, char** values, char**) {
        static_cast<std::string*>(names)->append(values[0]).append("\n");
        return 0;
    };
    BOOST_REQUIRE(sqlite3_exec(db, "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name", take_name,
                               &tables, nullptr) == SQLITE_OK);
    std::istringstream names(tables);
    for (std::string name; std::getline(names, name);) {
        text += name + ":\n";
        std::string columns;
        const std::string pragma =
            "SELECT 'quote(' || name || ')' FROM pragma_table_info('" + name + "') WHERE name != 'packed'";
        BOOST_REQUIRE(sqlite3_exec(db, pragma.c_str(), take_name, &columns, nullptr) == SQLITE_OK);
        columns.pop_back();
        for (char& c : columns)
            if (c == '\n') c = ',';
        const std::string select = "SELECT " + columns + " FROM " + name + " ORDER BY " + columns;
        BOOST_REQUIRE_MESSAGE(sqlite3_exec(db, select.c_str(), print, &text, nullptr) == SQLITE_OK,
                              sqlite3_errmsg(db));
    }
    sqlite3_close(db);
    return text;
}

long count(const fs::path& archive, const char* sql) {
    sqlite3* db = nullptr;
    BOOST_REQUIRE(sqlite3_open_v2(archive.c_str(), &db, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK);
    const auto take = [](void* number, int, char** values, char**) {
        *static_cast<long*>(number) = std::stol(values[0]);
        return 0;
    };
    long number = -1;
    BOOST_REQUIRE(sqlite3_exec(db, sql, take, &number, nullptr) == SQLITE_OK);
    sqlite3_close(db);
    return number;
}

fs::path folder_for(const Site& site, const std::string& name) {
    const fs::path folder = site.scratch / name;
    fs::create_directory(folder);
    fs::copy(site.scratch / "spool", folder / "spool");
    fs::permissions(folder / "spool", fs::perms::owner_all);
    return folder;
}

/// Some thirty, spread over all writes; another thirty in each of the two tests.
std::vector<long> moments(long writes, long first) {
    std::vector<long> all;
    for (long at = first; at < writes; at += std::max(1L, writes / 30))
        all.push_back(at);
    all.push_back(writes);
    return all;
}

struct Undisturbed {
    Undisturbed() {
        const fs::path folder = folder_for(site, "undisturbed");
        BOOST_REQUIRE(collect_harmed(site.scratch.path(), folder, Harm::none, 0, &writes) == 0);
        BOOST_REQUIRE(writes > 10);
        right = contents(folder / "archive.sqlite");
        const fs::path archive = folder / "archive.sqlite"; // all that could go wrong is in it
        BOOST_REQUIRE(count(archive, "SELECT count(*) FROM record WHERE snapshot IS NOT NULL") == 30);
        BOOST_REQUIRE(count(archive, "SELECT count(*) FROM record WHERE snapshot IS NULL") > 150);
        BOOST_REQUIRE(count(archive, "SELECT count(*) FROM script_by_id") == 30);
    }
    Site site;
    long writes = 0;
    std::string right;
};

Undisturbed& undisturbed() {
    static Undisturbed world;
    return world;
}

} // namespace

BOOST_AUTO_TEST_CASE(killed_in_any_write_and_run_again_gives_the_same_archive) {
    Undisturbed& world = undisturbed();
    for (const long at : moments(world.writes, 1)) {
        BOOST_TEST_CONTEXT("write " << at << " of " << world.writes) {
            const fs::path folder = folder_for(world.site, "kill");
            BOOST_TEST(collect_harmed(world.site.scratch.path(), folder, Harm::kill, at) == -SIGKILL);
            BOOST_TEST(collect_harmed(world.site.scratch.path(), folder, Harm::none, 0) == 0);
            BOOST_TEST((contents(folder / "archive.sqlite") == world.right));
            fs::remove_all(folder);
        }
    }
}

BOOST_AUTO_TEST_CASE(a_disk_that_fills_up_at_any_write_costs_nothing_once_there_is_room) {
    Undisturbed& world = undisturbed();
    for (const long at : moments(world.writes, 2)) {
        BOOST_TEST_CONTEXT("write " << at << " of " << world.writes) {
            const fs::path folder = folder_for(world.site, "full");
            const int code = collect_harmed(world.site.scratch.path(), folder, Harm::disk_full, at);
            BOOST_TEST(code >= 0); // an error that is said; the last deletion of a journal may fail unnoticed
            BOOST_TEST(collect_harmed(world.site.scratch.path(), folder, Harm::none, 0) == 0);
            BOOST_TEST((contents(folder / "archive.sqlite") == world.right));
            fs::remove_all(folder);
        }
    }
}
