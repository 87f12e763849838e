// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/advice.h"

#include "core/hint/advice_format.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace worklines::hint {
namespace {

constexpr const char* rewrite = "run `worklines advise` to write it anew";

std::int64_t modified_ns(const struct stat& status) {
    return status.st_mtim.tv_sec * 1'000'000'000 + status.st_mtim.tv_nsec;
}

std::optional<std::string> distrust(const struct stat& status) {
    if (!S_ISREG(status.st_mode)) return "the advice index is not a regular file";
    if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0) return "the advice index can be written by others";
    // Root looks at it for `doctor`: it may belong to SlurmUser then.
    if (status.st_uid != 0 && status.st_uid != geteuid() && geteuid() != 0)
        return "the advice index belongs to somebody else";
    return std::nullopt;
}

std::optional<std::string> damage(std::span<const unsigned char> file) {
    format::Header header;
    if (file.size() < sizeof header) return "the advice index is cut short";
    std::memcpy(&header, file.data(), sizeof header);
    if (header.magic != format::magic) return "not an advice index";
    if (header.version != format::version || header.entry_size != sizeof(format::Record))
        return "an advice index of another version of worklines";
    const auto entries = file.subspan(sizeof header);
    if (entries.size() / sizeof(format::Record) != header.count || entries.size() % sizeof(format::Record) != 0)
        return "the advice index is cut short or too long";
    if (format::checksum(header, entries) != header.checksum) return "the advice index is damaged";
    return std::nullopt;
}

format::Record record_at(const unsigned char* entries, std::uint64_t at) {
    format::Record record;
    std::memcpy(&record, entries + at * sizeof record, sizeof record);
    return record;
}

Key key_at(const unsigned char* entries, std::uint64_t at) {
    const auto record = record_at(entries, at);
    return {record.uid, static_cast<KeyKind>(record.kind), record.hash};
}

} // namespace

Result<std::shared_ptr<const Index>> Index::open(const std::filesystem::path& path) {
    const auto error = [&](const std::string& what) { return Error{what, path.string(), rewrite}; };
    std::shared_ptr<Index> index(new Index);
    index->file_ = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    if (index->file_ < 0) return error(std::string("cannot open the advice index: ") + std::strerror(errno));
    struct stat status {};
    if (fstat(index->file_, &status) != 0) return error("cannot look at the advice index");
    if (const auto why = distrust(status)) return error(*why);

    index->size_ = static_cast<std::uint64_t>(status.st_size);
    index->device_ = status.st_dev;
    index->inode_ = status.st_ino;
    index->modified_ns_ = modified_ns(status);
    if (index->size_ < sizeof(format::Header)) return error("the advice index is cut short");
    void* bytes = mmap(nullptr, index->size_, PROT_READ, MAP_SHARED, index->file_, 0);
    if (bytes == MAP_FAILED) return error(std::string("cannot map the advice index: ") + std::strerror(errno));
    index->bytes_ = static_cast<const unsigned char*>(bytes);
    if (const auto why = damage({index->bytes_, index->size_})) return error(*why);
    // The look at every page made them count as slurmctld's memory; a search needs but a few.
    madvise(bytes, index->size_, MADV_DONTNEED);
    index->count_ = (index->size_ - sizeof(format::Header)) / sizeof(format::Record);
    return std::shared_ptr<const Index>(std::move(index));
}

Index::~Index() {
    if (bytes_ != nullptr) munmap(const_cast<unsigned char*>(bytes_), size_);
    if (file_ >= 0) close(file_);
}

std::optional<History> Index::find(const Key& key) const {
    struct stat status {};
    if (fstat(file_, &status) != 0 || static_cast<std::uint64_t>(status.st_size) != size_) return std::nullopt;
    const unsigned char* const entries = bytes_ + sizeof(format::Header);
    std::uint64_t low = 0, high = count_;
    while (low < high) {
        const auto middle = low + (high - low) / 2;
        if (key_at(entries, middle) < key)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == count_ || key_at(entries, low) != key) return std::nullopt;
    return format::decode(record_at(entries, low)).history;
}

bool Index::is_still(const std::filesystem::path& path) const {
    struct stat status {};
    return lstat(path.c_str(), &status) == 0 && status.st_dev == device_ && status.st_ino == inode_ &&
           modified_ns(status) == modified_ns_ && static_cast<std::uint64_t>(status.st_size) == size_;
}

std::optional<History> Advice::find(const Key& key, std::int64_t now_s) {
    const auto index = current(now_s);
    return index ? index->find(key) : std::nullopt;
}

std::shared_ptr<const Index> Advice::current(std::int64_t now_s) {
    std::unique_lock lock(mutex_);
    if (looked_s_ == now_s) return index_;
    looked_s_ = now_s;
    auto old = index_;
    lock.unlock(); // reading a new index takes milliseconds: others go on with the old one
    if (old && old->is_still(path_)) return old;

    std::error_code ignored;
    std::shared_ptr<const Index> fresh;
    std::optional<Error> problem;
    if (std::filesystem::exists(std::filesystem::symlink_status(path_, ignored))) {
        auto opened = Index::open(path_);
        if (opened)
            fresh = *opened;
        else
            problem = opened.error();
    }
    lock.lock();
    index_ = fresh;
    if (problem && problem->what != last_problem_) problem_ = problem;
    last_problem_ = problem ? problem->what : "";
    return fresh;
}

std::optional<Error> Advice::take_problem() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(problem_, std::nullopt);
}

} // namespace worklines::hint
