// SPDX-License-Identifier: GPL-2.0-or-later
// Titles that a stranger understands: the field, what is done, and the tools and benchmarks that set a line apart
// from the others. Of the lexicon's names only, which are nobody's own.
#pragma once

#include "reporter/lines/lines.h"
#include "reporter/lines/notes.h"

#include <string>
#include <vector>

namespace worklines::lines {

/// For each line: "Genomics: analysis (BWA, GATK)"; where field and names are not known, what its first script
/// runs; empty for a line without scripts.
std::vector<std::string> titles_of(const Lines& lines, const Notes& notes);

} // namespace worklines::lines
