// SPDX-License-Identifier: GPL-2.0-or-later
// A 64-bit hash that is fed byte by byte and mixes word by word (MurmurHash2's steps). For keys and for noticing
// damage; it keeps nobody out who wants a collision. Values are on disk: it never changes.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace worklines::script {

class Hash64 {
  public:
    void byte(unsigned char c) {
        word_ |= std::uint64_t{c} << (8 * (size_ % 8));
        if (++size_ % 8 == 0) mix();
    }

    void bytes(std::string_view text) {
        std::size_t i = 0;
        for (; i < text.size() && size_ % 8 != 0; ++i)
            byte(static_cast<unsigned char>(text[i]));
        if constexpr (std::endian::native == std::endian::little)
            for (; i + 8 <= text.size(); i += 8) {
                std::memcpy(&word_, text.data() + i, 8);
                size_ += 8;
                mix();
            }
        for (; i < text.size(); ++i)
            byte(static_cast<unsigned char>(text[i]));
    }

    std::uint64_t size() const { return size_; }

    std::uint64_t value() const {
        Hash64 end = *this;
        if (end.size_ % 8 != 0) end.mix();
        std::uint64_t h = end.state_ ^ (size_ * factor);
        h ^= h >> 47;
        h *= factor;
        return h ^ (h >> 47);
    }

  private:
    static constexpr std::uint64_t factor = 0xc6a4a7935bd1e995;

    void mix() {
        std::uint64_t k = word_ * factor;
        k ^= k >> 47;
        state_ = (state_ ^ (k * factor)) * factor;
        word_ = 0;
    }

    std::uint64_t state_ = 0x9e3779b97f4a7c15, word_ = 0, size_ = 0;
};

} // namespace worklines::script
