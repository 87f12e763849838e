// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE hint_advice
#include <boost/test/unit_test.hpp>

#include "core/hint/advice.h"

#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <thread>

using namespace worklines::hint;
namespace fs = std::filesystem;

namespace {

struct Folder {
    fs::path path;
    Folder() {
        std::string name = fs::temp_directory_path() / "worklines-advice-XXXXXX";
        path = mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path); }
    fs::path index() const { return path / "advice.idx"; }
};

Entry entry(std::uint32_t uid, std::uint64_t hash, KeyKind kind = KeyKind::family) {
    Entry e{{uid, kind, hash}, {}};
    for (std::uint32_t i = 0; i < hash % 5 + 1; ++i)
        add(e.history, {.end = 1000 + i,
                        .mem_task_bytes = 5 << 20,
                        .mem_upper_bytes = static_cast<std::int64_t>(uid) << 20,
                        .mem_asked_bytes = 8LL << 30,
                        .cpu_s = 90.5,
                        .elapsed_s = hash % 2 ? std::optional<std::int64_t>(100) : std::nullopt});
    return e;
}

std::vector<Entry> some_entries(std::uint64_t count) {
    std::vector<Entry> entries;
    for (std::uint64_t i = 0; i < count; ++i)
        entries.push_back(entry(static_cast<std::uint32_t>(1000 + i % 7), i * 7919 % 100003 + 1,
                                i % 3 ? KeyKind::family : KeyKind::name));
    return entries;
}

std::string read(const fs::path& path) {
    std::string bytes(fs::file_size(path), '\0');
    FILE* file = std::fopen(path.c_str(), "rb");
    BOOST_REQUIRE(std::fread(bytes.data(), 1, bytes.size(), file) == bytes.size());
    std::fclose(file);
    return bytes;
}

void put(const fs::path& path, const std::string& bytes) {
    FILE* file = std::fopen(path.c_str(), "wb");
    BOOST_REQUIRE(std::fwrite(bytes.data(), 1, bytes.size(), file) == bytes.size());
    std::fclose(file);
}

} // namespace

BOOST_AUTO_TEST_CASE(every_entry_written_is_found_as_it_was_and_no_other) {
    const Folder folder;
    const auto entries = some_entries(1000);
    BOOST_REQUIRE(write(folder.index(), entries));
    const auto index = Index::open(folder.index());
    BOOST_REQUIRE(index);
    BOOST_TEST((*index)->size() == 1000u);
    for (const Entry& e : entries) {
        BOOST_TEST(((*index)->find(e.key) == e.history));
        BOOST_TEST(!(*index)->find({e.key.uid + 100, e.key.kind, e.key.hash}));
        BOOST_TEST(!(*index)->find({e.key.uid, e.key.kind, e.key.hash + 200000}));
    }
}

BOOST_AUTO_TEST_CASE(an_empty_index_is_an_index) {
    const Folder folder;
    BOOST_REQUIRE(write(folder.index(), {}));
    const auto index = Index::open(folder.index());
    BOOST_REQUIRE(index);
    BOOST_TEST(!(*index)->find({1000, KeyKind::family, 1}));
}

BOOST_AUTO_TEST_CASE(two_histories_of_one_key_are_refused_and_the_old_file_stays) {
    const Folder folder;
    BOOST_REQUIRE(write(folder.index(), some_entries(3)));
    const auto refused = write(folder.index(), {entry(1000, 5), entry(1000, 5)});
    BOOST_REQUIRE(!refused);
    BOOST_TEST(refused.error().what == "two histories for one key of uid 1000");
    BOOST_TEST((*Index::open(folder.index()))->size() == 3u);
}

BOOST_AUTO_TEST_CASE(writing_leaves_nothing_aside_and_the_mode_asked_for) {
    const Folder folder;
    const mode_t before = umask(077);
    BOOST_REQUIRE(write(folder.index(), some_entries(3), {.mode = 0644}));
    umask(before);
    struct stat status {};
    BOOST_REQUIRE(stat(folder.index().c_str(), &status) == 0);
    BOOST_TEST((status.st_mode & 07777) == 0644u);
    const auto none = write(folder.path / "missing" / "advice.idx", some_entries(3));
    BOOST_REQUIRE(!none);
    BOOST_TEST(none.error().line().find("cannot create the advice index") != std::string::npos);
    BOOST_TEST(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 1);
}

BOOST_AUTO_TEST_CASE(what_is_not_an_index_of_ours_is_refused_with_one_reason) {
    const Folder folder;
    const auto reason = [&] {
        const auto index = Index::open(folder.index());
        BOOST_REQUIRE(!index);
        return index.error().what;
    };
    BOOST_TEST(reason() == "cannot open the advice index: No such file or directory");
    put(folder.index(), "");
    BOOST_TEST(reason() == "the advice index is cut short");
    put(folder.index(), std::string(200, 'x'));
    BOOST_TEST(reason() == "not an advice index");
    BOOST_REQUIRE(write(folder.index(), some_entries(9)));
    std::string bytes = read(folder.index());
    bytes[8] = 9;
    put(folder.index(), bytes);
    BOOST_TEST(reason() == "an advice index of another version of worklines");
    BOOST_REQUIRE(write(folder.index(), some_entries(9), {.mode = 0666}));
    BOOST_TEST(reason() == "the advice index can be written by others");
    fs::remove(folder.index());
    fs::create_symlink("elsewhere", folder.index());
    BOOST_TEST(reason() == "cannot open the advice index: Too many levels of symbolic links");
    fs::remove(folder.index());
    BOOST_REQUIRE(mkfifo(folder.index().c_str(), 0600) == 0);
    BOOST_TEST(reason() == "the advice index is not a regular file");
}

