// SPDX-License-Identifier: GPL-2.0-or-later
// Whole scripts to try the reader on: those kept for it, and the demo's.
#pragma once

#include "core/script/languages.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace worklines::script {

struct Stored {
    std::string name, bytes;
};

/// By name. Those of a Bourne shell alone may be put together.
inline std::vector<Stored> stored_scripts(bool shell_only = false) {
    std::vector<Stored> all;
    for (const char* folder : {"/tests/stored/scripts", "/packaging/demo/scripts"})
        for (const auto& entry : std::filesystem::directory_iterator(std::string(WORKLINES_SOURCE_DIR) + folder)) {
            if (!entry.is_regular_file()) continue;
            std::ifstream file(entry.path(), std::ios::binary);
            std::string bytes((std::istreambuf_iterator<char>(file)), {});
            if (!shell_only || language_of(bytes) == Language::shell)
                all.push_back({entry.path().filename(), std::move(bytes)});
        }
    BOOST_REQUIRE(all.size() > 1);
    std::ranges::sort(all, {}, &Stored::name);
    return all;
}

} // namespace worklines::script
