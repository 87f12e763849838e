// SPDX-License-Identifier: GPL-2.0-or-later
// What a rule may call. Nothing that reaches out, loads code, catches the errors of a limit, or runs for long
// inside C where the count of instructions does not see it.
#pragma once

struct lua_State;

namespace worklines::hint {

/// Makes the safe functions the globals of a fresh state; inside a lua_pcall.
void open_safe_library(lua_State* lua);

} // namespace worklines::hint
