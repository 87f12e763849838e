// SPDX-License-Identifier: GPL-2.0-or-later
// Figures as people read them. The only place where a number becomes text for a person.
#pragma once

#include "reporter/render/language.h"

#include <cstdint>
#include <optional>
#include <string>

namespace worklines::render {

std::string count(std::uint64_t value, const Language& language); ///< `12,345`
/// `12,345.6`; above zero and too little for a digit: `< 0.1`. Empty, or no number: the word for unknown.
std::string hours(std::optional<double> value, const Language& language);
std::string share(double value, const Language& language); ///< of 0..1: `98.7 %`, and 100 % only if it is all
std::string wait(std::int64_t seconds);                    ///< `3h 20m`; below a minute `45s`

} // namespace worklines::render
