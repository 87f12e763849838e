// SPDX-License-Identifier: GPL-2.0-or-later
// A program that is run for what it prints. No shell, so nothing is expanded.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <sys/types.h>

namespace worklines::accounting {

class Process {
  public:
    /// Looks for the program in PATH. `environment`: NAME=value, added to our own or in place of it.
    static Result<Process> start(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& environment);
    Process(Process&& other) noexcept;
    Process& operator=(Process&&) = delete;
    ~Process(); ///< ends it, if it still runs

    /// What it prints; 0: it closed its output. Error: nothing came for `patience_s` seconds.
    Result<std::size_t> read(char* buffer, std::size_t size, int patience_s);
    /// Waits for its end. Error: it failed; the first line that it wrote to stderr says why.
    Result<void> finish();

  private:
    Process(std::string name, pid_t pid, int output, int errors);
    void read_errors();

    std::string name_;
    pid_t pid_ = -1;
    int output_ = -1, errors_ = -1;
    std::string complaint_; ///< the first bytes of its stderr
};

} // namespace worklines::accounting