BOOST_AUTO_TEST_CASE(cuts_and_flips_are_always_refused) {
    const Folder folder;
    BOOST_REQUIRE(write(folder.index(), some_entries(20)));
    const std::string whole = read(folder.index());
    std::mt19937 random(11);
    for (std::size_t size = 0; size < whole.size(); size += 1 + random() % 5) {
        put(folder.index(), whole.substr(0, size));
        BOOST_TEST(!Index::open(folder.index()));
    }
    for (int round = 0; round < 3000; ++round) {
        std::string bytes = whole;
        for (std::size_t flips = 1 + random() % 3; flips > 0; --flips)
            bytes[random() % bytes.size()] ^= static_cast<char>(1 << random() % 8);
        if (bytes == whole) continue;
        put(folder.index(), bytes);
        BOOST_TEST(!Index::open(folder.index()));
    }
    put(folder.index(), whole + whole.substr(32, 152));
    BOOST_TEST(!Index::open(folder.index()));
}

BOOST_AUTO_TEST_CASE(a_file_cut_under_its_reader_knows_nothing_more) {
    const Folder folder;
    const auto entries = some_entries(1000);
    BOOST_REQUIRE(write(folder.index(), entries));
    const auto index = Index::open(folder.index());
    BOOST_REQUIRE(index);
    fs::resize_file(folder.index(), 100);
    BOOST_TEST(!(*index)->find(entries[0].key));
}

BOOST_AUTO_TEST_CASE(an_index_may_appear_change_break_and_go) {
    const Folder folder;
    Advice advice(folder.index());
    const Key key{1000, KeyKind::family, 1};
    BOOST_TEST(!advice.find(key, 1));
    BOOST_TEST(!advice.take_problem());

    BOOST_REQUIRE(write(folder.index(), {entry(1000, 1)}));
    BOOST_TEST(!advice.find(key, 1)); // looked at most once in a second
    BOOST_TEST(advice.find(key, 2)->runs == 2u);

    auto grown = entry(1000, 1);
    add(grown.history, {.end = 5000});
    BOOST_REQUIRE(write(folder.index(), {grown}));
    BOOST_TEST(advice.find(key, 2)->runs == 2u);
    BOOST_TEST(advice.find(key, 3)->runs == 3u);

    put(folder.index(), "broken");
    BOOST_TEST(!advice.find(key, 4));
    BOOST_TEST(advice.take_problem()->what == "the advice index is cut short");
    BOOST_TEST(!advice.find(key, 5));
    BOOST_TEST(!advice.take_problem());

    fs::remove(folder.index());
    BOOST_TEST(!advice.find(key, 6));
    BOOST_TEST(!advice.take_problem());
}

BOOST_AUTO_TEST_CASE(many_ask_while_the_index_is_replaced) {
    const Folder folder;
    const auto entries = some_entries(200);
    BOOST_REQUIRE(write(folder.index(), entries));
    Advice advice(folder.index());
    std::atomic<std::int64_t> now{1};
    std::atomic<int> wrong{0};
    std::vector<std::thread> askers;
    for (int t = 0; t < 4; ++t)
        askers.emplace_back([&] {
            for (int round = 0; round < 20; ++round)
                for (const Entry& e : entries)
                    if (const auto found = advice.find(e.key, now); found && *found != e.history) ++wrong;
        });
    for (int round = 0; round < 20; ++round) {
        BOOST_REQUIRE(write(folder.index(), entries));
        ++now;
    }
    for (auto& asker : askers)
        asker.join();
    BOOST_TEST(wrong == 0);
    BOOST_TEST((advice.find(entries[7].key, now) == entries[7].history));
}

BOOST_AUTO_TEST_CASE(names_with_other_numbers_are_one_name) {
    BOOST_TEST(name_key("sim_12") == name_key("sim_7"));
    BOOST_TEST(name_key("sim_12") == name_key("./sim_7"));
    BOOST_TEST(name_key("sim_12") != name_key("sum_12"));
    for (const char* name : {"", "interactive", "bash", "/usr/bin/bash", "python3", "123"})
        BOOST_TEST(name_key(name) == 0u);
}

BOOST_AUTO_TEST_CASE(a_script_is_looked_up_by_what_it_does_and_the_rest_by_name) {
    BOOST_TEST((key_of(7, "#!/bin/sh\nhostname\n", "x")->kind == KeyKind::family));
    BOOST_TEST((key_of(7, std::nullopt, "solve")->kind == KeyKind::name));
    BOOST_TEST(!key_of(7, "#!/bin/sh\n", "solve"));
    BOOST_TEST(!key_of(7, std::nullopt, std::nullopt));
}
