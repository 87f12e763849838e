// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/spool/writer.h"

#include "core/spool/frame.h"
#include "core/spool/segment.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace worklines::spool {
namespace {

Error failed(const std::string& what, const std::filesystem::path& where) {
    const int reason = errno;
    std::string todo = "check the spool's file system";
    if (reason == ENOSPC || reason == EDQUOT) todo = "free space, or run `worklines collect`";
    if (reason == EROFS || reason == EACCES) todo = "make it writable for SlurmUser";
    if (reason == EMFILE || reason == ENFILE) todo = "raise slurmctld's limit of open files";
    return {what + ": " + std::strerror(reason), where.string(), todo};
}

/// A newborn segment that does not come to life leaves no file.
struct Unborn {
    int folder;
    std::string name;
    bool alive = false;
    ~Unborn() {
        if (!alive) unlinkat(folder, name.c_str(), 0);
    }
};

} // namespace

Result<Writer> Writer::begin(const Folder& folder, std::int64_t now_s) {
    Writer writer;
    writer.token_ = random_token();
    writer.stem_ = segment_stem(now_s, writer.token_);
    writer.day_ = utc_day(now_s);
    writer.folder_ = folder.fd();

    const std::string unborn_name = std::string(unborn_prefix) + writer.token_;
    Descriptor file(openat(folder.fd(), unborn_name.c_str(),
                           O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!file) return failed("cannot begin a segment", folder.path());
    Unborn unborn{folder.fd(), unborn_name};

    // Locked before it has a segment's name, so that no reader ever takes it for abandoned.
    if (flock(file.get(), LOCK_EX | LOCK_NB) != 0) return failed("cannot lock a segment", folder.path());
    const std::string head = head_line(writer.token_, utc_time(now_s));
    if (write(file.get(), head.data(), head.size()) != static_cast<ssize_t>(head.size()))
        return failed("cannot begin a segment", folder.path());
    const std::string name = writer.stem_ + std::string(open_suffix);
    if (renameat(folder.fd(), unborn_name.c_str(), folder.fd(), name.c_str()) != 0)
        return failed("cannot name a segment", folder.path());
    unborn.alive = true;

    struct stat held {};
    if (fstat(file.get(), &held) != 0) return failed("cannot look at a segment", folder.path());
    writer.device_ = held.st_dev;
    writer.inode_ = held.st_ino;
    writer.size_ = head.size();
    writer.file_ = std::make_shared<const Descriptor>(std::move(file));
    return writer;
}

Result<void> Writer::append(std::string_view json, std::string_view script_sha256, std::string_view script) {
    const bool fresh = !script.empty() && !scripts_.contains(std::string(script_sha256));
    const std::string_view body = fresh ? script : std::string_view{};
    const std::string line = frame_line(token_, sequence_, json, body.size());
    const auto part = [](std::string_view bytes) { return iovec{const_cast<char*>(bytes.data()), bytes.size()}; };
    const std::array<iovec, 5> parts{part(line), part(json), part("\n"), part(body), part("\n")};
    const std::size_t size = line.size() + json.size() + body.size() + 2;

    // Before the write: if memory is short, nothing has been written yet.
    if (fresh) scripts_.emplace(script_sha256);
    ssize_t written = 0;
    do {
        written = writev(file_->get(), parts.data(), static_cast<int>(parts.size()));
    } while (written < 0 && errno == EINTR);
    if (written == static_cast<ssize_t>(size)) {
        ++sequence_;
        size_ += size;
        return {};
    }

    if (written >= 0) errno = ENOSPC; // what a short write means on a file
    const Error error = failed("cannot write to the segment", stem_);
    if (fresh) scripts_.erase(std::string(script_sha256));
    if (written > 0 && ftruncate(file_->get(), static_cast<off_t>(size_)) != 0) broken_ = true;
    return error;
}

void Writer::seal() {
    if (!in_place()) return;
    const std::string from = stem_ + std::string(open_suffix), to = stem_ + std::string(sealed_suffix);
    renameat(folder_, from.c_str(), folder_, to.c_str());
}

bool Writer::in_place() const {
    struct stat named {};
    const std::string name = stem_ + std::string(open_suffix);
    return fstatat(folder_, name.c_str(), &named, AT_SYMLINK_NOFOLLOW) == 0 && named.st_dev == device_ &&
           named.st_ino == inode_;
}

bool Writer::deleted() const {
    struct stat held {};
    return fstat(file_->get(), &held) == 0 && held.st_nlink == 0;
}

} // namespace worklines::spool
