// SPDX-License-Identifier: GPL-2.0-or-later
// What goes into a rule and comes out of it, as C++ values. All reading of Lua tables happens on these, so that no
// destructor is ever between an error of Lua (a longjmp) and the lua_pcall that catches it.
#pragma once

#include "core/hint/history.h"

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

struct lua_State;

namespace worklines::snapshot {
struct Snapshot;
}

namespace worklines::hint {

struct Value;

/// A Lua table: what stands under 1, 2, 3, ... and what stands under names.
struct Table {
    std::vector<Value> items;
    std::map<std::string, Value, std::less<>> fields;

    const Value* find(std::string_view name) const;
};

struct Function {}; ///< a Lua function; it stays where it is

struct Value {
    std::variant<std::monostate, bool, std::int64_t, double, std::string, Function, Table> is;

    const std::string* text() const { return std::get_if<std::string>(&is); }
    const Table* table() const { return std::get_if<Table>(&is); }
    std::optional<double> number() const;
    bool given() const { return !std::holds_alternative<std::monostate>(is); }
    /// As Lua sees it: everything but nil and false.
    bool holds() const;
};

/// A snapshot's fields under the names of core/spool/FORMAT.md; what is not given is absent, `unlimited` is
/// infinite.
Value job_value(const snapshot::Snapshot& snapshot);
Value history_value(const History& history);

/// Reads what stands at `index`. Raises no error of Lua; tables nested deeper than eight, or of more than 10,000
/// values in all, come out cut.
Value read_value(lua_State* lua, int index);

/// Pushes one value; raises errors of Lua (memory): only to be called under lua_pcall. Functions become nil.
void push_value(lua_State* lua, const Value& value);

} // namespace worklines::hint
