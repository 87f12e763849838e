// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/config/keys.h"

#include "core/text/nearest.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace worklines::config {
namespace {

struct Unit {
    std::string_view suffix;
    std::uint64_t factor;
};

constexpr std::array<Unit, 5> size_units{
    {{"", 1}, {"K", 1ull << 10}, {"M", 1ull << 20}, {"G", 1ull << 30}, {"T", 1ull << 40}}};
constexpr std::array<Unit, 5> second_units{{{"", 1}, {"s", 1}, {"m", 60}, {"h", 3600}, {"d", 86400}}};
constexpr std::array<Unit, 4> day_units{{{"", 1}, {"d", 1}, {"m", 31}, {"y", 366}}};
constexpr std::array<Unit, 3> ms_units{{{"", 1000}, {"s", 1000}, {"ms", 1}}};

/// A whole number with one of the units behind it, without overflow.
std::optional<std::uint64_t> number(const std::string& value, std::span<const Unit> units) {
    std::uint64_t count = 0;
    const char* const end = value.data() + value.size();
    const auto [rest, error] = std::from_chars(value.data(), end, count);
    if (error != std::errc{}) return std::nullopt;
    const std::string_view suffix(rest, static_cast<std::size_t>(end - rest));
    for (const Unit& unit : units) {
        if (unit.suffix != suffix) continue;
        if (count > UINT64_MAX / 4 / unit.factor) return std::nullopt;
        return count * unit.factor;
    }
    return std::nullopt;
}

template <auto member, const auto& units>
bool set_number(Config& config, const std::string& value) {
    const auto count = number(value, units);
    if (!count) return false;
    using Field = std::remove_reference_t<decltype(config.*member)>;
    config.*member = static_cast<Field>(*count);
    return true;
}

template <auto member>
bool set_text(Config& config, const std::string& value) {
    config.*member = value;
    return true;
}

template <auto member>
bool set_path(Config& config, const std::string& value) {
    if (value.empty() || value.front() != '/') return false;
    config.*member = value;
    return true;
}

/// Calls `take` for each part between separators that is not empty.
template <class Take>
void split(const std::string& value, std::string_view separators, Take&& take) {
    for (std::size_t at = 0; at <= value.size();) {
        const std::size_t end = std::min(value.find_first_of(separators, at), value.size());
        if (end > at) take(value.substr(at, end - at));
        at = end + 1;
    }
}

bool set_hints(Config& config, const std::string& value) {
    if (value == "terminal" || value == "on") {
        config.hints = Hints::terminal;
    } else if (value == "always") {
        config.hints = Hints::always;
    } else if (value == "off") {
        config.hints = Hints::off;
    } else {
        return false;
    }
    return true;
}

template <auto member>
bool set_folders(Config& config, const std::string& value) {
    std::vector<std::filesystem::path> folders;
    split(value, ":", [&](std::string part) { folders.emplace_back(std::move(part)); });
    if (folders.empty()) return false;
    config.*member = std::move(folders);
    return true;
}

bool set_environment(Config& config, const std::string& value) {
    std::vector<std::string> names;
    split(value, " \t,", [&](std::string part) { names.push_back(std::move(part)); });
    config.environment = std::move(names);
    return true;
}

bool set_language(Config& config, const std::string& value) {
    if (value != "en" && value != "de" && value != "es") return false;
    config.language = value;
    return true;
}

constexpr std::string_view a_path = "an absolute path";
constexpr std::string_view a_size = "a size such as 512K, 64M or 10G";
constexpr std::string_view a_span = "a time such as 30s, 12h or 7d";

constexpr std::array<Key, 21> table{{
    {"cluster", "a name", set_text<&Config::cluster>},
    {"spool", a_path, set_path<&Config::spool>},
    {"archive", a_path, set_path<&Config::archive>},
    {"advice", a_path, set_path<&Config::advice>},
    {"reports", a_path, set_path<&Config::reports>},
    {"hints", "terminal, always or off", set_hints},
    {"hints_dir", "folders with colons between them", set_folders<&Config::hints_dir>},
    {"lines", a_path, set_path<&Config::lines>},
    {"lexicon_dir", "folders with colons between them", set_folders<&Config::lexicon_dir>},
    {"hints_object", a_path, set_path<&Config::hints_object>},
    {"hints_quiet", a_span, set_number<&Config::hints_quiet_s, second_units>},
    {"retention", "days such as 400d, or 0 for ever", set_number<&Config::retention_days, day_units>},
    {"max_script", a_size, set_number<&Config::max_script, size_units>},
    {"spool_quota", a_size, set_number<&Config::spool_quota, size_units>},
    {"spool_floor", a_size, set_number<&Config::spool_floor, size_units>},
    {"segment_size", a_size, set_number<&Config::segment_size, size_units>},
    {"sync", "a time such as 1s or 200ms", set_number<&Config::sync_ms, ms_units>},
    {"environment", "names of variables with blanks between them", set_environment},
    {"language", "en, de or es", set_language},
    {"timezone", "a name such as Europe/Madrid", set_text<&Config::timezone>},
    {"status", a_path, set_path<&Config::status>},
}};

} // namespace

std::span<const Key> keys() { return table; }

std::optional<std::string_view> nearest_key(std::string_view name) {
    std::array<std::string_view, table.size()> names;
    std::ranges::transform(table, names.begin(), &Key::name);
    return text::nearest(name, names);
}

} // namespace worklines::config
