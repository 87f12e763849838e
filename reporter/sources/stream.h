// SPDX-License-Identifier: GPL-2.0-or-later
// A file of any kind, unpacked: the members of a tar, or the one text. gzip, xz, zstd and bzip2 are looked through.
#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

struct archive;
struct archive_entry;

namespace worklines::sources {

class Stream {
  public:
    /// The descriptor stays open meanwhile, and is not closed. Error: nothing that can be read.
    static Result<Stream> open(int descriptor, std::string name);

    enum class Step { member, end };
    /// To the next member. Error: damaged, or it unpacks to more than any script does; nothing more will come.
    Result<Step> next();

    bool is_tar() const;
    bool is_file() const; ///< and no link, folder or device
    bool is_link() const;
    std::string path() const;
    std::uint64_t size() const; ///< as the tar says
    /// Of the member's bytes; 0: its end. Error as next().
    Result<std::size_t> read(char* buffer, std::size_t size);

  private:
    struct End {
        void operator()(::archive* handle) const;
    };
    Stream(::archive* handle, std::string name) : handle_(handle), name_(std::move(name)) {}
    Error error() const;
    bool is_bomb() const;

    std::unique_ptr<::archive, End> handle_;
    ::archive_entry* entry_ = nullptr; ///< of handle_
    std::string name_;
};

} // namespace worklines::sources
