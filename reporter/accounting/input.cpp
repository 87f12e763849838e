// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/input.h"

#include <cerrno>
#include <cstring>

#include <unistd.h>

namespace worklines::accounting {
namespace {

constexpr std::size_t chunk = 1 << 20;

} // namespace

Source descriptor_source(int descriptor, std::string name) {
    return [descriptor, name = std::move(name)](char* buffer, std::size_t size) -> Result<std::size_t> {
        while (true) {
            const ssize_t got = ::read(descriptor, buffer, size);
            if (got >= 0) return static_cast<std::size_t>(got);
            if (errno != EINTR) return Error{std::string("cannot read: ") + std::strerror(errno), name, ""};
        }
    };
}

bool Input::more() {
    if (ended_) return false;
    if (begin_ > 0) {
        std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
        end_ -= begin_;
        begin_ = 0;
    }
    if (buffer_.size() - end_ < chunk) buffer_.resize(end_ + chunk);
    const auto got = source_(buffer_.data() + end_, buffer_.size() - end_);
    if (!got) error_ = got.error();
    ended_ = !got || *got == 0;
    if (!ended_) end_ += *got;
    return !ended_;
}

} // namespace worklines::accounting
