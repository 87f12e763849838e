// SPDX-License-Identifier: GPL-2.0-or-later
// From a rule's template and figures to one line that is safe to print beside "Submitted batch job 42".
//
// A template holds `{name}` or `{name:form}`; a form is one of
//   bytes     "5 MB", "1.4 GB" (1 GB is 1024 MB here, as for --mem)
//   duration  "45m", "1h 10m", "2d" (of seconds)
//   count     "14", or "1.2" where there is a fraction
// Without a form, texts stay as they are and numbers are counts.
#pragma once

#include "core/hint/value.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace worklines::hint {

inline constexpr std::size_t most_columns = 160;

std::string bytes_text(double bytes);
std::string duration_text(double seconds);
std::string count_text(double value);

/// What is wrong with a template, if anything.
std::optional<std::string> template_breach(std::string_view text);

/// Error: a figure that the template names is missing or not of its form.
Result<std::string> fill(std::string_view text, const Table& figures);

/// "worklines: TEXT (worklines explain SLUG)"
std::string line_of(std::string_view text, std::string_view slug);

/// Why a line must not be shown, if so. Programs read what sbatch prints, often with stderr merged in, and take a
/// number out of it for the job id: the phrases they look for, and a number where they look for one, must not
/// occur.
std::optional<std::string> breach(std::string_view line);

} // namespace worklines::hint
