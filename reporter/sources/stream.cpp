// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/stream.h"

#include <archive.h>
#include <archive_entry.h>

#include <new>

namespace worklines::sources {
namespace {

constexpr std::size_t block = 256 << 10;

/// Scripts that are much alike pack well, to a hundredth maybe. What unpacks to more is made to hurt.
constexpr std::int64_t bomb_floor = std::int64_t{4} << 30, bomb_ratio = 1'000;

} // namespace

void Stream::End::operator()(::archive* handle) const { archive_read_free(handle); }

Result<Stream> Stream::open(int descriptor, std::string name) {
    Stream stream(archive_read_new(), std::move(name));
    ::archive* const handle = stream.handle_.get();
    if (handle == nullptr) throw std::bad_alloc();
    // ARCHIVE_WARN would mean that a program is run for it: not on hostile input.
    for (const auto support : {archive_read_support_filter_gzip, archive_read_support_filter_xz,
                               archive_read_support_filter_zstd, archive_read_support_filter_bzip2})
        if (support(handle) != ARCHIVE_OK)
            return Error{"this libarchive does not unpack by itself", stream.name_, "install one that does"};
    archive_read_support_format_tar(handle);
    archive_read_support_format_raw(handle);
    archive_read_support_format_empty(handle);
    if (archive_read_open_fd(handle, descriptor, block) != ARCHIVE_OK) return stream.error();
    return stream;
}

Error Stream::error() const {
    const char* const why = archive_error_string(handle_.get());
    return {std::string("cannot be read on: ") + (why != nullptr ? why : "damaged"), name_, ""};
}

bool Stream::is_bomb() const {
    return archive_filter_bytes(handle_.get(), 0) >
           bomb_floor + bomb_ratio * archive_filter_bytes(handle_.get(), -1);
}

Result<Stream::Step> Stream::next() {
    const int status = archive_read_next_header(handle_.get(), &entry_);
    if (status == ARCHIVE_EOF) return Step::end;
    if (status < ARCHIVE_WARN) return error();
    if (is_bomb()) return Error{"unpacks to far more than scripts do", name_, ""};
    return Step::member;
}

bool Stream::is_tar() const {
    return (archive_format(handle_.get()) & ARCHIVE_FORMAT_BASE_MASK) == ARCHIVE_FORMAT_TAR;
}

bool Stream::is_link() const {
    return archive_entry_hardlink(entry_) != nullptr || archive_entry_filetype(entry_) == AE_IFLNK;
}

bool Stream::is_file() const { return archive_entry_filetype(entry_) == AE_IFREG && !is_link(); }

std::string Stream::path() const {
    const char* const path = archive_entry_pathname(entry_);
    return path != nullptr ? path : "";
}

std::uint64_t Stream::size() const { return static_cast<std::uint64_t>(archive_entry_size(entry_)); }

Result<std::size_t> Stream::read(char* buffer, std::size_t size) {
    const la_ssize_t got = archive_read_data(handle_.get(), buffer, size);
    if (got < 0) return error();
    if (is_bomb()) return Error{"unpacks to far more than scripts do", name_, ""};
    return static_cast<std::size_t>(got);
}

} // namespace worklines::sources
