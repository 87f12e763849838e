// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/bench/bench.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace worklines::bench {

void Figures::add(const std::string& row, std::vector<double> values) {
    if (values.size() != columns_.size()) throw std::logic_error("a row has as many values as there are columns");
    rows_.push_back({row, std::move(values)});
}

std::string Figures::table() const {
    std::size_t widest = name_.size();
    for (const Row& row : rows_)
        widest = std::max(widest, row.name.size());
    std::string text = fmt::format("{:<{}}", name_, widest);
    for (const std::string& column : columns_)
        text += fmt::format("  {:>12}", column);
    text += '\n';
    for (const Row& row : rows_) {
        text += fmt::format("{:<{}}", row.name, widest);
        for (const double value : row.values)
            text += std::isnan(value) ? fmt::format("  {:>12}", "-")
                                      : fmt::format("  {:>12.{}f}", value, std::abs(value) < 1000 ? 1 : 0);
        text += '\n';
    }
    return text;
}

nlohmann::ordered_json Figures::json() const {
    auto rows = nlohmann::ordered_json::array();
    for (const Row& row : rows_) {
        nlohmann::ordered_json one{{"case", row.name}};
        for (std::size_t i = 0; i < columns_.size(); ++i)
            if (!std::isnan(row.values[i])) one[columns_[i]] = row.values[i];
        rows.push_back(std::move(one));
    }
    return {{"measured", name_}, {"rows", std::move(rows)}};
}

double quantile(std::span<const double> sorted, double part) {
    const auto rank = static_cast<std::size_t>(std::ceil(part * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

} // namespace worklines::bench
