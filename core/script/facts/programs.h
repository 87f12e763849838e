// SPDX-License-Identifier: GPL-2.0-or-later
// What commands run, as far as it tells what a script is for.
#pragma once

#include "core/script/reading.h"

#include <string_view>

namespace worklines::script {

/// `python3.12` is python.
std::string_view without_version(std::string_view program);

/// Of a language, or of a framework that starts a script many times; the shells are apart.
bool runs_a_script(const Command& command);
bool is_shell(const Command& command);

/// By mpirun, srun and the like.
bool is_launched(const Command& command);

/// The script of an interpreter's, or a program of their own; empty for any other.
std::string_view what_it_runs(const Command& command);

/// How strongly it speaks for a build: an image, a library; less for an environment, which trainings make on the
/// way.
double builds(const Command& command);

bool asks_for_gpu(const Reading& reading);
bool only_submits(const Reading& reading);
/// Nothing but files that go from one place to another.
bool only_moves_files(const Reading& reading);

} // namespace worklines::script
