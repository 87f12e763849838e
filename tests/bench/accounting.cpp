// SPDX-License-Identifier: GPL-2.0-or-later
// Reading accounting: rows a second and memory, for dumps made by hand and for our own runs of sacct, with steps
// and without, and on into an archive.
#include "reporter/accounting/dump.h"
#include "tests/bench/bench.h"
#include "tests/bench/dump.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <stdexcept>

namespace worklines::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t block_jobs = 10'000, day_s = 86'400, first_day = 1'769'904'000;

struct Case {
    std::string name;
    DumpShape shape;
};

class Accounting : public Command {
  public:
    void add_options(boost::program_options::options_description& options) override {
        options.add_options()("rows", boost::program_options::value(&rows_)->default_value(2'000'000),
                              "rows of each dump");
    }

    Figures measure() override {
        if (rows_ < 1000) throw std::runtime_error("--rows: at least 1000");
        Figures figures("accounting", {"rows", "records", "seconds", "rows_per_s", "peak_mib"});
        for (const Case& one : {
                 Case{"sacct -P with steps", {}},
                 Case{"sacct -P -X", {.steps = false}},
                 Case{"our own run of sacct",
                      {.delimiter = "\x1f"
                                    "5c0ffee5\x1f",
                      .epochs = true}},
             })
            measure(one, figures);
        measure_json(figures);
        return figures;
    }

  private:
    void measure(const Case& one, Figures& figures) const {
        const std::string header = dump_header(one.shape);
        const std::string block = dump_rows(one.shape, 1'000'000, block_jobs, first_day, day_s);
        const auto in_block = static_cast<std::uint64_t>(std::count(block.begin(), block.end(), '\n'));
        accounting::DumpOptions options;
        if (one.shape.delimiter.size() > 1) options.delimiter = one.shape.delimiter;
        read(one.name, repeated(header, block, (rows_ + in_block - 1) / in_block), options, figures);
    }

    /// A job and its step are two rows.
    void measure_json(Figures& figures) const {
        const std::string header = "{\"jobs\":[\n", block = json_jobs(block_jobs, first_day);
        // The list's last job has no comma behind it; one without an id would be skipped, so it is a whole one.
        std::string last = json_jobs(1, first_day);
        last.resize(last.rfind(','));
        read("sacct --json", repeated(header, block, rows_ / (2 * block_jobs), last + "]}"), {}, figures);
    }

    void read(const std::string& name, const accounting::Source& source, const accounting::DumpOptions& options,
              Figures& figures) const {
        std::int64_t elapsed_s = 0; // of all, so that no record is read for nothing
        reset_peak();
        const auto begin = Clock::now();
        const auto report = accounting::read_dump(source, options, [&](const accounting::JobRecord& record) {
            elapsed_s += record.elapsed_s.value_or(0);
            return Result<void>{};
        });
        const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
        if (!report) throw std::runtime_error(report.error().line());
        if (report->skipped_count > 0 || elapsed_s == 0) throw std::runtime_error(name + ": rows were lost");
        const auto rows = static_cast<double>(report->records + report->steps);
        figures.add(name, {rows, static_cast<double>(report->records), seconds, rows / seconds, peak_mib()});
    }

    std::uint64_t rows_ = 0;
};

} // namespace

std::unique_ptr<Command> accounting() { return std::make_unique<Accounting>(); }

} // namespace worklines::bench
