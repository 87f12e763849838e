// SPDX-License-Identifier: GPL-2.0-or-later
// The spool's folder as the writer sees it: opened once, checked again before each record.
#pragma once

#include "core/result.h"
#include "core/spool/descriptor.h"

#include <sys/types.h>

#include <cstdint>
#include <filesystem>

namespace worklines::spool {

/// What is in the folder and what is left around it.
struct Room {
    std::uint64_t used = 0;  ///< bytes in segments
    std::uint64_t free = 0;  ///< bytes on the file system that we may take
    std::uint64_t total = 0; ///< its size
};

class Folder {
  public:
    /// Makes the folder (0700) if it is missing and its parent is there. Refuses a symlink, one of another owner
    /// and one that others can write.
    static Result<Folder> open(const std::filesystem::path& path);

    int fd() const { return fd_.get(); }
    const std::filesystem::path& path() const { return path_; }

    /// Whether the path still leads to this very folder, and not to nothing, a symlink or another one.
    bool in_place() const;

    /// Seals segments that writers left behind when they died, and removes unborn ones.
    void adopt() const;

    Room room() const;

    /// Name of a network file system ("nfs", "lustre", ...) if the folder lies on one; else empty.
    const char* network_file_system() const;

  private:
    Folder(std::filesystem::path path, Descriptor fd, dev_t device, ino_t inode)
        : path_(std::move(path)), fd_(std::move(fd)), device_(device), inode_(inode) {}

    std::filesystem::path path_;
    Descriptor fd_;
    dev_t device_;
    ino_t inode_;
};

} // namespace worklines::spool
