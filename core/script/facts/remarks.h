// SPDX-License-Identifier: GPL-2.0-or-later
// What people write down beside their commands: language, kind, date.
#pragma once

#include "core/script/facts.h"

#include <vector>

namespace worklines::script {

/// Of the comments that say something: rulers, directives put out of use and single words are left out. Secrets in
/// them are dots.
std::vector<Remark> remarks_of(const Reading& reading);

} // namespace worklines::script
