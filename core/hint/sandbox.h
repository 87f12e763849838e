// SPDX-License-Identifier: GPL-2.0-or-later
// One Lua state for one rule: safe functions only, and limits on instructions, memory and time. A rule cannot reach
// another rule, a file, or the process. Not safe in several threads: the engine holds a lock for each.
#pragma once

#include "core/hint/value.h"
#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct lua_State;
struct lua_Debug;

namespace worklines::hint {

/// CPU time of this thread: a controller's thread may be off the CPU for long through no fault of the rule, and a
/// rule can do nothing but compute.
std::int64_t thread_cpu_ns();

struct Limits {
    std::int64_t load_instructions = 1'000'000;
    std::int64_t call_instructions = 100'000;
    std::int64_t cpu_ns = 20'000'000; ///< per load or call; looked at every 1,000 instructions and at each search
    std::size_t memory = 4u << 20;    ///< bytes in all
    std::int64_t (*clock_ns)() = thread_cpu_ns;
};

class Sandbox {
  public:
    /// Error: no memory within the limit.
    static Result<std::unique_ptr<Sandbox>> create(const Limits& limits);
    Sandbox(const Sandbox&) = delete;
    Sandbox& operator=(const Sandbox&) = delete;
    ~Sandbox();

    /// Runs a chunk (text, never bytecode), which must return a table, and keeps the table. `where` of an error is
    /// `file:line` where Lua knows it.
    Result<Value> load(std::string_view source, const std::string& file);

    /// Calls a function of the table kept. Of a table among the arguments, only what the function reads is brought
    /// into Lua: a request has sixty fields, and a rule looks at five.
    Result<Value> call(const char* function, const std::vector<const Value*>& arguments);

    std::size_t memory_used() const { return used_; }

    /// For functions of ours that run inside: raises an error of Lua if the time is over.
    static void check_time(lua_State* lua);

  private:
    explicit Sandbox(const Limits& limits) : limits_(limits) {}

    static int open(lua_State* lua);
    static int call_function(lua_State* lua);
    static int lent_field(lua_State* lua);
    static int lent_pairs(lua_State* lua);
    static const Table* lent_table(lua_State* lua);
    static void* allocate(void* self, void* block, std::size_t old_size, std::size_t new_size);
    static void count(lua_State* lua, lua_Debug*);
    static Sandbox& of(lua_State* lua);
    Result<Value> run(int (*function)(lua_State*), void* argument, std::int64_t instructions);
    Error take_error();

    Limits limits_;
    lua_State* lua_ = nullptr;
    std::span<const Value* const> lent_; ///< the arguments, while a call lasts
    std::size_t used_ = 0;
    std::int64_t instructions_left_ = 0;
    std::int64_t deadline_ns_ = 0;
};

} // namespace worklines::hint
