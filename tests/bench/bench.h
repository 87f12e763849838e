// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines-bench`: one subcommand for each part of the budgets. A new one is a file with a function of this kind
// and a line in main.cpp's table.
#pragma once

#include <boost/program_options.hpp>
#include <nlohmann/json_fwd.hpp>

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace worklines::bench {

/// What was measured: a table with a name, the same columns in all rows.
class Figures {
  public:
    Figures(std::string name, std::vector<std::string> columns)
        : name_(std::move(name)), columns_(std::move(columns)) {}

    /// A value for each column; not a number where it was not measured.
    void add(const std::string& row, std::vector<double> values);

    std::string table() const;
    nlohmann::ordered_json json() const;

  private:
    struct Row {
        std::string name;
        std::vector<double> values;
    };
    std::string name_;
    std::vector<std::string> columns_;
    std::vector<Row> rows_;
};

class Command {
  public:
    virtual ~Command() = default;
    virtual void add_options(boost::program_options::options_description& options) = 0;
    virtual Figures measure() = 0; ///< throws what cannot be measured
};

/// Of a sorted list that is not empty; the nearest one, none is made up.
double quantile(std::span<const double> sorted, double part);

} // namespace worklines::bench
