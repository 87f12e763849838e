// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/value.h"

#include "core/snapshot/snapshot.h"

#include <lua.hpp>

#include <array>
#include <concepts>
#include <limits>
#include <utility>

namespace worklines::hint {
namespace {

/// Fills a table from `visit_fields` of Snapshot or History.
struct Filler {
    Table& table;

    void operator()(const char* name, const std::string& field) { put(name, Value{field}); }
    void operator()(const char* name, bool field) { put(name, Value{field}); }
    template <std::integral T>
    void operator()(const char* name, T field) {
        put(name, Value{static_cast<std::int64_t>(field)});
    }
    void operator()(const char* name, const std::optional<std::uint32_t>& field) {
        if (!field) return;
        if (*field == snapshot::unlimited)
            put(name, Value{std::numeric_limits<double>::infinity()});
        else
            (*this)(name, *field);
    }
    template <class T>
    void operator()(const char* name, const std::optional<T>& field) {
        if (field) (*this)(name, *field);
    }
    void operator()(const char* name, snapshot::Call call) {
        constexpr std::array words{"batch", "interactive", "change"};
        put(name, Value{std::string(words.at(static_cast<std::size_t>(call)))});
    }
    void operator()(const char* name, const snapshot::ScriptRef& script) {
        Table inner;
        inner.fields.emplace("size", Value{static_cast<std::int64_t>(script.size)});
        put(name, Value{std::move(inner)});
    }
    void operator()(const char* name, const std::vector<std::string>& texts) {
        Table inner;
        for (const auto& text : texts)
            inner.items.push_back(Value{text});
        put(name, Value{std::move(inner)});
    }
    void operator()(const char* name, const std::map<std::string, std::string>& texts) {
        Table inner;
        for (const auto& [key, text] : texts)
            inner.fields.emplace(key, Value{text});
        put(name, Value{std::move(inner)});
    }

    void put(const char* name, Value value) { table.fields.emplace(name, std::move(value)); }
};

constexpr int deepest = 8;
constexpr int most_values = 10'000;

std::string text_at(lua_State* lua, int index) {
    std::size_t size = 0;
    const char* text = lua_tolstring(lua, index, &size); // a string already: nothing is converted, nothing raised
    return {text, size};
}

Value read_within(lua_State* lua, int index, int depth, int& left);

Table read_table(lua_State* lua, int index, int depth, int& left) {
    Table table;
    if (depth >= deepest || lua_checkstack(lua, 4) == 0) return table;
    const auto count = static_cast<lua_Integer>(lua_rawlen(lua, index));
    for (lua_Integer i = 1; i <= count && left > 0; ++i) {
        lua_rawgeti(lua, index, i);
        table.items.push_back(read_within(lua, lua_gettop(lua), depth + 1, left));
        lua_pop(lua, 1);
    }
    lua_pushnil(lua);
    while (left > 0 && lua_next(lua, index) != 0) {
        if (lua_type(lua, -2) == LUA_TSTRING)
            table.fields.insert_or_assign(text_at(lua, -2), read_within(lua, lua_gettop(lua), depth + 1, left));
        lua_pop(lua, 1);
    }
    return table;
}

Value read_within(lua_State* lua, int index, int depth, int& left) {
    if (--left < 0) return {};
    switch (lua_type(lua, index)) {
    case LUA_TBOOLEAN:
        return {lua_toboolean(lua, index) != 0};
    case LUA_TNUMBER:
        if (lua_isinteger(lua, index) != 0) return {std::int64_t{lua_tointegerx(lua, index, nullptr)}};
        return {double{lua_tonumberx(lua, index, nullptr)}};
    case LUA_TSTRING:
        return {text_at(lua, index)};
    case LUA_TFUNCTION:
        return {Function{}};
    case LUA_TTABLE:
        return {read_table(lua, index, depth, left)};
    default:
        return {};
    }
}

struct Pusher {
    lua_State* lua;

    void operator()(std::monostate) const { lua_pushnil(lua); }
    void operator()(Function) const { lua_pushnil(lua); }
    void operator()(bool value) const { lua_pushboolean(lua, value); }
    void operator()(std::int64_t value) const { lua_pushinteger(lua, value); }
    void operator()(double value) const { lua_pushnumber(lua, value); }
    void operator()(const std::string& value) const { lua_pushlstring(lua, value.data(), value.size()); }
    void operator()(const Table& table) const {
        luaL_checkstack(lua, 4, "a table too deep");
        lua_createtable(lua, static_cast<int>(table.items.size()), static_cast<int>(table.fields.size()));
        lua_Integer at = 0;
        for (const Value& item : table.items) {
            push_value(lua, item);
            lua_rawseti(lua, -2, ++at);
        }
        for (const auto& [name, field] : table.fields) {
            lua_pushlstring(lua, name.data(), name.size());
            push_value(lua, field);
            lua_rawset(lua, -3);
        }
    }
};

} // namespace

const Value* Table::find(std::string_view name) const {
    const auto found = fields.find(name);
    return found == fields.end() ? nullptr : &found->second;
}

std::optional<double> Value::number() const {
    if (const auto* whole = std::get_if<std::int64_t>(&is)) return static_cast<double>(*whole);
    if (const auto* real = std::get_if<double>(&is)) return *real;
    return std::nullopt;
}

bool Value::holds() const {
    const auto* flag = std::get_if<bool>(&is);
    return given() && (flag == nullptr || *flag);
}

Value job_value(const snapshot::Snapshot& job) {
    Table table;
    snapshot::visit_fields(job, Filler{table});
    return {std::move(table)};
}

Value history_value(const History& history) {
    Table table;
    hint::visit_fields(history, Filler{table});
    return {std::move(table)};
}

Value read_value(lua_State* lua, int index) {
    int left = most_values;
    return read_within(lua, lua_absindex(lua, index), 0, left);
}

void push_value(lua_State* lua, const Value& value) { std::visit(Pusher{lua}, value.is); }

} // namespace worklines::hint
