// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/sandbox.h"

#include "core/hint/safe_library.h"

#include <lua.hpp>

#include <ctime>

#include <cctype>
#include <cstdlib>
#include <cstring>

namespace worklines::hint {
namespace {

constexpr int hook_every = 1000;
constexpr int most_arguments = 8;
const char kept_table = 0;  // its address is the key in the registry
const char lent_tables = 0; // of the metatables of arguments

// What runs below lua_pcall: nothing in these has a destructor, since an error jumps over them.

struct Source {
    std::string_view text;
    const char* chunk_name;
};

int load_table(lua_State* lua) {
    const auto& source = *static_cast<const Source*>(lua_touserdata(lua, 1));
    if (luaL_loadbufferx(lua, source.text.data(), source.text.size(), source.chunk_name, "t") != LUA_OK)
        return lua_error(lua);
    lua_call(lua, 0, 1);
    if (!lua_istable(lua, -1)) return luaL_error(lua, "a rule returns a table");
    lua_pushvalue(lua, -1);
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &kept_table);
    return 1;
}

int next_field(lua_State* lua) {
    lua_settop(lua, 2);
    if (lua_next(lua, 1) != 0) return 2;
    lua_pushnil(lua);
    return 1;
}

} // namespace

std::int64_t thread_cpu_ns() {
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1'000'000'000 + time.tv_nsec;
}

Result<std::unique_ptr<Sandbox>> Sandbox::create(const Limits& limits) {
    std::unique_ptr<Sandbox> sandbox(new Sandbox(limits));
    sandbox->lua_ = lua_newstate(allocate, sandbox.get());
    if (sandbox->lua_ == nullptr) return Error{"no memory for a rule", "", ""};
    *static_cast<Sandbox**>(lua_getextraspace(sandbox->lua_)) = sandbox.get();
    lua_sethook(sandbox->lua_, count, LUA_MASKCOUNT, hook_every);
    if (auto opened = sandbox->run(open, nullptr, limits.load_instructions); !opened) return opened.error();
    return sandbox;
}

Sandbox::~Sandbox() {
    if (lua_ != nullptr) lua_close(lua_);
}

Result<Value> Sandbox::load(std::string_view source, const std::string& file) {
    const std::string chunk_name = "@" + file;
    Source argument{source, chunk_name.c_str()};
    return run(load_table, &argument, limits_.load_instructions);
}

Result<Value> Sandbox::call(const char* function, const std::vector<const Value*>& arguments) {
    if (arguments.size() > most_arguments) return Error{"too many arguments for a rule", "", ""};
    lent_ = arguments;
    auto answer = run(call_function, const_cast<char*>(function), limits_.call_instructions);
    lent_ = {};
    return answer;
}

Result<Value> Sandbox::run(int (*function)(lua_State*), void* argument, std::int64_t instructions) {
    instructions_left_ = instructions;
    deadline_ns_ = limits_.clock_ns() + limits_.cpu_ns;
    lua_settop(lua_, 0);
    lua_pushcfunction(lua_, function);
    lua_pushlightuserdata(lua_, argument);
    if (lua_pcall(lua_, 1, 1, 0) != LUA_OK) return take_error();
    Value value = read_value(lua_, 1);
    lua_settop(lua_, 0);
    return value;
}

// These run below lua_pcall too.

/// A table that is lent is empty, and its metatable, which knows the argument's place, brings in what is asked for.
/// One that a rule keeps shows the arguments of later calls: never memory that is gone.
int Sandbox::open(lua_State* lua) {
    open_safe_library(lua);
    lua_createtable(lua, most_arguments, 0);
    for (int place = 0; place < most_arguments; ++place) {
        lua_createtable(lua, 0, 2);
        lua_pushinteger(lua, place);
        lua_pushcclosure(lua, lent_field, 1);
        lua_setfield(lua, -2, "__index");
        lua_pushinteger(lua, place);
        lua_pushcclosure(lua, lent_pairs, 1);
        lua_setfield(lua, -2, "__pairs");
        lua_rawseti(lua, -2, place);
    }
    lua_rawsetp(lua, LUA_REGISTRYINDEX, &lent_tables);
    return 0;
}

