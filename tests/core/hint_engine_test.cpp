// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE hint_engine
#include <boost/test/unit_test.hpp>

#include "core/hint/engine.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace worklines::hint;
namespace fs = std::filesystem;

namespace {

struct Folder {
    fs::path path;
    Folder() {
        std::string name = fs::temp_directory_path() / "worklines-rules-XXXXXX";
        path = mkdtemp(name.data());
    }
    ~Folder() { fs::remove_all(path); }
    void put(const std::string& name, const std::string& text) const {
        FILE* file = std::fopen((path / name).c_str(), "wb");
        BOOST_REQUIRE(std::fwrite(text.data(), 1, text.size(), file) == text.size());
        std::fclose(file);
    }
};

/// A complete rule, whose function has this body.
std::string rule(const std::string& slug, const std::string& body, const std::string& more = "") {
    return "local seen = {}\nreturn { slug = '" + slug +
           "', since = '0.1', phases = { 'submit' }, severity = 'waste', title = 't', why = 'w', todo = 'd', "
           "exceptions = 'e', texts = { en = 'now there are {x}' },\n"
           "example = { before = { text = 'a', job = { min_cpus = 2 } }, after = { text = 'b', job = {} } },\n"
           "cases = { { fires = true, job = { min_cpus = 2 } }, { fires = false, job = {} } }, " +
           more + "\nfires = function(job, script, history, now, site)\n" + body + "\nend }\n";
}

const std::string healthy = "if job.min_cpus then return { x = job.min_cpus, stake = 1 } end";

/// The clock stands still, so that no test hangs on how fast the machine is.
Limits timeless() {
    Limits limits;
    limits.clock_ns = [] { return std::int64_t{0}; };
    return limits;
}

struct Site {
    Folder folder;
    std::mutex mutex;
    std::vector<std::string> logged;

    Engine engine(const Limits& limits = timeless()) {
        return Engine({.folders = {folder.path}, .limits = limits, .log = [this](const std::string& line) {
                           const std::scoped_lock lock(mutex);
                           logged.push_back(line);
                       }});
    }
    std::string log() const {
        std::string text;
        for (const auto& line : logged)
            text += line + "\n";
        return text;
    }
    bool logged_text(const std::string& text) const { return log().find(text) != std::string::npos; }
};

worklines::snapshot::Snapshot two_cpus() {
    worklines::snapshot::Snapshot job;
    job.min_cpus = 2;
    return job;
}

std::string said(Engine& engine, std::optional<std::string_view> script = {}) {
    std::string text;
    for (const auto& hint : engine.ask({.job = two_cpus(), .script = script}))
        text += hint.line + "\n";
    return text;
}

const std::string said_2 = "worklines: now there are 2 (worklines explain fine)\n";

} // namespace

