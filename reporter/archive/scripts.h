// SPDX-License-Identifier: GPL-2.0-or-later
// Scripts, once each. Most are versions of an earlier one, so a script is packed as the difference to the first of
// its family; reading it needs two rows and never more.
#pragma once

#include "reporter/archive/sqlite.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

struct ZSTD_CCtx_s;
struct ZSTD_DCtx_s;

namespace worklines::archive {

class Scripts {
  public:
    explicit Scripts(const Database& db);
    ~Scripts();

    /// Its number; a new one if these bytes are not there yet. `sha256_hex` must be theirs.
    std::int64_t keep(std::string_view sha256_hex, std::string_view bytes, std::int64_t source);
    std::optional<std::int64_t> find(std::string_view sha256_hex);
    /// Throws Failure if the row is damaged or claims a size that no script can have.
    std::string get(std::int64_t id);
    /// Packs these bytes of a script again, as a difference to nothing.
    void pack_alone(std::int64_t id, std::string_view bytes);

  private:
    std::string packed(std::string_view bytes, std::string_view base);
    struct Row {
        std::uint64_t size = 0;
        std::optional<std::int64_t> base;
        std::string packed;
    };
    std::optional<std::int64_t> base_of(std::uint64_t family);
    Row load(std::int64_t id);
    std::string unpack(const Row& row, std::string_view base);

    const Database& db_;
    Statement find_, base_, insert_, get_;
    std::unique_ptr<ZSTD_CCtx_s, std::size_t (*)(ZSTD_CCtx_s*)> packer_;
    std::unique_ptr<ZSTD_DCtx_s, std::size_t (*)(ZSTD_DCtx_s*)> unpacker_;
    std::optional<std::int64_t> last_base_; ///< the script in last_base_bytes_
    std::string last_base_bytes_;
};

/// 64 hex digits as 32 bytes and back; empty if they are no such digits.
std::string bytes_of_hex(std::string_view hex);
std::string hex_of_bytes(std::string_view bytes);

} // namespace worklines::archive
