// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/process.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string_view>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

namespace worklines::accounting {
namespace {

constexpr std::size_t most_complaint = 4096;

std::vector<std::string> merged_environment(const std::vector<std::string>& own) {
    std::vector<std::string> all = own;
    for (char** entry = environ; *entry != nullptr; ++entry) {
        const std::string_view text(*entry);
        const std::string_view name = text.substr(0, text.find('=') + 1);
        bool replaced = false;
        for (const std::string& ours : own)
            replaced = replaced || std::string_view(ours).starts_with(name);
        if (!replaced) all.emplace_back(text);
    }
    return all;
}

std::vector<char*> pointers(const std::vector<std::string>& texts) {
    std::vector<char*> all;
    for (const std::string& text : texts)
        all.push_back(const_cast<char*>(text.c_str())); // posix_spawn does not write to them
    all.push_back(nullptr);
    return all;
}

} // namespace

Process::Process(std::string name, pid_t pid, int output, int errors)
    : name_(std::move(name)), pid_(pid), output_(output), errors_(errors) {}

Process::Process(Process&& other) noexcept
    : name_(std::move(other.name_)), pid_(std::exchange(other.pid_, -1)), output_(std::exchange(other.output_, -1)),
      errors_(std::exchange(other.errors_, -1)), complaint_(std::move(other.complaint_)) {}

Process::~Process() {
    for (const int descriptor : {output_, errors_})
        if (descriptor >= 0) ::close(descriptor);
    if (pid_ <= 0) return;
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
}

Result<Process> Process::start(const std::vector<std::string>& arguments,
                               const std::vector<std::string>& environment) {
    std::array<int, 2> output{-1, -1}, errors{-1, -1};
    if (::pipe2(output.data(), O_CLOEXEC) != 0)
        return Error{std::string("cannot make a pipe: ") + std::strerror(errno), "", ""};
    if (::pipe2(errors.data(), O_CLOEXEC | O_NONBLOCK) != 0) {
        const Error error{std::string("cannot make a pipe: ") + std::strerror(errno), "", ""};
        ::close(output[0]);
        ::close(output[1]);
        return error;
    }
    const auto all = merged_environment(environment);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, output[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, errors[1], STDERR_FILENO);
    pid_t pid = -1;
    const int code = ::posix_spawnp(&pid, arguments.front().c_str(), &actions, nullptr, pointers(arguments).data(),
                                    pointers(all).data());
    posix_spawn_file_actions_destroy(&actions);
    ::close(output[1]);
    ::close(errors[1]);
    if (code != 0) {
        ::close(output[0]);
        ::close(errors[0]);
        return Error{std::string("cannot run it: ") + std::strerror(code), arguments.front(), ""};
    }
    return Process(arguments.front(), pid, output[0], errors[0]);
}

void Process::read_errors() {
    std::array<char, 1024> buffer{};
    while (true) {
        const ssize_t got = ::read(errors_, buffer.data(), buffer.size());
        if (got < 0 && errno == EINTR) continue;
        if (got > 0) {
            const std::size_t room = most_complaint - complaint_.size();
            complaint_.append(buffer.data(), std::min(room, static_cast<std::size_t>(got)));
            continue;
        }
        if (got == 0) {
            ::close(errors_);
            errors_ = -1; // poll passes over it
        }
        return;
    }
}

Result<std::size_t> Process::read(char* buffer, std::size_t size, int patience_s) {
    while (true) {
        std::array<pollfd, 2> wait{{{output_, POLLIN, 0}, {errors_, POLLIN, 0}}};
        const int ready = ::poll(wait.data(), wait.size(), patience_s * 1000);
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) return Error{std::string("cannot wait for it: ") + std::strerror(errno), name_, ""};
        if (ready == 0)
            return Error{"timed out: no answer for " + std::to_string(patience_s) + " seconds", name_, ""};
        if (wait[1].revents != 0) read_errors();
        if (wait[0].revents == 0) continue;
        const ssize_t got = ::read(output_, buffer, size);
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) return Error{std::string("cannot read from it: ") + std::strerror(errno), name_, ""};
        return static_cast<std::size_t>(got);
    }
}

Result<void> Process::finish() {
    if (errors_ >= 0) read_errors();
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0 && errno == EINTR) {
    }
    pid_ = -1;
    if (WIFEXITED(status) && WEXITSTATUS(status) == 0) return {};
    std::string why = complaint_.substr(0, complaint_.find('\n'));
    const std::string prefix = name_ + ": ";
    if (why.starts_with(prefix)) why.erase(0, prefix.size());
    const std::string how = WIFSIGNALED(status) ? "ended by signal " + std::to_string(WTERMSIG(status))
                                                : "failed with exit status " + std::to_string(WEXITSTATUS(status));
    return Error{why.empty() ? how : how + ": " + why, name_, ""};
}

} // namespace worklines::accounting
