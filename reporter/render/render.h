// SPDX-License-Identifier: GPL-2.0-or-later
// A portrait as bytes, in four formats. A renderer gets figures and words and computes nothing; what is unknown is
// shown as unknown. Texts of a portrait come from people's scripts: each format makes them harmless in its own way.
#pragma once

#include "reporter/portrait/portrait.h"
#include "reporter/render/language.h"

#include <string>

namespace worklines::render {

std::string json(const portrait::Portrait& portrait); ///< packaging/schema/report.schema.json
std::string text(const portrait::Portrait& portrait, const Language& language);
std::string markdown(const portrait::Portrait& portrait, const Language& language);
std::string html(const portrait::Portrait& portrait, const Language& language); ///< one self-contained page

std::string lines_json(const portrait::Portrait& portrait); ///< the report's `lines` alone
std::string lines_text(const portrait::Portrait& portrait, const Language& language);

} // namespace worklines::render
