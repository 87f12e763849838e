// SPDX-License-Identifier: GPL-2.0-or-later
// Which language a text is in: by its `#!`, by the program that reads it, by its file's name.
#pragma once

#include "core/script/reading.h"

namespace worklines::script {

/// Of `#!`, without folder and env; empty without `#!`.
std::string interpreter_of(std::string_view script);

/// Text without `#!` is shell if it is text at all: that is how it would be run.
Language language_of(std::string_view script);

Language language_of_program(std::string_view program); ///< other if it runs no scripts
Language language_of_file(std::string_view name);       ///< other if the ending says nothing

} // namespace worklines::script
