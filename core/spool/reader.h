// SPDX-License-Identifier: GPL-2.0-or-later
// Reads a segment's bytes. Keeps every intact record, says what it skipped and where, never stops at the first bad
// one. Linear in the bytes whatever they hold; bytes are data and may be hostile.
#pragma once

#include "core/result.h"
#include "core/snapshot/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::spool {

/// An intact record. Views are into the segment's bytes, valid during the call.
struct Record {
    std::uint64_t sequence = 0;
    std::uint64_t offset = 0; ///< of its framing line in the segment
    snapshot::Snapshot snapshot;
    std::optional<std::string_view> script; ///< verified; empty: none, referred to, not kept, or damaged
};

struct Damage {
    enum class Kind : std::uint8_t {
        garbage,         ///< bytes that are no record
        torn_tail,       ///< the last record is not complete
        script,          ///< the request is intact, its script is not
        duplicate,       ///< a record that was there before
        unknown_version, ///< a record of another version of the format, or with a request we cannot read
        no_token,        ///< neither head nor name tell the token: nothing can be read
    };
    Kind kind;
    std::uint64_t offset, bytes;
};

std::string_view damage_text(Damage::Kind kind);

struct Report {
    std::uint64_t records = 0;
    std::uint64_t next = 0; ///< offset behind the last intact record: where to go on when the segment has grown
    std::vector<Damage> damages; ///< the first `most_damages`
    std::uint64_t damage_count = 0;
};

inline constexpr std::size_t most_damages = 1000;

using Sink = std::function<void(const Record&)>;

/// `bytes` are the segment's from offset `begin` on. `token` may be empty: then the head must tell it.
/// `growing`: somebody may still append, so an incomplete last record is not damage.
Report read_segment(std::string_view bytes, std::uint64_t begin, std::string token, bool growing, const Sink& sink);

/// The bytes of a segment file from `begin` on. Not mapped: a writer may cut a torn tail off at any time.
Result<std::string> load_segment(const std::filesystem::path& file, std::uint64_t begin);

/// True if no writer holds the segment (see FORMAT.md, Names).
bool is_abandoned(const std::filesystem::path& file);

} // namespace worklines::spool
