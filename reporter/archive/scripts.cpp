// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/archive/scripts.h"

#include "core/script/family_key.h"

#include <zstd.h>

namespace worklines::archive {
namespace {

constexpr int level = 6;                            // beyond it a script of some KB gets no smaller
constexpr std::uint64_t largest_script = 512 << 20; // Slurm's own limit of max_script_size

[[noreturn]] void damaged(std::int64_t id) {
    throw Failure{{"script " + std::to_string(id) + " in the archive is damaged", "", "restore it from a backup"}};
}

std::size_t checked(std::size_t code) {
    if (ZSTD_isError(code)) throw Failure{{std::string("zstd: ") + ZSTD_getErrorName(code), "", ""}};
    return code;
}

} // namespace

Scripts::Scripts(const Database& db)
    : db_(db), find_(db.prepare("SELECT id FROM script WHERE sha256 = ?")),
      base_(db.prepare("SELECT id FROM script WHERE family = ? AND base IS NULL LIMIT 1")),
      insert_(
          db.prepare("INSERT INTO script (sha256, size, family, base, source, packed) VALUES (?, ?, ?, ?, ?, ?)")),
      get_(db.prepare("SELECT size, base, packed FROM script WHERE id = ?")),
      packer_(ZSTD_createCCtx(), ZSTD_freeCCtx), unpacker_(ZSTD_createDCtx(), ZSTD_freeDCtx) {
    if (!packer_ || !unpacker_) throw std::bad_alloc();
    checked(ZSTD_CCtx_setParameter(packer_.get(), ZSTD_c_compressionLevel, level));
}

Scripts::~Scripts() = default;

std::optional<std::int64_t> Scripts::find(std::string_view sha256_hex) {
    const std::string digest = bytes_of_hex(sha256_hex);
    std::optional<std::int64_t> id;
    if (find_.bind_blob(1, digest).step()) id = find_.integer(0);
    find_.reset();
    return id;
}

std::optional<std::int64_t> Scripts::base_of(std::uint64_t family) {
    if (family == 0) return std::nullopt;
    std::optional<std::int64_t> id;
    if (base_.bind(1, static_cast<std::int64_t>(family)).step()) id = base_.integer(0);
    base_.reset();
    return id;
}

std::int64_t Scripts::keep(std::string_view sha256_hex, std::string_view bytes, std::int64_t source) {
    if (const auto known = find(sha256_hex)) return *known;
    const std::uint64_t family = script::family_key(bytes);
    const auto base = base_of(family);
    if (base && last_base_ != base) {
        last_base_bytes_ = get(*base);
        last_base_ = base;
    }
    const std::string body = packed(bytes, base ? std::string_view(last_base_bytes_) : std::string_view());
    const std::string digest = bytes_of_hex(sha256_hex);
    insert_.bind_blob(1, digest).bind(2, static_cast<std::int64_t>(bytes.size()));
    insert_.bind(3, static_cast<std::int64_t>(family)).bind(4, base).bind(5, source).bind_blob(6, body).run();
    return db_.last_id();
}

std::string Scripts::packed(std::string_view bytes, std::string_view base) {
    std::string body(ZSTD_compressBound(bytes.size()), '\0');
    checked(ZSTD_CCtx_reset(packer_.get(), ZSTD_reset_session_only));
    if (!base.empty()) checked(ZSTD_CCtx_refPrefix(packer_.get(), base.data(), base.size()));
    body.resize(checked(ZSTD_compress2(packer_.get(), body.data(), body.size(), bytes.data(), bytes.size())));
    return body;
}

void Scripts::pack_alone(std::int64_t id, std::string_view bytes) {
    const std::string body = packed(bytes, {});
    db_.prepare("UPDATE script SET base = NULL, packed = ? WHERE id = ?").bind_blob(1, body).bind(2, id).run();
    last_base_.reset();
}

Scripts::Row Scripts::load(std::int64_t id) {
    Row row;
    get_.bind(1, id);
    if (!get_.step()) damaged(id);
    row.size = static_cast<std::uint64_t>(get_.integer(0));
    row.base = get_.maybe_integer(1);
    row.packed = get_.bytes(2);
    get_.reset();
    if (row.size > largest_script || ZSTD_getFrameContentSize(row.packed.data(), row.packed.size()) != row.size)
        damaged(id);
    return row;
}

std::string Scripts::unpack(const Row& row, std::string_view base) {
    std::string bytes(row.size, '\0');
    checked(ZSTD_DCtx_reset(unpacker_.get(), ZSTD_reset_session_only));
    if (row.base) checked(ZSTD_DCtx_refPrefix(unpacker_.get(), base.data(), base.size()));
    checked(ZSTD_decompressDCtx(unpacker_.get(), bytes.data(), bytes.size(), row.packed.data(), row.packed.size()));
    return bytes;
}

std::string Scripts::get(std::int64_t id) {
    const Row row = load(id);
    if (!row.base) return unpack(row, {});
    if (last_base_ != row.base) {
        const Row base = load(*row.base);
        if (base.base) damaged(*row.base);
        last_base_bytes_ = unpack(base, {});
        last_base_ = row.base;
    }
    return unpack(row, last_base_bytes_);
}

std::string bytes_of_hex(std::string_view hex) {
    const auto value = [](char c) {
        return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
    };
    std::string bytes;
    if (hex.size() != 64) return bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2) {
        const int high = value(hex[i]), low = value(hex[i + 1]);
        if (high < 0 || low < 0) return {};
        bytes += static_cast<char>(high << 4 | low);
    }
    return bytes;
}

std::string hex_of_bytes(std::string_view bytes) {
    std::string hex;
    for (const char c : bytes) {
        hex += "0123456789abcdef"[static_cast<unsigned char>(c) >> 4];
        hex += "0123456789abcdef"[static_cast<unsigned char>(c) & 15];
    }
    return hex;
}

} // namespace worklines::archive
