// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/safe_library.h"

#include "core/hint/sandbox.h"

#include <lua.hpp>

#include <initializer_list>
#include <string_view>

namespace worklines::hint {
namespace {

constexpr double most_steps = 4e6;         // about 20 ms of the slowest search
constexpr lua_Integer most_items = 10'000; // a table that lies about its length makes table.insert run for years

/// How often a pattern can make the search start over at each byte of the text: the exponent of its cost.
int repetitions(std::string_view pattern, bool& has_set) {
    int count = 0;
    bool in_set = false;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char c = pattern[i];
        if (c == '%') {
            const char next = i + 1 < pattern.size() ? pattern[++i] : '\0';
            count += !in_set && (next == 'b' || next == 'f' || (next >= '0' && next <= '9'));
        } else if (in_set) {
            in_set = c != ']';
        } else if (c == '[') {
            in_set = has_set = true;
        } else {
            count += c == '*' || c == '+' || c == '-' || c == '?';
        }
    }
    return count;
}

double most_steps_of(std::string_view text, std::string_view pattern, bool plain) {
    const auto size = static_cast<double>(text.size()) + 1, length = static_cast<double>(pattern.size()) + 1;
    if (plain) return size * length;
    bool has_set = false;
    int exponent = repetitions(pattern, has_set) + (pattern.starts_with('^') ? 0 : 1);
    double steps = has_set || exponent < 2 ? length : 1;
    while (exponent-- > 0 && steps < 1e18)
        steps *= size;
    return steps;
}

/// Upvalue 1: the function of Lua's own library. Arguments: text, pattern, ..., and `plain` as the fourth of find.
int bounded_search(lua_State* lua) {
    std::size_t text_size = 0, pattern_size = 0;
    const char* text = luaL_checklstring(lua, 1, &text_size);
    const char* pattern = luaL_checklstring(lua, 2, &pattern_size);
    const bool plain = lua_toboolean(lua, lua_upvalueindex(2)) != 0 && lua_toboolean(lua, 4) != 0;
    if (most_steps_of({text, text_size}, {pattern, pattern_size}, plain) > most_steps)
        return luaL_error(lua,
                          "a pattern that may take too long on %d bytes; search line by line or for plain text",
                          static_cast<int>(text_size));
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
    Sandbox::check_time(lua);
    return lua_gettop(lua);
}

int bounded_table(lua_State* lua) {
    luaL_checktype(lua, 1, LUA_TTABLE);
    if (luaL_len(lua, 1) > most_items) return luaL_error(lua, "a table of more than %d items", int{most_items});
    lua_pushvalue(lua, lua_upvalueindex(1));
    lua_insert(lua, 1);
    lua_call(lua, lua_gettop(lua) - 1, LUA_MULTRET);
    Sandbox::check_time(lua);
    return lua_gettop(lua);
}

/// Upvalues: the text, and where the next line begins.
int next_line(lua_State* lua) {
    std::size_t size = 0;
    const char* text = lua_tolstring(lua, lua_upvalueindex(1), &size);
    const auto from = static_cast<std::size_t>(lua_tointeger(lua, lua_upvalueindex(2)));
    if (from >= size) return 0;
    const std::string_view rest(text + from, size - from);
    const auto length = rest.find('\n') == std::string_view::npos ? rest.size() : rest.find('\n');
    lua_pushinteger(lua, static_cast<lua_Integer>(from + length) + 1);
    lua_replace(lua, lua_upvalueindex(2));
    lua_pushlstring(lua, rest.data(), length);
    return 1;
}

/// `for line in lines(script)`: the way to search a whole script, since patterns are bounded by the text's length.
int lines(lua_State* lua) {
    luaL_checkstring(lua, 1);
    lua_settop(lua, 1);
    lua_pushinteger(lua, 0);
    lua_pushcclosure(lua, next_line, 2);
    return 1;
}

/// Stack: ..., library, safe -> unchanged. Copies the named functions.
void copy(lua_State* lua, std::initializer_list<const char*> names) {
    for (const char* name : names) {
        lua_getfield(lua, -2, name);
        lua_setfield(lua, -2, name);
    }
}

/// The same, each behind a guard. `plain` tells the guard that a fourth argument switches patterns off.
void guard(lua_State* lua, lua_CFunction guard_function, std::initializer_list<const char*> names,
           bool plain = false) {
    for (const char* name : names) {
        lua_getfield(lua, -2, name);
        lua_pushboolean(lua, plain);
        lua_pushcclosure(lua, guard_function, 2);
        lua_setfield(lua, -2, name);
    }
}

/// Stack: safe globals -> safe globals, library, fresh table.
void begin(lua_State* lua, const char* name, lua_CFunction open) {
    luaL_requiref(lua, name, open, 0);
    lua_newtable(lua);
}

/// Stack: safe globals, library, table -> safe globals, which now have the table under its name.
void end(lua_State* lua, const char* name) {
    lua_setfield(lua, -3, name);
    lua_pop(lua, 1);
}

} // namespace

void open_safe_library(lua_State* lua) {
    luaL_requiref(lua, LUA_GNAME, luaopen_base, 0);
    lua_newtable(lua);
    // pcall is not among them: it would catch the error that ends an endless loop
    copy(lua, {"assert", "error", "ipairs", "next", "pairs", "select", "tonumber", "tostring", "type"});
    lua_remove(lua, -2);
    lua_pushcfunction(lua, lines);
    lua_setfield(lua, -2, "lines");

    begin(lua, LUA_STRLIBNAME, luaopen_string);
    copy(lua, {"byte", "char", "format", "len", "lower", "reverse", "sub", "upper"});
    guard(lua, bounded_search, {"match", "gmatch", "gsub"});
    guard(lua, bounded_search, {"find"}, true);
    // ("x"):rep(n) and its like go through the metatable that all strings share
    lua_pushliteral(lua, "");
    lua_getmetatable(lua, -1);
    lua_pushvalue(lua, -3);
    lua_setfield(lua, -2, "__index");
    lua_pop(lua, 2);
    end(lua, LUA_STRLIBNAME);

    begin(lua, LUA_MATHLIBNAME, luaopen_math);
    copy(lua, {"abs", "ceil", "floor", "fmod", "huge", "max", "maxinteger", "min", "mininteger", "modf", "pi",
               "sqrt", "tointeger", "type", "ult"});
    end(lua, LUA_MATHLIBNAME);

    begin(lua, LUA_TABLIBNAME, luaopen_table);
    guard(lua, bounded_table, {"concat", "insert", "remove", "sort"});
    end(lua, LUA_TABLIBNAME);

    lua_rawseti(lua, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
}

} // namespace worklines::hint
