// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/calendar.h"
#include "core/text/posix_zone.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <fstream>
#include <iterator>

namespace worklines::text {
namespace {

constexpr std::size_t header_size = 44;
constexpr std::size_t largest_file = 1 << 20; // real ones have some 4 KB
constexpr int last_year = 2200;               // the rule behind the last transition is written out up to here

/// Counts of a TZif header, RFC 8536 section 3.1.
struct Header {
    char version = 0;
    std::size_t utc_flags = 0, standard_flags = 0, leaps = 0, times = 0, types = 0, chars = 0;

    std::size_t body_size(std::size_t time_size) const {
        return times * time_size + times + types * 6 + chars + leaps * (time_size + 4) + standard_flags + utc_flags;
    }
};

std::int64_t big_endian(std::string_view bytes, std::size_t at, std::size_t size) {
    std::uint64_t value = static_cast<unsigned char>(bytes[at]) & 0x80 ? ~0ull : 0;
    for (std::size_t i = 0; i < size; ++i)
        value = value << 8 | static_cast<unsigned char>(bytes[at + i]);
    return static_cast<std::int64_t>(value);
}

std::optional<Header> parse_header(std::string_view bytes) {
    if (bytes.size() < header_size || !bytes.starts_with("TZif")) return std::nullopt;
    Header header;
    header.version = bytes[4];
    const std::array<std::size_t*, 6> counts{&header.utc_flags, &header.standard_flags, &header.leaps,
                                             &header.times,     &header.types,          &header.chars};
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const std::int64_t count = big_endian(bytes, 20 + 4 * i, 4);
        if (count < 0 || count > static_cast<std::int64_t>(largest_file)) return std::nullopt;
        *counts[i] = static_cast<std::size_t>(count);
    }
    return header;
}

std::filesystem::path folder_of_zones() { return "/usr/share/zoneinfo"; }

bool is_zone_name(const std::string& name) {
    const auto allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '/' || c == '_' ||
               c == '+' || c == '-';
    };
    return name.front() != '/' && std::all_of(name.begin(), name.end(), allowed);
}

} // namespace

Result<Zone> Zone::named(const std::string& name) {
    if (!name.empty() && !is_zone_name(name))
        return Error{"no such time zone", name, "give an IANA name such as Europe/Madrid"};
    const std::filesystem::path file = name.empty() ? "/etc/localtime" : folder_of_zones() / name;
    std::error_code failure;
    if (!std::filesystem::is_regular_file(file, failure)) {
        if (name.empty()) return utc();
        return Error{"no such time zone", name, "give an IANA name such as Europe/Madrid (package tzdata)"};
    }
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(largest_file + 1, '\0');
    stream.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    auto zone = parse(bytes);
    if (!zone) return Error{zone.error().what, file.string(), ""};
    return zone;
}

Result<Zone> Zone::parse(std::string_view bytes) {
    const Error damaged{"not a time zone file", "", ""};
    auto header = parse_header(bytes);
    if (!header) return damaged;
    std::size_t time_size = 4;
    if (header->version >= '2') { // a second block with 64-bit times follows the first
        const std::size_t skip = header_size + header->body_size(4);
        if (skip >= bytes.size()) return damaged;
        bytes.remove_prefix(skip);
        header = parse_header(bytes);
        if (!header) return damaged;
        time_size = 8;
    }
    bytes.remove_prefix(header_size);
    const std::size_t body = header->body_size(time_size);
    if (bytes.size() < body || header->types == 0) return damaged;

    const std::size_t kinds = header->times * time_size, types = kinds + header->times;
    const auto offset_of_type = [&](std::size_t type) { return big_endian(bytes, types + type * 6, 4); };
    Zone zone;
    zone.periods_.front().offset_s = offset_of_type(0);
    for (std::size_t i = 0; i < header->times; ++i) {
        const auto type = static_cast<unsigned char>(bytes[kinds + i]);
        if (type >= header->types) return damaged;
        const std::int64_t from = big_endian(bytes, i * time_size, time_size);
        if (from <= zone.periods_.back().from) continue; // "since ever" in some files; else not ascending
        zone.periods_.push_back({from, offset_of_type(type)});
    }

    bytes.remove_prefix(body);
    if (time_size == 4 || bytes.size() < 2 || bytes.front() != '\n') return zone;
    const auto rule = parse_posix_zone(bytes.substr(1, bytes.find('\n', 1) - 1));
    if (!rule || !rule->summer_s) return zone;
    const std::int64_t known = header->times == 0 ? 0 : zone.periods_.back().from;
    std::vector<Period> later;
    for (int year = date_of(known / 86400).year; year <= last_year; ++year) {
        later.push_back({change_in(rule->to_summer, year) - rule->standard_s, *rule->summer_s});
        later.push_back({change_in(rule->to_standard, year) - *rule->summer_s, rule->standard_s});
    }
    std::sort(later.begin(), later.end(), [](const Period& a, const Period& b) { return a.from < b.from; });
    for (const Period& period : later)
        if (period.from > known) zone.periods_.push_back(period);
    return zone;
}

std::size_t Zone::period_of(std::int64_t epoch) const {
    const auto after = std::upper_bound(periods_.begin(), periods_.end(), epoch,
                                        [](std::int64_t time, const Period& period) { return time < period.from; });
    return after == periods_.begin() ? 0 : static_cast<std::size_t>(after - periods_.begin()) - 1;
}

std::int64_t Zone::offset_s(std::int64_t epoch) const { return periods_[period_of(epoch)].offset_s; }

/// The first period in which the wall clock has not shown more than `wall` at its end.
std::size_t Zone::first_period_of_wall(WallSeconds wall) const {
    // No offset is beyond a day and no two changes are that near: the period lies around the instant taken as UTC.
    std::size_t i = period_of(wall - 2 * 86400);
    while (i + 1 < periods_.size() && wall >= periods_[i + 1].from + periods_[i].offset_s)
        ++i;
    return i;
}

std::int64_t Zone::epoch(WallSeconds wall) const {
    const std::size_t i = first_period_of_wall(wall);
    // Skipped in spring: before this period by its own offset. The clock before would have shown it.
    const bool skipped = i > 0 && wall - periods_[i].offset_s < periods_[i].from;
    return wall - periods_[skipped ? i - 1 : i].offset_s;
}

std::optional<std::int64_t> Zone::second_epoch(WallSeconds wall) const {
    const std::size_t i = first_period_of_wall(wall);
    if (i + 1 == periods_.size()) return std::nullopt;
    const std::int64_t later = wall - periods_[i + 1].offset_s;
    return later >= periods_[i + 1].from ? std::optional(later) : std::nullopt;
}

Date Zone::date(std::int64_t epoch) const {
    const WallSeconds seconds = wall(epoch);
    return date_of((seconds - (seconds % 86400 + 86400) % 86400) / 86400);
}

std::string Zone::format(std::int64_t epoch) const {
    const WallSeconds seconds = wall(epoch);
    const std::int64_t time = (seconds % 86400 + 86400) % 86400;
    std::array<char, 48> text{};
    const int size = std::snprintf(text.data(), text.size(), "T%02d:%02d:%02d", static_cast<int>(time / 3600),
                                   static_cast<int>(time / 60 % 60), static_cast<int>(time % 60));
    return format_date(date(epoch)).append(text.data(), static_cast<std::size_t>(size));
}

} // namespace worklines::text
