// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/render/figure.h"

#include "core/text/duration.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace worklines::render {
namespace {

/// `1234567.8` with the language's marks.
std::string marked(const std::string& digits, const Language& language) {
    const std::size_t point = std::min(digits.find('.'), digits.size());
    std::string text;
    for (std::size_t i = 0; i < point; ++i) {
        if (i > 0 && (point - i) % 3 == 0) text += language.thousands;
        text += digits[i];
    }
    if (point < digits.size()) text += std::string(language.decimal) + digits.substr(point + 1);
    return text;
}

} // namespace

std::string count(std::uint64_t value, const Language& language) { return marked(fmt::to_string(value), language); }

std::string hours(std::optional<double> value, const Language& language) {
    if (!value || !std::isfinite(*value)) return std::string(language.unknown);
    if (*value > 0 && *value < 0.05) return "< " + marked("0.1", language);
    return marked(fmt::format("{:.1f}", *value), language);
}

std::string share(double value, const Language& language) {
    if (!std::isfinite(value)) return std::string(language.unknown);
    if (value >= 1) return "100 %";
    // 99.96 % of all jobs is not every job.
    return marked(fmt::format("{:.1f}", std::min(value * 100, 99.9)), language) + " %";
}

std::string wait(std::int64_t seconds) { return text::format_duration(seconds); }

} // namespace worklines::render