BOOST_AUTO_TEST_CASE(a_rule_that_breaks_is_switched_off_and_logged_once_and_the_rest_go_on) {
    for (const auto& [body, reason] : std::vector<std::pair<std::string, std::string>>{
             {"while true do end", "more instructions than a rule may take"},
             {"local t = {} for i = 1, 1e6 do t[i] = {{}, {}, {}, {}} end", "not enough memory"},
             {"for i = 1, 1e6 do seen[#seen + 1] = i end", "more instructions"},
             {"local s = 'xxxxxxxxxxxxxxxx' for i = 1, 30 do s = s .. s end", "not enough memory"},
             {"error('on purpose')", "on purpose"},
             {"error({})", "an error without a text"},
             {"error()", "an error without a text"},
             {"return job.none.more", "attempt to index a nil value"},
             {"return job.min_cpus < {}", "attempt to compare"},
             {"local function f() return 1 + f() end return f()", "not enough memory"},
             {"return 7", "fires() returns nil, false or a table"},
             {"return { x = 1 }", "fires() gave no `stake`"},
             {"return { x = 1, stake = -1 }", "fires() gave no `stake`"},
             {"return { x = 1, stake = 0/0 }", "fires() gave no `stake`"},
             {"return { stake = 1 }", "names {x}"},
             {"return { x = {}, stake = 1 }", "no fit value for {x}"},
             {"return { x = 'Submitted batch job 7', stake = 1 }", "holds the words `Submitted batch`"},
             {"return { x = 'two\\nlines', stake = 1 }", "is not clean UTF-8 text of one line"},
             {"return { x = '\\xff', stake = 1 }", "is not clean UTF-8 text of one line"},
             {"return os.time()", "attempt to index a nil value (global 'os')"},
             {"return io.open('/etc/passwd')", "attempt to index a nil value (global 'io')"},
             {"return ('x'):rep(1e9)", "attempt to call a nil value (method 'rep')"},
             {"return ('x'):dump()", "attempt to call a nil value (method 'dump')"},
             {"return string.rep('x', 1e9)", "attempt to call a nil value (field 'rep')"},
             {"return table.move({}, 1, 1e15, 2)", "attempt to call a nil value (field 'move')"},
             {"local t = { 1, 2, 3, 4 } t[5] = 1 t[8] = 1 t[9] = 1 for i = 4, 50 do t[1 << i] = 1 end "
              "table.insert(t, 1, 7)",
              "more than 10000 items"},
             {"local s = 'aaaaaaaaaa' for i = 1, 5 do s = s .. s end return s:find('.-.-.-.-b')",
              "may take too long"},
             {"local s = 'aaaaaaaaaa' for i = 1, 5 do s = s .. s end return s:gsub('a*a*a*b', '')",
              "may take too long"},
             {"local s = 'aaaaaaaaaa' for i = 1, 8 do s = s .. s end return s:find(s .. 'b', 1, true)",
              "may take too long"},
         }) {
        BOOST_TEST_CONTEXT(body) {
            Site site;
            site.folder.put("bad.lua", rule("bad", body));
            site.folder.put("fine.lua", rule("fine", healthy));
            Engine engine = site.engine({.clock_ns = [] { return std::int64_t{0}; }}); // only the other limits
            BOOST_TEST(site.log() == "");
            for (int i = 0; i < 3; ++i)
                BOOST_TEST(said(engine) == said_2);
            BOOST_TEST(site.logged.size() == 1u);
            BOOST_TEST(site.logged_text("hint rule bad is switched off: "), site.log());
            BOOST_TEST(site.logged_text("bad.lua"), site.log());
            BOOST_TEST(site.logged_text(reason), site.log());
        }
    }
}

BOOST_AUTO_TEST_CASE(what_could_reach_out_or_catch_a_limit_is_not_there) {
    Site site;
    std::string body;
    for (const char* name : {"io",         "os",       "debug",        "package",
                             "coroutine",  "utf8",     "require",      "load",
                             "loadstring", "loadfile", "dofile",       "collectgarbage",
                             "pcall",      "xpcall",   "setmetatable", "getmetatable",
                             "rawset",     "rawget",   "rawequal",     "print",
                             "warn",       "_G"})
        body += std::string("assert(") + name + " == nil, '" + name + "')\n";
    site.folder.put("fine.lua", rule("fine", body + "assert(math.random == nil)\n" + healthy));
    Engine engine = site.engine();
    BOOST_TEST(said(engine) == said_2);
    BOOST_TEST(site.log() == "");
}

BOOST_AUTO_TEST_CASE(what_is_harmless_works) {
    Site site;
    site.folder.put("fine.lua",
                    rule("fine", "local n = 0\n"
                                 "for line in lines(script) do\n"
                                 "  if line:find('^#SBATCH') then n = n + 1 end\n"
                                 "end\n"
                                 "assert(n == 2, n)\n"
                                 "assert(('a-b'):gsub('%-', '+') == 'a+b')\n"
                                 "local t = { 3, 1, 2 } table.sort(t) assert(table.concat(t) == '123')\n"
                                 "assert(script:find('--mem', 1, true) == 19)\n"
                                 "assert(math.max(1, 2) == 2 and tostring(1) == '1')\n" +
                                     healthy));
    Engine engine = site.engine();
    BOOST_TEST(said(engine, "#!/bin/sh\n#SBATCH --mem=1G\n\n#SBATCH -n 2") == said_2);
    BOOST_TEST(site.log() == "");
}

BOOST_AUTO_TEST_CASE(a_rule_may_walk_through_all_of_a_request) {
    Site site;
    site.folder.put("walk.lua", rule("fine", "local n, cpus = 0\n"
                                             "for name, value in pairs(job) do n = n + 1; if name == 'min_cpus' then cpus = value "
                                             "end end\n"
                                             "assert(n > 0 and cpus == job.min_cpus and job.no_such_field == nil)\n" +
                                                 healthy));
    Engine engine = site.engine();
    BOOST_TEST(said(engine) == said_2);
    BOOST_TEST(site.log() == "");
}

