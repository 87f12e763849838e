// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/spool/folder.h"

#include "core/spool/segment.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/vfs.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <memory>
#include <string>

namespace worklines::spool {
namespace {

Error refuse(const std::filesystem::path& path, std::string what, std::string todo) {
    return {std::move(what), path.string(), std::move(todo)};
}

/// Calls `visit(name)` for each entry, through a descriptor of its own so that positions are not shared.
template <class Visit>
void each_entry(int folder, Visit&& visit) {
    const int fd = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd < 0) return;
    const std::unique_ptr<DIR, int (*)(DIR*)> entries(fdopendir(fd), closedir);
    if (!entries) {
        ::close(fd);
        return;
    }
    while (const dirent* entry = readdir(entries.get()))
        visit(entry->d_name);
}

/// Whether nobody writes to it any more: its lock can be had.
bool is_left(int folder, const char* name) {
    const Descriptor file(openat(folder, name, O_RDWR | O_NOFOLLOW | O_CLOEXEC));
    return file && flock(file.get(), LOCK_EX | LOCK_NB) == 0;
}

} // namespace

Result<Folder> Folder::open(const std::filesystem::path& path) {
    constexpr int flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC;
    Descriptor fd(::open(path.c_str(), flags));
    if (!fd && errno == ENOENT && mkdir(path.c_str(), 0700) == 0) fd = Descriptor(::open(path.c_str(), flags));
    if (!fd) {
        const int reason = errno;
        if (reason == ELOOP || reason == ENOTDIR)
            return refuse(path, "the spool is a symbolic link or not a folder",
                          "make it a folder of SlurmUser, mode 0700");
        return refuse(path, std::string("cannot open the spool: ") + std::strerror(reason),
                      "make it: install -d -m 0700 -o SlurmUser " + path.string());
    }
    struct stat info {};
    if (fstat(fd.get(), &info) != 0) return refuse(path, std::strerror(errno), "check the file system");
    if (info.st_uid != geteuid())
        return refuse(path, "the spool is owned by uid " + std::to_string(info.st_uid) + " and not by SlurmUser",
                      "chown it to uid " + std::to_string(geteuid()));
    if ((info.st_mode & 022) != 0) return refuse(path, "the spool can be written by others", "chmod 0700 it");
    return Folder(path, std::move(fd), info.st_dev, info.st_ino);
}

bool Folder::in_place() const {
    struct stat info {};
    return lstat(path_.c_str(), &info) == 0 && info.st_dev == device_ && info.st_ino == inode_;
}

void Folder::adopt() const {
    each_entry(fd(), [&](const char* entry) {
        const std::string name = entry;
        if (name.starts_with(unborn_prefix) && is_left(fd(), entry)) {
            unlinkat(fd(), entry, 0);
            return;
        }
        const auto segment = parse_segment_name(name);
        if (!segment || segment->sealed || !is_left(fd(), entry)) return;
        renameat(fd(), entry, fd(), (segment->stem + std::string(sealed_suffix)).c_str());
    });
}

Room Folder::room() const {
    Room room;
    each_entry(fd(), [&](const char* entry) {
        struct stat info {};
        if (parse_segment_name(entry) && fstatat(fd(), entry, &info, AT_SYMLINK_NOFOLLOW) == 0)
            room.used += static_cast<std::uint64_t>(info.st_size);
    });
    struct statvfs volume {};
    if (fstatvfs(fd(), &volume) == 0) {
        room.free = volume.f_bavail * volume.f_frsize;
        room.total = volume.f_blocks * volume.f_frsize;
    }
    return room;
}

const char* Folder::network_file_system() const {
    struct Kind {
        unsigned long magic;
        const char* name;
    };
    // linux/magic.h where it has them; the others from the file systems' own sources.
    constexpr std::array<Kind, 8> kinds{{{0x6969, "nfs"},
                                         {0xff534d42, "cifs"},
                                         {0xfe534d42, "smb2"},
                                         {0x0bd00bd0, "lustre"},
                                         {0x00c36400, "ceph"},
                                         {0x47504653, "gpfs"},
                                         {0x19830326, "beegfs"},
                                         {0x65735546, "fuse"}}};
    struct statfs info {};
    if (fstatfs(fd(), &info) != 0) return "";
    for (const Kind& kind : kinds)
        if (kind.magic == static_cast<unsigned long>(info.f_type)) return kind.name;
    return "";
}

} // namespace worklines::spool
