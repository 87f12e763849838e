// SPDX-License-Identifier: GPL-2.0-or-later
// For whom, in which formats and language a report is made.
#pragma once

#include "core/result.h"
#include "reporter/commands/report_files.h"
#include "reporter/portrait/portrait.h"
#include "reporter/render/language.h"

#include <string>
#include <string_view>
#include <vector>

namespace worklines::commands {

struct Format {
    std::string_view name, extension;
    std::string (*render)(const portrait::Portrait&, const render::Language&);
};

/// Names with commas between them, each once. Error: an unknown one, or none.
Result<std::vector<const Format*>> formats_of(const std::string& names);
/// Error: no such language.
Result<const render::Language*> language_of(const std::string& code);
/// Error: neither `staff` nor `public`.
Result<void> check_audience(const std::string& audience);

/// `AUDIENCE.EXTENSION` for each format.
std::vector<NamedBytes> rendered(const portrait::Portrait& portrait, std::string_view audience,
                                 const std::vector<const Format*>& formats, const render::Language& language);

} // namespace worklines::commands