BOOST_AUTO_TEST_CASE(a_request_that_a_rule_keeps_does_no_harm) {
    Site site;
    site.folder.put("keeps.lua", rule("fine", "kept = kept or job\n"
                                               "if kept.min_cpus ~= 2 then error('gone') end\n" +
                                                   healthy));
    Engine engine = site.engine();
    BOOST_TEST(said(engine) == said_2);
    BOOST_TEST(said(engine) == said_2);
    BOOST_TEST(site.log() == "");
}

BOOST_AUTO_TEST_CASE(one_rule_cannot_spoil_another) {
    Site site;
    site.folder.put("a.lua",
                    rule("aaa", "string.format = nil math.max = nil job.min_cpus = 7 tostring = nil x = 1"));
    site.folder.put("fine.lua",
                    rule("fine", "assert(string.format and math.max and tostring and x == nil)" + healthy));
    Engine engine = site.engine();
    BOOST_TEST(said(engine) == said_2);
    BOOST_TEST(said(engine) == said_2);
    BOOST_TEST(site.log() == "");
}

BOOST_AUTO_TEST_CASE(a_rule_that_takes_too_long_is_stopped_by_the_clock) {
    static std::int64_t now = 0;
    Limits limits;
    limits.clock_ns = [] { return now += 1'000'000; };
    limits.call_instructions = 1'000'000'000;
    Site site;
    site.folder.put("bad.lua", rule("bad", "while true do end"));
    Engine engine = site.engine(limits);
    BOOST_TEST(said(engine) == "");
    BOOST_TEST(site.logged_text("more time than a rule may take"), site.log());
}

