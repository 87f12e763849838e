// SPDX-License-Identifier: GPL-2.0-or-later
// worklines_hints.so as slurmctld has it: opened by name, beside another Lua, in threads with a stack of 1 MiB.
#define BOOST_TEST_MODULE hints_object
#include <boost/test/unit_test.hpp>

#include "core/hint/advice.h"
#include "core/hint/hints_abi.h"
#include "core/snapshot/snapshot_json.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

using namespace worklines;
namespace fs = std::filesystem;

#ifdef WORKLINES_DEEPBIND
constexpr int open_flags = RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#else
constexpr int open_flags = RTLD_NOW | RTLD_LOCAL;
#endif

namespace {

const std::string script = "#!/bin/sh\n#SBATCH --mem=8G\nsrun ./solve --steps 100\n";
constexpr std::uint32_t uid = 1004;

struct Folder {
    fs::path path;
    Folder() {
        std::string name = fs::temp_directory_path() / "worklines-hints-XXXXXX";
        path = mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path); }
    void put(const std::string& name, const std::string& text) const {
        FILE* file = std::fopen((path / name).c_str(), "wb");
        BOOST_REQUIRE(std::fwrite(text.data(), 1, text.size(), file) == text.size());
        std::fclose(file);
    }
};

void write_advice(const fs::path& path) {
    std::vector<hint::Entry> entries;
    for (std::uint32_t person = uid; person < uid + 50; ++person) {
        hint::Entry entry{*hint::key_of(person, script, std::nullopt), {}};
        for (int i = 0; i < 3; ++i)
            add(entry.history, {.end = 100 + i,
                                .mem_task_bytes = 5 << 20,
                                .mem_upper_bytes = 5 << 20,
                                .mem_asked_bytes = 8LL << 30,
                                .elapsed_s = 20});
        entries.push_back(entry);
    }
    BOOST_REQUIRE(hint::write(path, entries));
}

/// The three functions, and a lock on the object for as long as they are used.
struct Object {
    void* library = nullptr;
    decltype(&worklines_hints_open) open = nullptr;
    decltype(&worklines_hints_ask) ask = nullptr;
    decltype(&worklines_hints_close) close = nullptr;

    Object() {
        library = dlopen(WORKLINES_HINTS_OBJECT, open_flags);
        BOOST_REQUIRE_MESSAGE(library != nullptr, dlerror());
        find("worklines_hints_open", open);
        find("worklines_hints_ask", ask);
        find("worklines_hints_close", close);
    }
    ~Object() { dlclose(library); }

    template <class Function>
    void find(const char* name, Function& function) const {
        function = reinterpret_cast<Function>(dlsym(library, name));
        BOOST_REQUIRE(function != nullptr);
    }
};

std::atomic<int> logged{0};
void log_line(const char*) { ++logged; }

struct Site {
    Folder folder;
    Object object;
    std::string advice = folder.path / "advice.idx";
    void* engine = nullptr;

    explicit Site(const std::string& folders = std::string(WORKLINES_SOURCE_DIR) + "/lua/hints") {
        logged = 0;
        write_advice(advice);
        const worklines_hints_settings settings{advice.c_str(), folders.c_str(), 7 * 86400, log_line};
        engine = object.open(WORKLINES_HINTS_ABI, &settings);
        BOOST_REQUIRE(engine != nullptr);
    }
    ~Site() { object.close(engine); }

    std::string ask(std::uint32_t person, std::int64_t now, std::size_t capacity = 2048) const {
        snapshot::Snapshot job;
        job.uid = person;
        job.mem_per_node_mib = 8192;
        const std::string json = to_json(job);
        const worklines_hints_request request{person,         "solve",       5,  json.c_str(), json.size(),
                                              script.c_str(), script.size(), now};
        std::vector<char> text(capacity, 'x');
        const auto size = object.ask(engine, &request, text.data(), text.size());
        BOOST_REQUIRE(size < capacity);
        BOOST_TEST(text[size] == '\0');
        return text.data();
    }
};

