// SPDX-License-Identifier: GPL-2.0-or-later
// What the public sees of a portrait.
#pragma once

#include "reporter/join/joined.h"
#include "reporter/portrait/portrait.h"
#include "reporter/render/language.h"

#include <string_view>

namespace worklines::commands {

inline constexpr std::string_view staff_audience = "staff", public_audience = "public";

/// For the public, a line in whose words a person or an account of these runs can be recognised is called by its
/// id.
portrait::Portrait for_audience(portrait::Portrait portrait, std::string_view audience, const join::Runs& runs,
                                const render::Language& language);

} // namespace worklines::commands
