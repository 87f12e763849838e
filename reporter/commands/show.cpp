// SPDX-License-Identifier: GPL-2.0-or-later
// worklines show JOBID: what was asked for, what became of it, and the script.
#include "core/snapshot/snapshot_json.h"
#include "core/text/duration.h"
#include "core/text/memory.h"
#include "core/text/utf8.h"
#include "reporter/commands/common.h"
#include "reporter/join/joined.h"

#include <fmt/core.h>
#include <fmt/ostream.h>
#include <nlohmann/json.hpp>

namespace worklines::commands {
namespace {

using archive::Found;
using nlohmann::ordered_json;

/// Bytes that are not UTF-8 have no place in JSON; `--script` gives them as they came.
std::string utf8(std::string_view bytes) { return text::replace_invalid(bytes, "\xef\xbf\xbd"); }

template <class T>
ordered_json maybe(const std::optional<T>& value) {
    return value ? ordered_json(*value) : ordered_json(nullptr);
}

ordered_json run_json(const Found& found) {
    const accounting::JobRecord& r = found.record;
    return {{"job", r.id},
            {"id_raw", r.id_raw},
            {"cluster", utf8(r.cluster)},
            {"user", utf8(r.user)},
            {"uid", maybe(r.uid)},
            {"account", utf8(r.account)},
            {"partition", utf8(r.partition)},
            {"name", utf8(r.name)},
            {"work_dir", utf8(r.work_dir)},
            {"submit_line", utf8(r.submit_line)},
            {"state", accounting::state_name(r.state)},
            {"submit", maybe(r.submit)},
            {"start", maybe(r.start)},
            {"end", maybe(r.end)},
            {"elapsed_s", maybe(r.elapsed_s)},
            {"alloc_cpus", maybe(r.alloc_cpus)},
            {"alloc_gpus", maybe(r.allocated.gpus)},
            {"req_mem_bytes", maybe(r.req_mem_bytes)},
            {"used",
             {{"cpu_s", maybe(r.use.cpu_s)},
              {"peak_mem_bytes", maybe(r.use.peak_mem_bytes)},
              {"gpu_util", maybe(r.use.gpu_util)}}},
            {"evidence", join::evidence_name(found.evidence)}};
}

class Show : public Command {
  public:
    void declare(Options& options, config::Config& config) override {
        options.takes = "JOBID";
        options.argument("job", job_);
        options.flag("json", json_, "print as JSON");
        options.flag("script", script_only_, "print the script only, byte for byte");
        declare_cluster(options, config);
        declare_archive(options, config);
        declare_timezone(options, config);
    }

    Result<void> setup(const Context& context) override {
        const auto zone = zone_of(context.config);
        if (!zone) return Error{zone.error().what, "--timezone", zone.error().todo};
        zone_ = *zone;
        if (job_.empty()) return Error{"no job given", "", "usage: worklines show JOBID"};
        if (json_ && script_only_) return Error{"--json and --script exclude each other", "", "leave one out"};
        const auto id = accounting::parse_job_id(job_);
        if (!id || !id->step.empty() || id->pending_array)
            return Error{"not a job id: " + job_, "", "give it as 42, 42_7 (array task) or 42+1 (het component)"};
        id_ = *id;
        return {};
    }

    Result<int> run(Context& context) override {
        auto opened = archive::Archive::open(context.config.archive, archive::Archive::Mode::read);
        if (!opened) return opened.error();
        const auto cluster = cluster_of(context.config, *opened);
        if (!cluster) return cluster.error();
        const auto found = opened->find(*cluster, id_);
        if (!found) return found.error();
        if (found->empty())
            return Error{"no such job in the archive: " + job_, *cluster, "`worklines collect` reads what is new"};
        const Found& with_script = has_script(*found);
        std::string script;
        if (with_script.script_sha256) {
            auto bytes = opened->script(*with_script.script_sha256);
            if (!bytes) return bytes.error();
            script = std::move(*bytes);
        }
        if (script_only_) {
            if (!with_script.script_sha256) return Error{"no script is kept of job " + job_, *cluster, ""};
            context.out << script;
        } else if (json_) {
            print_json(context.out, *found, with_script, script);
        } else {
            print_text(context.out, *found, with_script, script);
        }
        return exit_ok;
    }

  private:
    /// All runs and tasks of a submission share its script.
    static const Found& has_script(const std::vector<Found>& found) {
        for (const Found& one : found)
            if (one.script_sha256) return one;
        return found.front();
    }

    static void print_json(std::ostream& out, const std::vector<Found>& found, const Found& source,
                           const std::string& script) {
        ordered_json all = {
            {"schema", 1}, {"runs", ordered_json::array()}, {"request", nullptr}, {"script", nullptr}};
        for (const Found& one : found)
            all["runs"].push_back(run_json(one));
        if (source.snapshot) all["request"] = ordered_json::parse(snapshot::to_json(*source.snapshot));
        if (source.script_sha256)
            all["script"] = {{"sha256", *source.script_sha256},
                             {"size", script.size()},
                             {"source", source.script_source},
                             {"text", utf8(script)}};
        out << all.dump(2) << '\n';
    }

    void print_text(std::ostream& out, const std::vector<Found>& found, const Found& source,
                    const std::string& script) const {
        for (const Found& one : found)
            print_run(out, one);
        const accounting::JobRecord& r = source.record;
        print_line(out, "submitted", r.submit_line);
        print_line(out, "in", r.work_dir);
        print_line(out, "known by", std::string(join::evidence_text(source.evidence)));
        if (!source.script_sha256) return print_line(out, "script", "none is kept");
        print_line(out, "script", fmt::format("{} bytes, SHA-256 {}", script.size(), *source.script_sha256));
        print_line(out, "from", source.script_source);
        out << '\n';
        for (std::size_t at = 0;
             at < script.size();) { // line by line: a control character must not reach the terminal
            const std::size_t end = std::min(script.find('\n', at), script.size());
            out << text::printable(script.substr(at, end - at)) << '\n';
            at = end + 1;
        }
    }

    void print_run(std::ostream& out, const Found& found) const {
        const accounting::JobRecord& r = found.record;
        std::string line =
            fmt::format("{}  {}  {}  {}  {}", r.id, r.user, r.partition, r.name, accounting::state_name(r.state));
        if (r.start) line += "  " + zone_.format(*r.start);
        if (r.elapsed_s) line += "  " + text::format_duration(*r.elapsed_s);
        if (r.alloc_cpus) line += fmt::format("  {} CPUs", *r.alloc_cpus);
        if (r.allocated.gpus) line += fmt::format("  {} GPUs", *r.allocated.gpus);
        if (r.use.peak_mem_bytes) line += "  peak " + text::format_memory(*r.use.peak_mem_bytes);
        if (r.req_mem_bytes.value_or(0) > 0) line += " of " + text::format_memory(*r.req_mem_bytes);
        out << text::printable(line) << '\n';
    }

    static void print_line(std::ostream& out, std::string_view name, const std::string& value) {
        if (!value.empty()) out << fmt::format("  {:<10} {}\n", name, text::printable(value));
    }

    std::string job_;
    accounting::JobId id_;
    text::Zone zone_;
    bool json_ = false, script_only_ = false;
};

} // namespace

std::unique_ptr<Command> show() { return std::make_unique<Show>(); }

} // namespace worklines::commands
