// SPDX-License-Identifier: GPL-2.0-or-later
// Runs the real `worklines` and keeps what it said.
#pragma once

#include "tests/reporter/scratch.h"

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include <sys/wait.h>

namespace worklines::tests {

inline std::string read_file(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

inline void write_file(const std::filesystem::path& file, const std::string& bytes) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
}

struct Ran {
    int code = -1;
    std::string out, err;
};

/// `arguments` as a shell reads them; `{}` in them is the scratch folder. A configuration of the machine is not
/// read.
class Program {
  public:
    Ran operator()(std::string arguments, const std::string& environment = {}) const {
        for (std::size_t at = 0; (at = arguments.find("{}", at)) != std::string::npos;)
            arguments.replace(at, 2, scratch.path().string());
        const std::string out = (scratch / "stdout").string(), err = (scratch / "stderr").string();
        const std::string command = "WORKLINES_CONF=" + (scratch / "worklines.conf").string() + " " + environment +
                                    " " WORKLINES_BINARY_DIR "/reporter/worklines " + arguments + " >" + out +
                                    " 2>" + err;
        const int status = std::system(command.c_str());
        return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, read_file(out), read_file(err)};
    }

    Scratch scratch;
};

} // namespace worklines::tests