const std::string hint_line = "worklines: memory: your last 3 runs peaked at 5 MB of 8 GB; --mem=1G fits "
                              "(worklines explain memory-oversized)\n";

void in_small_threads(int count, const std::function<void(int)>& work) {
    struct Task {
        const std::function<void(int)>& work;
        int number;
    };
    std::vector<Task> tasks;
    std::vector<pthread_t> threads(static_cast<std::size_t>(count));
    for (int i = 0; i < count; ++i)
        tasks.push_back({work, i});
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, 1 << 20);
    for (std::size_t i = 0; i < threads.size(); ++i)
        BOOST_REQUIRE(pthread_create(
                          &threads[i], &attributes,
                          [](void* task) -> void* {
                              static_cast<Task*>(task)->work(static_cast<Task*>(task)->number);
                              return nullptr;
                          },
                          &tasks[i]) == 0);
    for (auto& thread : threads)
        pthread_join(thread, nullptr);
    pthread_attr_destroy(&attributes);
}

} // namespace

BOOST_AUTO_TEST_CASE(a_person_with_a_history_gets_the_hint_once_and_others_none) {
    const Site site;
    BOOST_TEST(site.ask(uid + 1000, 10) == "");
    BOOST_TEST(site.ask(uid, 10) == hint_line);
    BOOST_TEST(site.ask(uid, 100) == "");
    BOOST_TEST(site.ask(uid, 10 + 7 * 86400) == hint_line);
    BOOST_TEST(logged == 0);
}

BOOST_AUTO_TEST_CASE(a_line_that_does_not_fit_is_left_out_whole) {
    const Site site;
    BOOST_TEST(site.ask(uid, 10, 40) == "");
    BOOST_TEST(site.ask(uid + 1, 10, 1) == "");
    BOOST_TEST(site.ask(uid + 2, 10, hint_line.size() + 1) == hint_line);
}

BOOST_AUTO_TEST_CASE(another_version_of_the_interface_is_refused) {
    const Object object;
    const worklines_hints_settings settings{"", "", 0, nullptr};
    BOOST_TEST(object.open(WORKLINES_HINTS_ABI + 1, &settings) == nullptr);
    BOOST_TEST(object.open(WORKLINES_HINTS_ABI, nullptr) == nullptr);
    object.close(nullptr);
}

BOOST_AUTO_TEST_CASE(broken_rules_and_a_broken_index_are_logged_once_and_harm_nobody) {
    const Folder rules;
    rules.put("a.lua", "while true do end");
    rules.put("b.lua", "return {");
    rules.put("c.lua", "return {}");
    Site site(rules.path.string() + ":/nowhere::" + WORKLINES_SOURCE_DIR + "/lua/hints");
    BOOST_TEST(logged == 3);
    BOOST_TEST(site.ask(uid, 10) == hint_line);
    fs::resize_file(site.advice, 50);
    BOOST_TEST(site.ask(uid + 1, 11) == "");
    BOOST_TEST(site.ask(uid + 2, 12) == "");
    BOOST_TEST(logged == 4);
}

BOOST_AUTO_TEST_CASE(a_request_that_is_no_snapshot_gets_no_hint) {
    const Site site;
    for (const char* json : {"", "{", "null", "{\"uid\":\"x\"}"}) {
        const worklines_hints_request request{
            uid, nullptr, 0, json, std::char_traits<char>::length(json), script.c_str(), script.size(), 10};
        std::array<char, 512> text{};
        BOOST_TEST(site.object.ask(site.engine, &request, text.data(), text.size()) == 0u);
    }
}

BOOST_AUTO_TEST_CASE(many_threads_with_small_stacks_ask_at_once) {
    const Site site;
    std::atomic<int> right{0};
    in_small_threads(8, [&](int thread) {
        for (std::uint32_t i = 0; i < 50; ++i) {
            snapshot::Snapshot job;
            job.mem_per_node_mib = 8192;
            const std::string json = to_json(job);
            const worklines_hints_request request{
                uid + i, nullptr, 0, json.c_str(), json.size(), script.c_str(), script.size(), 1000 * (thread + 1)};
            std::array<char, 2048> text{};
            if (site.object.ask(site.engine, &request, text.data(), text.size()) > 0)
                right += text.data() == hint_line;
        }
    });
    BOOST_TEST(right == 50); // each person once, whichever thread came first
}

