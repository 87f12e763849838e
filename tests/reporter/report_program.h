// SPDX-License-Identifier: GPL-2.0-or-later
// The built `worklines`, run as a person or cron would, with nothing of this machine's settings.
#pragma once

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

namespace worklines::test {

inline std::string contents(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

struct Outcome {
    int code = -1;
    std::string out, err;
};

/// A folder that goes with it.
struct Scratch {
    std::filesystem::path path;

    Scratch() {
        std::string name = (std::filesystem::temp_directory_path() / "worklines-test-XXXXXX").string();
        path = mkdtemp(name.data());
    }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    ~Scratch() { std::filesystem::remove_all(path); }
};

/// `environment` is all it gets. Output goes by way of files, so that no full pipe can stop it.
inline Outcome run(const std::string& what, std::vector<std::string> arguments,
                   std::vector<std::string> environment) {
    arguments.insert(arguments.begin(), what);
    const auto pointers = [](std::vector<std::string>& texts) {
        std::vector<char*> all;
        for (std::string& text : texts)
            all.push_back(text.data());
        all.push_back(nullptr);
        return all;
    };
    const auto argv = pointers(arguments), envp = pointers(environment);
    const Scratch scratch;
    const std::string out = scratch.path / "out", err = scratch.path / "err";
    const pid_t child = fork();
    if (child == 0) {
        const auto onto = [](const std::string& file, int descriptor) {
            dup2(open(file.c_str(), O_WRONLY | O_CREAT, 0600), descriptor);
        };
        onto(out, STDOUT_FILENO);
        onto(err, STDERR_FILENO);
        execve(what.c_str(), argv.data(), envp.data());
        _exit(127);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, contents(out), contents(err)};
}

inline Outcome program(std::vector<std::string> arguments,
                       std::vector<std::string> environment = {"WORKLINES_CONF=/dev/null", "TZ=UTC"}) {
    return run(WORKLINES_BINARY_DIR "/reporter/worklines", std::move(arguments), std::move(environment));
}

} // namespace worklines::test
