// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/archive.h"

#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

namespace worklines::archive {
namespace {

std::string read_holder(int descriptor) {
    std::array<char, 32> text{};
    const ssize_t size = ::pread(descriptor, text.data(), text.size() - 1, 0);
    std::string holder(text.data(), size > 0 ? static_cast<std::size_t>(size) : 0);
    return holder.substr(0, holder.find_first_not_of("0123456789"));
}

} // namespace

Result<CollectLock> CollectLock::take(const std::filesystem::path& archive) {
    // A file of its own: SQLite locks the archive by ranges, which closing any descriptor of it would let go.
    std::filesystem::path file = archive;
    file += ".lock";
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return Error{std::string("cannot make the lock: ") + std::strerror(errno), file.string(),
                     errno == ENOENT ? "make its folder first" : "run as the archive's owner"};
    CollectLock lock(descriptor);
    if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        const std::string holder = read_holder(descriptor);
        return Error{"another collect is running" + (holder.empty() ? "" : " (process " + holder + ")"),
                     archive.string(), "try again when it is done"};
    }
    const std::string holder = std::to_string(::getpid()) + "\n";
    if (::ftruncate(descriptor, 0) != 0 || ::pwrite(descriptor, holder.data(), holder.size(), 0) < 0)
        return Error{std::string("cannot write: ") + std::strerror(errno), file.string(), ""};
    return lock;
}

CollectLock::~CollectLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
}

} // namespace worklines::archive