BOOST_AUTO_TEST_CASE(rules_nested_as_deep_as_lua_allows_fit_a_small_stack) {
    const Folder rules;
    rules.put("deep.lua", "return " + std::string(190, '(') + "1" + std::string(190, ')'));
    rules.put("deeper.lua", "return " + std::string(100000, '{') + std::string(100000, '}'));
    rules.put("sort.lua", "local function f(n) table.sort({1, 2, 3}, function(a, b) if n > 0 then f(n - 1) end "
                          "return a < b end) end f(500) return {}");
    const Object object;
    const std::string folders = rules.path.string();
    const worklines_hints_settings settings{"/nowhere", folders.c_str(), 0, log_line};
    logged = 0;
    in_small_threads(1, [&](int) { object.close(object.open(WORKLINES_HINTS_ABI, &settings)); });
    BOOST_TEST(logged == 3);
}

#ifdef WORKLINES_DEEPBIND
namespace {

/// As Slurm's lua plugin does it; without the library there is nothing to live beside.
bool load_lua_51() { return dlopen("liblua5.1.so.0", RTLD_NOW | RTLD_GLOBAL) != nullptr; }

bool lua_51_works() {
    const auto create = reinterpret_cast<void* (*)()>(dlsym(RTLD_DEFAULT, "luaL_newstate"));
    const auto load = reinterpret_cast<int (*)(void*, const char*)>(dlsym(RTLD_DEFAULT, "luaL_loadstring"));
    const auto close = reinterpret_cast<void (*)(void*)>(dlsym(RTLD_DEFAULT, "lua_close"));
    if (create == nullptr || load == nullptr || close == nullptr) return false;
    void* const lua = create();
    const bool refused = load(lua, "return 7 // 2") != 0; // 5.1 does not know this operator
    close(lua);
    return refused;
}

/// In a process of its own, since a library that was loaded globally stays so.
bool in_a_child(const std::function<bool()>& work) {
    const pid_t child = fork();
    if (child == 0) _exit(work() ? 0 : 1);
    int status = 0;
    return child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

} // namespace

BOOST_AUTO_TEST_CASE(lua_51_loaded_before_changes_nothing) {
    BOOST_TEST(in_a_child([] {
        if (!load_lua_51()) return true;
        const Site site;
        return lua_51_works() && site.ask(uid, 10) == hint_line && lua_51_works();
    }));
}

BOOST_AUTO_TEST_CASE(lua_51_loaded_after_changes_nothing) {
    BOOST_TEST(in_a_child([] {
        const Site site;
        if (site.ask(uid, 10) != hint_line) return false;
        if (!load_lua_51()) return true;
        return lua_51_works() && site.ask(uid + 1, 11) == hint_line && lua_51_works();
    }));
}

BOOST_AUTO_TEST_CASE(the_object_unloads) {
    BOOST_TEST(in_a_child([] {
        { const Site site; }
        return dlopen(WORKLINES_HINTS_OBJECT, RTLD_NOW | RTLD_NOLOAD) == nullptr;
    }));
}

BOOST_AUTO_TEST_CASE(the_object_shows_three_names_and_brings_its_own_runtime) {
    const auto output_of = [](const std::string& command) {
        std::string text;
        FILE* pipe = popen(command.c_str(), "r");
        std::array<char, 4096> buffer{};
        for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
            text.append(buffer.data(), got);
        BOOST_REQUIRE(pclose(pipe) == 0);
        return text;
    };
    BOOST_TEST(
        output_of("nm -D --defined-only -P " WORKLINES_HINTS_OBJECT " | cut -d' ' -f1 | sort | tr '\\n' ' '") ==
        "worklines_hints_ask worklines_hints_close worklines_hints_open ");
    BOOST_TEST(output_of("readelf -d " WORKLINES_HINTS_OBJECT).find("libstdc++") == std::string::npos);
}
#endif