int Sandbox::call_function(lua_State* lua) {
    const auto* function = static_cast<const char*>(lua_touserdata(lua, 1));
    const auto arguments = of(lua).lent_;
    luaL_checkstack(lua, most_arguments + 4, "too many arguments");
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &lent_tables);
    lua_rawgetp(lua, LUA_REGISTRYINDEX, &kept_table);
    lua_pushstring(lua, function);
    lua_rawget(lua, -2);
    for (std::size_t place = 0; place < arguments.size(); ++place) {
        if (arguments[place]->table() == nullptr) {
            push_value(lua, *arguments[place]);
            continue;
        }
        lua_newtable(lua);
        lua_rawgeti(lua, 2, static_cast<lua_Integer>(place));
        lua_setmetatable(lua, -2);
    }
    lua_call(lua, static_cast<int>(arguments.size()), 1);
    return 1;
}

const Table* Sandbox::lent_table(lua_State* lua) {
    const auto arguments = of(lua).lent_;
    const auto place = static_cast<std::size_t>(lua_tointegerx(lua, lua_upvalueindex(1), nullptr));
    return place < arguments.size() ? arguments[place]->table() : nullptr;
}

int Sandbox::lent_field(lua_State* lua) {
    const Table* table = lent_table(lua);
    if (table == nullptr) return 0;
    const Value* value = nullptr;
    if (lua_type(lua, 2) == LUA_TSTRING) {
        std::size_t size = 0;
        const char* name = lua_tolstring(lua, 2, &size);
        value = table->find({name, size});
    } else if (lua_isinteger(lua, 2) != 0) {
        const lua_Integer at = lua_tointegerx(lua, 2, nullptr);
        if (at >= 1 && static_cast<lua_Unsigned>(at) <= table->items.size())
            value = &table->items[static_cast<std::size_t>(at - 1)];
    }
    if (value == nullptr) return 0;
    push_value(lua, *value);
    lua_pushvalue(lua, 2);
    lua_pushvalue(lua, -2);
    lua_rawset(lua, 1);
    return 1;
}

int Sandbox::lent_pairs(lua_State* lua) {
    lua_settop(lua, 1);
    if (const Table* table = lent_table(lua))
        for (const auto& [name, field] : table->fields) {
            lua_pushlstring(lua, name.data(), name.size());
            push_value(lua, field);
            lua_rawset(lua, 1);
        }
    lua_pushcfunction(lua, next_field);
    lua_pushvalue(lua, 1);
    lua_pushnil(lua);
    return 3;
}

Error Sandbox::take_error() {
    std::size_t size = 0;
    const char* text = lua_type(lua_, 1) == LUA_TSTRING ? lua_tolstring(lua_, 1, &size) : nullptr;
    std::string message = text != nullptr ? std::string(text, size) : "an error without a text";
    lua_settop(lua_, 0);
    // "FILE:LINE: what" as luaL_where makes it
    std::string where;
    for (auto at = message.find(": "); at != std::string::npos; at = message.find(": ", at + 1)) {
        const auto colon = message.rfind(':', at - 1);
        if (at == 0 || colon == std::string::npos || colon + 1 == at) continue;
        if (std::isdigit(static_cast<unsigned char>(message[colon + 1])) == 0) continue;
        where = message.substr(0, at);
        message.erase(0, at + 2);
        break;
    }
    return {message, where, ""};
}

void* Sandbox::allocate(void* self, void* block, std::size_t old_size, std::size_t new_size) {
    auto& sandbox = *static_cast<Sandbox*>(self);
    if (block == nullptr) old_size = 0; // Lua passes the kind of object then
    if (new_size == 0) {
        std::free(block);
        sandbox.used_ -= old_size;
        return nullptr;
    }
    if (new_size > old_size && sandbox.used_ - old_size + new_size > sandbox.limits_.memory) return nullptr;
    void* const moved = std::realloc(block, new_size);
    if (moved != nullptr) sandbox.used_ = sandbox.used_ - old_size + new_size;
    return moved;
}

void Sandbox::count(lua_State* lua, lua_Debug*) {
    Sandbox& sandbox = of(lua);
    sandbox.instructions_left_ -= hook_every;
    if (sandbox.instructions_left_ < 0) luaL_error(lua, "more instructions than a rule may take");
    check_time(lua);
}

void Sandbox::check_time(lua_State* lua) {
    const Sandbox& sandbox = of(lua);
    if (sandbox.limits_.clock_ns() > sandbox.deadline_ns_) luaL_error(lua, "more time than a rule may take");
}

Sandbox& Sandbox::of(lua_State* lua) { return **static_cast<Sandbox**>(lua_getextraspace(lua)); }

} // namespace worklines::hint
