// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/names.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace worklines::sources {
namespace {

/// sarchive copies a script some seconds after its submission, maybe on the next day.
constexpr std::int64_t copied_late_s = 600;

/// The last component, which is taken off; empty: none is left.
std::string_view last_of(std::string_view& path) {
    while (path.ends_with('/'))
        path.remove_suffix(1);
    const std::size_t slash = path.rfind('/');
    const std::string_view last = slash == path.npos ? path : path.substr(slash + 1);
    path.remove_suffix(last.size());
    return last;
}

std::optional<std::int64_t> number(std::string_view digits) {
    std::int64_t value = 0;
    const char* const end = digits.data() + digits.size();
    const auto [rest, error] = std::from_chars(digits.data(), end, value);
    if (digits.empty() || digits.front() == '-' || error != std::errc{} || rest != end) return std::nullopt;
    return value;
}

std::optional<std::int64_t> job_id(std::string_view digits) {
    const auto id = number(digits);
    return id && *id > 0 && *id <= UINT32_MAX ? id : std::nullopt;
}

/// `job.42` and what stands behind the number.
std::optional<std::int64_t> id_behind_job(std::string_view name, std::string_view ending) {
    constexpr std::string_view job = "job.";
    if (!name.starts_with(job) || !name.ends_with(ending) || name.size() < job.size() + ending.size())
        return std::nullopt;
    return job_id(name.substr(job.size(), name.size() - job.size() - ending.size()));
}

/// The time that a folder YYYY, YYYYMM or YYYYMMDD stands for.
void set_period(Named& named, std::string_view folder, const text::Zone& zone) {
    const auto digits = number(folder);
    if (!digits || (folder.size() != 4 && folder.size() != 6 && folder.size() != 8)) return;
    const int value = static_cast<int>(*digits);
    text::Date first, behind;
    if (folder.size() == 4) {
        first = {value, 1, 1};
        behind = {value + 1, 1, 1};
    } else if (folder.size() == 6) {
        first = {value / 100, value % 100, 1};
        if (text::is_date(first)) behind = text::next_month(first);
    } else {
        first = {value / 10'000, value / 100 % 100, value % 100};
        if (text::is_date(first)) behind = text::date_of(text::days_of(first) + 1);
    }
    if (!text::is_date(first) || first.year < 1970) return;
    named.submit_from = std::max<std::int64_t>(0, zone.midnight(first) - copied_late_s);
    named.submit_to = zone.midnight(behind) - 1;
}

} // namespace

std::optional<std::int64_t> job_id_of_name(std::string_view name) {
    for (const std::string_view prefix : {"slurm-", "slurm_", "job.", "job_", "job-"})
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    const std::size_t digits = std::min(name.find_first_not_of("0123456789"), name.size());
    const std::string_view behind = name.substr(digits);
    if (!behind.empty() && behind.front() != '.' && behind.front() != '_') return std::nullopt;
    return job_id(name.substr(0, digits));
}

std::optional<Named> name_of(std::string_view path, const text::Zone& zone) {
    std::string_view above = path;
    const std::string_view name = last_of(above);
    const std::string_view folder = last_of(above);
    Named named;
    if (const auto id = name == "script" ? id_behind_job(folder, "") : std::nullopt) {
        named.id = *id;
        named.layout = "state folder";
        named.ends_in_nul = true;
        return named;
    }
    if (const auto id = id_behind_job(name, "_script")) {
        named.id = *id;
        named.layout = "sarchive";
        named.ends_in_nul = true; // its earlier versions copied the file as it was
        set_period(named, folder, zone);
        return named;
    }
    const auto id = job_id_of_name(name);
    if (!id) return std::nullopt;
    named.id = *id;
    return named;
}

bool is_companion(std::string_view path) {
    const std::string_view name = last_of(path);
    constexpr std::array<std::string_view, 6> endings{"_environment", ".environment", ".env",
                                                      ".out",         ".err",         ".log"};
    if (name == "environment") return id_behind_job(last_of(path), "").has_value();
    return job_id_of_name(name) && std::any_of(endings.begin(), endings.end(),
                                               [&](std::string_view ending) { return name.ends_with(ending); });
}

} // namespace worklines::sources
