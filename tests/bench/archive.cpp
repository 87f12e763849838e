// SPDX-License-Identifier: GPL-2.0-or-later
// What another month costs an archive that has none, one year or five years: reading, adding, joining. And its
// size.
#include "reporter/archive/archive.h"
#include "reporter/accounting/dump.h"
#include "reporter/join/match.h"
#include "tests/bench/bench.h"
#include "tests/bench/dump.h"
#include "tests/reporter/scratch.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <stdexcept>

namespace worklines::bench {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t month_s = 30 * 86'400, first_month = 1'609'459'200; // 2021
constexpr unsigned batch = 100'000;                                         // records a commit, as collect does it

template <class T>
void need(const Result<T>& result) {
    if (!result) throw std::runtime_error(result.error().line());
}

class Archived : public Command {
  public:
    void add_options(boost::program_options::options_description& options) override {
        namespace po = boost::program_options;
        options.add_options()("jobs", po::value(&jobs_)->default_value(20'000), "jobs a month")(
            "months", po::value(&months_)->default_value(60), "months before the last that is measured");
    }

    Figures measure() override {
        if (jobs_ < 100 || months_ < 1) throw std::runtime_error("--jobs: at least 100; --months: at least 1");
        const tests::Scratch scratch;
        const auto file = scratch / "archive.sqlite";
        Figures figures("archive", {"jobs_before", "seconds", "jobs_per_s", "bytes_a_job", "peak_mib"});
        for (std::int64_t month = 0; month <= months_; ++month) {
            reset_peak();
            const double seconds = add_month(file, month);
            if (month != 0 && month != 12 && month != months_) continue;
            const auto all = static_cast<double>((month + 1) * jobs_);
            figures.add("month " + std::to_string(month + 1),
                        {static_cast<double>(month * jobs_), seconds, static_cast<double>(jobs_) / seconds,
                         static_cast<double>(std::filesystem::file_size(file)) / all, peak_mib()});
        }
        return figures;
    }

  private:
    /// From opening to the join, as `worklines collect` goes about it.
    double add_month(const std::filesystem::path& file, std::int64_t month) const {
        const DumpShape shape;
        const std::string header = dump_header(shape);
        const std::string rows =
            dump_rows(shape, 1'000'000 + month * jobs_, jobs_, first_month + month * month_s, month_s);
        const auto begin = Clock::now();
        auto archive = archive::Archive::open(file, archive::Archive::Mode::write);
        need(archive);
        archive::Tally tally;
        unsigned in_batch = 0;
        need(archive->begin());
        need(accounting::read_dump(repeated(header, rows, 1), {},
                                   [&](const accounting::JobRecord& record) -> Result<void> {
                                       if (++in_batch % batch == 0) {
                                           need(archive->commit());
                                           need(archive->begin());
                                       }
                                       return archive->add_record(record, tally);
                                   }));
        need(archive->commit());
        need(join::match(*archive, {}));
        return std::chrono::duration<double>(Clock::now() - begin).count();
    }

    std::int64_t jobs_ = 0, months_ = 0;
};

} // namespace

std::unique_ptr<Command> archived() { return std::make_unique<Archived>(); }

} // namespace worklines::bench
