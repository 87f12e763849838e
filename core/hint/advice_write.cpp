// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/advice_format.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace worklines::hint {
namespace {

/// The file beside the index until it is complete; gone again if it never is.
class Aside {
  public:
    explicit Aside(const std::filesystem::path& path) : name_(path.string() + ".XXXXXX") {
        file_ = mkostemp(name_.data(), O_CLOEXEC);
    }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;
    ~Aside() {
        if (file_ < 0) return;
        close(file_);
        if (!kept_) unlink(name_.c_str());
    }

    bool put(const void* bytes, std::size_t size) {
        const char* from = static_cast<const char*>(bytes);
        while (size > 0) {
            const ssize_t written = ::write(file_, from, size);
            if (written < 0 && errno == EINTR) continue;
            if (written <= 0) return false;
            from += written;
            size -= static_cast<std::size_t>(written);
        }
        return true;
    }

    bool keep_as(const std::filesystem::path& path) {
        kept_ = fsync(file_) == 0 && rename(name_.c_str(), path.c_str()) == 0;
        return kept_;
    }

    int file() const { return file_; }

  private:
    std::string name_;
    int file_ = -1;
    bool kept_ = false;
};

bool give_to(int file, const Access& access) {
    const bool owned = !access.owner && !access.group ? true
                                                      : fchown(file, access.owner.value_or(static_cast<uid_t>(-1)),
                                                               access.group.value_or(static_cast<gid_t>(-1))) == 0;
    return owned && fchmod(file, access.mode) == 0;
}

/// So that the rename survives a power cut. Not every file system can, and the next run writes it again.
void sync_folder(const std::filesystem::path& path) {
    const std::string folder = path.has_parent_path() ? path.parent_path().string() : ".";
    const int file = open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
}

Error cannot(const std::string& what, const std::filesystem::path& path) {
    return {"cannot " + what + " the advice index: " + std::strerror(errno), path.string(),
            "check that its folder exists and can be written"};
}

} // namespace

Result<void> write(const std::filesystem::path& path, std::vector<Entry> entries, const Access& access) {
    std::ranges::sort(entries, {}, &Entry::key);
    const auto twice = std::ranges::adjacent_find(entries, {}, &Entry::key);
    if (twice != entries.end())
        return Error{"two histories for one key of uid " + std::to_string(twice->key.uid), path.string(), ""};

    std::vector<format::Record> records;
    records.reserve(entries.size());
    for (const Entry& entry : entries)
        records.push_back(format::encode(entry));
    format::Header header;
    header.entry_size = sizeof(format::Record);
    header.count = records.size();
    const std::size_t size = records.size() * sizeof(format::Record);
    header.checksum = format::checksum(header, {reinterpret_cast<const unsigned char*>(records.data()), size});

    Aside aside(path);
    if (aside.file() < 0) return cannot("create", path);
    if (!give_to(aside.file(), access)) return cannot("hand over", path);
    if (!aside.put(&header, sizeof header) || !aside.put(records.data(), size) || !aside.keep_as(path))
        return cannot("write", path);
    sync_folder(path);
    return {};
}

} // namespace worklines::hint
