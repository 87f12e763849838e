// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/bench/dump.h"

#include "core/text/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <string_view>

namespace worklines::bench {
namespace {

constexpr std::array<std::string_view, 8> names{"train_resnet", "relax-POSCAR", "blastp", "eval | mmlu",
                                                "openfoam",     "md_npt",       "qc",     "interactive"};
constexpr std::array<std::string_view, 6> ends{"COMPLETED", "COMPLETED",         "COMPLETED",
                                               "FAILED",    "CANCELLED by 1004", "TIMEOUT"};
constexpr std::int64_t array_size = 20;

class Writer {
  public:
    Writer(const DumpShape& shape, std::string& out) : shape_(shape), out_(out) {}

    void row(std::initializer_list<std::string_view> fields) {
        bool first = true;
        for (const std::string_view field : fields) {
            if (!first) out_ += shape_.delimiter;
            out_ += field;
            first = false;
        }
        if (shape_.delimiter.size() > 1) out_ += shape_.delimiter;
        out_ += '\n';
    }

    std::string time(std::int64_t epoch) const {
        return shape_.epochs ? std::to_string(epoch) : text::Zone::utc().format(epoch);
    }

  private:
    const DumpShape& shape_;
    std::string& out_;
};

} // namespace

std::string dump_header(const DumpShape& shape) {
    std::string header;
    Writer(shape, header).row({"JobID",      "JobIDRaw",       "Cluster",        "User",
                               "UID",        "Account",        "Partition",      "QOS",
                               "Submit",     "Eligible",       "Start",          "End",
                               "ElapsedRaw", "TimelimitRaw",   "State",          "ReqCPUS",
                               "AllocCPUS",  "ReqMem",         "ReqTRES",        "AllocTRES",
                               "NNodes",     "NodeList",       "NTasks",         "MaxRSS",
                               "TotalCPU",   "TRESUsageInMax", "TRESUsageInTot", "Restarts",
                               "Reason",     "JobName",        "WorkDir",        "SubmitLine"});
    return header;
}

std::string dump_rows(const DumpShape& shape, std::int64_t first_id, std::int64_t jobs, std::int64_t from_s,
                      std::int64_t span_s) {
    std::string out;
    Writer writer(shape, out);
    for (std::int64_t i = 0; i < jobs; ++i) {
        const std::int64_t raw = first_id + i, group = raw / array_size;
        const bool is_array = group % 3 == 0, never_started = i % 29 == 0, requeued = i % 97 == 0;
        const std::string id =
            is_array ? fmt::format("{}_{}", group * array_size, raw % array_size) : std::to_string(raw);
        const std::int64_t person = group % 200, cpus = std::int64_t{1} << (group % 6), gpus = group % 4;
        const std::int64_t submit = from_s + i * span_s / jobs, start = submit + 60 + raw % 7000;
        const std::int64_t elapsed = never_started ? 0 : 90 + (raw * 7919) % 40'000;
        const std::string user = fmt::format("user{:03}", person), uid = std::to_string(2000 + person);
        const std::string tres =
            fmt::format("billing={0},cpu={0},gres/gpu:a100={1},gres/gpu={1},mem={2}G,node=1", cpus, gpus, cpus * 4);
        const std::string node = fmt::format("gpu{:02}", raw % 60), count = std::to_string(cpus);
        const std::string line = fmt::format("sbatch --array=0-19 run_{}.sbatch", group % 500);
        const std::string dir = fmt::format("/home/{}/project{}", user, group % 40);
        const auto name = names[static_cast<std::size_t>(group) % names.size()];
        const auto add = [&](std::int64_t at, std::int64_t seconds, std::string_view state, const char* restarts) {
            const auto begun = never_started ? std::string("Unknown") : writer.time(at);
            writer.row({id,
                        std::to_string(raw),
                        "ants",
                        user,
                        uid,
                        "science",
                        "gpu",
                        "normal",
                        writer.time(at - 60),
                        writer.time(at - 60),
                        begun,
                        writer.time(at + seconds),
                        std::to_string(seconds),
                        "1440",
                        never_started ? "CANCELLED" : state,
                        count,
                        never_started ? "0" : std::string_view(count),
                        "16G",
                        tres,
                        never_started ? "" : tres,
                        "1",
                        node,
                        "",
                        "",
                        "00:10:00",
                        "",
                        "",
                        restarts,
                        "None",
                        name,
                        dir,
                        line});
            if (!shape.steps || never_started) return;
            for (const char* step : {"batch", "extern"})
                writer.row({id + '.' + step,
                            fmt::format("{}.{}", raw, step),
                            "ants",
                            "",
                            "",
                            "science",
                            "",
                            "",
                            writer.time(at),
                            writer.time(at),
                            writer.time(at),
                            writer.time(at + seconds),
                            std::to_string(seconds),
                            "",
                            "COMPLETED",
                            count,
                            count,
                            "",
                            "",
                            tres,
                            "1",
                            node,
                            "1",
                            "1843204K",
                            "00:10:00",
                            "cpu=00:10:00,energy=0,gres/gpumem=38334M,gres/gpuutil=85,"
                            "mem=1843204K,pages=2,vmem=1843204K",
                            "cpu=00:10:00,mem=1843204K",
                            "",
                            "",
                            step,
                            "",
                            ""});
        };
        if (requeued && !never_started) add(start, 45, "REQUEUED", "0");
        add(start + (requeued ? 300 : 0), elapsed, ends[static_cast<std::size_t>(raw) % ends.size()],
            requeued ? "1" : "0");
    }
    return out;
}

std::string json_jobs(std::int64_t jobs, std::int64_t from_s) {
    const auto number = [](std::int64_t value) {
        return fmt::format(R"({{"set":true,"infinite":false,"number":{}}})", value);
    };
    const std::string tres =
        R"([{"type":"cpu","name":"","id":1,"count":4},{"type":"mem","name":"","id":2,"count":16384},)"
        R"({"type":"node","name":"","id":4,"count":1},{"type":"gres","name":"gpu","id":1001,"count":1}])";
    std::string out;
    for (std::int64_t i = 0; i < jobs; ++i) {
        const std::int64_t start = from_s + i, elapsed = 90 + i * 7919 % 40'000;
        out += fmt::format(
            R"({{"account":"science","comment":{{"administrator":"","job":"","system":""}},"allocation_nodes":1,)"
            R"("array":{{"job_id":0,"task_id":{{"set":false,"infinite":false,"number":0}},"task":""}},"cluster":"ants",)"
            R"("time":{{"elapsed":{0},"eligible":{1},"end":{2},"start":{1},"submission":{1},"limit":{3}}},)"
            R"("job_id":{4},"name":"train","nodes":"gpu01","partition":"gpu","qos":"normal","required":{{"CPUs":4}},)"
            R"("state":{{"current":["COMPLETED"],"reason":"None"}},"steps":[{{"time":{{"elapsed":{0}}},"tasks":{{"count":1}},)"
            R"("step":{{"id":"{4}.batch","name":"batch"}},"tres":{{"requested":{{"max":{5},"total":{5}}},"allocated":{5}}}}}],)"
            R"("tres":{{"allocated":{5},"requested":{5}}},"user":"user{6:03}","working_directory":"/home/user{6:03}",)"
            R"("submit_line":"sbatch run.sbatch"}},)"
            "\n",
            elapsed, start, start + elapsed, number(1440), 1'000'000 + i, tres, i % 200);
    }
    return out;
}

accounting::Source repeated(const std::string& header, const std::string& block, std::uint64_t times,
                            const std::string& footer) {
    return [&header, &block, times, footer, piece = std::uint64_t{0},
            at = std::size_t{0}](char* buffer, std::size_t size) mutable -> Result<std::size_t> {
        while (piece < times + 2) {
            const std::string& bytes = piece == 0 ? header : piece <= times ? block : footer;
            const std::size_t count = std::min(size, bytes.size() - at);
            std::memcpy(buffer, bytes.data() + at, count);
            at += count;
            if (at == bytes.size()) {
                at = 0;
                ++piece;
            }
            if (count > 0) return count;
        }
        return std::size_t{0};
    };
}

double peak_mib() {
    std::ifstream status("/proc/self/status");
    for (std::string line; std::getline(status, line);)
        if (line.starts_with("VmHWM:")) return std::stod(line.substr(6)) / 1024;
    return std::numeric_limits<double>::quiet_NaN();
}

void reset_peak() { std::ofstream("/proc/self/clear_refs") << '5'; }

} // namespace worklines::bench