BOOST_AUTO_TEST_CASE(memory_kept_from_call_to_call_is_bounded_too) {
    Site site;
    site.folder.put("bad.lua", rule("bad", "for i = 1, 1000 do seen[#seen + 1] = 'x' .. #seen end"));
    Engine engine = site.engine();
    for (int i = 0; i < 200; ++i)
        said(engine);
    BOOST_TEST(site.logged_text("not enough memory"), site.log());
    BOOST_TEST(site.logged.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_rule_that_is_wrong_is_left_out_with_file_and_field) {
    const std::string fine = rule("fine", healthy);
    const auto with = [&](const std::string& from, const std::string& to) {
        std::string text = fine;
        const auto at = text.find(from);
        BOOST_REQUIRE(at != std::string::npos);
        return text.replace(at, from.size(), to);
    };
    for (const auto& [text, reason] : std::vector<std::pair<std::string, std::string>>{
             {"return {", "wrong.lua:1: unexpected symbol near <eof>"},
             {"return 7", "a rule returns a table"},
             {"\x1bLua", "attempt to load a binary chunk"},
             {"while true do end", "more instructions"},
             {"error('x')", "wrong.lua:1: x"},
             {with("slug = 'fine'", "slug = 'Not a slug'"), "field `slug` may hold"},
             {with("slug = 'fine',", ""), "field `slug` is missing, or not a text"},
             {with("title = 't'", "title = 7"), "field `title` is missing, or not a text"},
             {with("{ 'submit' }", "{ 'submit', 'later' }"),
              "field `phases` holds `later`, which is none of `submit`"},
             {with("{ 'submit' }", "{}"), "field `phases` names no phase"},
             {with("'waste'", "'bad'"), "field `severity` holds `bad`"},
             {with("en = 'now there are {x}'", "de = 'x'"), "field `texts.en` is missing"},
             {with("now there are {x}", "now there are {x"), "field `texts.en` has a `{` without `}`"},
             {with("text = 'a', ", ""), "field `example.before.text` is missing"},
             {with("{ fires = false, job = {} }", "{ job = {} }"), "field `cases[2].fires` is missing"},
             {with("{ fires = false, job = {} }", "7"), "field `cases[2]` is not a table"},
             {with("fires = function", "fire = function"), "field `fires` is missing, or not a function"},
             {with("title = 't'", "title = 't', colour = 'red'"), "field `colour` is not known"},
             {with("title = 't'", "title = 't', needs = 'money'"), "field `needs` can only be \"history\""},
         }) {
        BOOST_TEST_CONTEXT(reason) {
            Site site;
            site.folder.put("wrong.lua", text);
            site.folder.put("zz.lua", rule("other", healthy));
            const Engine engine = site.engine();
            BOOST_TEST(engine.rules().size() == 1u);
            BOOST_TEST(site.logged.size() == 1u);
            BOOST_TEST(site.logged_text("a hint rule is left out: " + (site.folder.path / "wrong.lua").string()),
                       site.log());
            BOOST_TEST(site.logged_text(reason), site.log());
        }
    }
}

BOOST_AUTO_TEST_CASE(a_site_may_replace_a_rule_and_files_that_are_no_rules_do_not_matter) {
    const Folder ours, theirs;
    ours.put("fine.lua", rule("fine", "error('replaced')"));
    theirs.put("own.lua", rule("fine", healthy));
    theirs.put("README.md", "not a rule");
    theirs.put(".own.lua.swp", "not a rule");
    fs::create_directory(theirs.path / "folder.lua");
    std::string logged;
    Engine engine(
        {.folders = {"/nowhere", ours.path, theirs.path}, .log = [&](const std::string& line) { logged += line; }});
    BOOST_TEST(said(engine) == said_2);
    BOOST_TEST(logged.find("folder.lua: not a file") != std::string::npos);
    BOOST_TEST(engine.rule("fine") != nullptr);
    BOOST_TEST(engine.rule("none") == nullptr);
}

BOOST_AUTO_TEST_CASE(a_rule_is_asked_in_its_phase_and_with_what_it_needs) {
    Site site;
    site.folder.put("fine.lua", rule("fine", healthy, "needs = 'history',"));
    Engine engine = site.engine();
    BOOST_TEST(!engine.speaks_without_history(Phase::submit));
    BOOST_TEST(engine.ask({.job = two_cpus()}).empty());
    BOOST_TEST(engine.ask({.phase = Phase::month, .job = two_cpus(), .history = History{}}).empty());
    BOOST_TEST(engine.ask({.job = two_cpus(), .history = History{}}).size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_rule_sees_what_was_given_and_nil_for_what_was_not) {
    Site site;
    site.folder.put("fine.lua",
                    rule("fine", "assert(job.time_limit_min == math.huge)\n"
                                 "assert(job.num_tasks == nil and job.priority == 0)\n"
                                 "assert(job.args[2] == '--seed' and #job.args == 2)\n"
                                 "assert(job.environment.CONDA_DEFAULT_ENV == 'a' and job.call == 'batch')\n"
                                 "assert(history.runs == 2 and history.mem_upper_bytes == nil)\n"
                                 "assert(script == nil and now == 1700 and next(site) == nil)\n" +
                                     healthy));
    Engine engine = site.engine();
    auto job = two_cpus();
    job.time_limit_min = worklines::snapshot::unlimited;
    job.priority = 0;
    job.args = {"a.sh", "--seed"};
    job.environment["CONDA_DEFAULT_ENV"] = "a";
    History history;
    history.runs = 2;
    BOOST_TEST(engine.ask({.job = job, .history = history, .now = 1700}).size() == 1u);
    BOOST_TEST(site.log() == "");
}

BOOST_AUTO_TEST_CASE(a_case_that_does_otherwise_is_named) {
    Site site;
    site.folder.put("fine.lua", rule("fine", "if job.min_cpus == 1 then return { x = 1, stake = 1 } end"));
    Engine engine = site.engine();
    const auto tried = engine.try_cases(*engine.rule("fine"));
    BOOST_REQUIRE(!tried);
    BOOST_TEST(tried.error().what == "example.before does not fire");
}

BOOST_AUTO_TEST_CASE(many_threads_ask_while_a_rule_breaks) {
    Site site;
    site.folder.put("bad.lua", rule("bad", "seen[#seen + 1] = 1 if #seen > 50 then error('enough') end"));
    site.folder.put("fine.lua", rule("fine", healthy));
    Engine engine = site.engine();
    std::atomic<int> right{0};
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t)
        threads.emplace_back([&] {
            for (int i = 0; i < 100; ++i)
                right += said(engine, "#!/bin/sh\n") == said_2;
        });
    for (auto& thread : threads)
        thread.join();
    BOOST_TEST(right == 400);
    BOOST_TEST(site.logged.size() == 1u);
}
