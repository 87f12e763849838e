// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/advice_format.h"

#include "core/script/hash64.h"

#include <string_view>
#include <type_traits>

namespace worklines::hint::format {
namespace {

/// One walk over History serves both directions, so that no field is written and forgotten by the reader.
template <class H, class F>
void visit_optionals(H& history, F&& f) {
    std::size_t at = 0;
    visit_fields(history, [&](const char*, auto& field) {
        if constexpr (std::is_same_v<std::remove_const_t<std::remove_reference_t<decltype(field)>>,
                                     std::optional<std::int64_t>>)
            f(at++, field);
    });
}

} // namespace

Record encode(const Entry& entry) {
    const History& history = entry.history;
    Record record;
    record.uid = entry.key.uid;
    record.kind = static_cast<std::uint32_t>(entry.key.kind);
    record.hash = entry.key.hash;
    record.runs = history.runs;
    record.mem_runs = history.mem_runs;
    record.cpu_runs = history.cpu_runs;
    record.elapsed_runs = history.elapsed_runs;
    record.last_end = history.last_end;
    visit_optionals(history, [&](std::size_t at, const std::optional<std::int64_t>& field) {
        if (!field) return;
        record.given |= 1u << at;
        record.values.at(at) = *field;
    });
    return record;
}

Entry decode(const Record& record) {
    Entry entry{{record.uid, static_cast<KeyKind>(record.kind), record.hash}, {}};
    History& history = entry.history;
    history.runs = record.runs;
    history.mem_runs = record.mem_runs;
    history.cpu_runs = record.cpu_runs;
    history.elapsed_runs = record.elapsed_runs;
    history.last_end = record.last_end;
    visit_optionals(history, [&](std::size_t at, std::optional<std::int64_t>& field) {
        if (record.given >> at & 1) field = record.values.at(at);
    });
    return entry;
}

std::uint64_t checksum(Header header, std::span<const unsigned char> entries) {
    header.checksum = 0;
    script::Hash64 hash;
    hash.bytes({reinterpret_cast<const char*>(&header), sizeof header});
    hash.bytes({reinterpret_cast<const char*>(entries.data()), entries.size()});
    return hash.value();
}

} // namespace worklines::hint::format
