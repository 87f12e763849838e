// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/job_submit/capture.h"

#include "plugin/job_submit/may_speak.h"

#include <chrono>
#include <ctime>
#include <system_error>

namespace worklines::job_submit {
namespace {

constexpr std::chrono::seconds close_patience{5};

std::optional<std::filesystem::file_time_type> time_of(const std::filesystem::path& file) {
    std::error_code error;
    const auto time = std::filesystem::last_write_time(file, error);
    if (error) return std::nullopt;
    return time;
}

spool::Settings recorder_settings(const config::Config& config) {
    spool::Settings settings;
    settings.folder = config.spool;
    settings.status = config.status;
    settings.max_script = config.max_script;
    settings.quota = config.spool_quota;
    settings.floor = config.spool_floor;
    settings.segment_size = config.segment_size;
    return settings;
}

/// What can be read of the settings; what is wrong in them is said and keeps its default.
std::shared_ptr<const config::Config> load(const std::filesystem::path& file, Capture::Log log) {
    auto loaded = config::load(file, /*must_exist=*/false);
    if (!loaded) {
        log(loaded.error().line().c_str());
        return std::make_shared<const config::Config>();
    }
    for (const Error& problem : loaded->problems)
        log(problem.line().c_str());
    return std::make_shared<const config::Config>(std::move(loaded->config));
}

} // namespace

Capture::Capture(Log log)
    : log_(log), settings_file_(config::default_path()), settings_time_(time_of(settings_file_)),
      config_(load(settings_file_, log)),
      recorder_(recorder_settings(*config_), [log](const std::string& line) { log(line.c_str()); }) {
    open_hints();
}

std::shared_ptr<const config::Config> Capture::config() const {
    const std::lock_guard lock(mutex_);
    return config_;
}

std::string Capture::take(snapshot::Snapshot& snapshot, std::optional<std::string_view> script) {
    const auto settings = config();
    snapshot.cluster = settings->cluster;
    {
        const std::lock_guard lock(ticker_mutex_);
        if (!ticker_.running()) ticker_.start(std::chrono::milliseconds(settings->sync_ms), [this] { tick(); });
    }
    const std::string json = recorder_.record(snapshot, script);
    if (json.empty() || !may_speak(snapshot, settings->hints)) return {};
    return hint(snapshot, json, script);
}

std::string Capture::hint(const snapshot::Snapshot& snapshot, const std::string& json,
                          std::optional<std::string_view> script) const {
    std::shared_ptr<const HintsObject> hints;
    {
        const std::lock_guard lock(mutex_);
        hints = hints_;
    }
    if (!hints) return {};
    worklines_hints_request request{};
    request.uid = snapshot.uid;
    request.name = snapshot.name ? snapshot.name->c_str() : nullptr;
    request.name_size = snapshot.name ? snapshot.name->size() : 0;
    request.snapshot_json = json.c_str();
    request.snapshot_size = json.size();
    request.script = script ? script->data() : nullptr;
    request.script_size = script ? script->size() : 0;
    request.now = snapshot.time_us / 1'000'000;
    return hints->ask(request);
}

void Capture::open_hints() {
    std::shared_ptr<const HintsObject> hints;
    const auto settings = config();
    if (settings->hints != config::Hints::off) {
        if (auto opened = HintsObject::open(*settings, log_))
            hints = std::move(*opened);
        else
            log_(opened.error().line().c_str());
    }
    const std::lock_guard lock(mutex_);
    hints_.swap(hints); // the old one is closed when the last who asks is done
}

void Capture::tick() {
    look_at_settings();
    recorder_.tick(std::time(nullptr));
}

void Capture::look_at_settings() {
    const auto time = time_of(settings_file_);
    if (time == settings_time_) return;
    settings_time_ = time;
    auto settings = load(settings_file_, log_);
    recorder_.change(recorder_settings(*settings), std::time(nullptr));
    {
        const std::lock_guard lock(mutex_);
        config_ = std::move(settings);
    }
    open_hints();
    log_("worklines.conf was read again");
}

bool Capture::close() {
    {
        const std::lock_guard lock(ticker_mutex_);
        if (!ticker_.stop(close_patience)) return false;
    }
    recorder_.close(std::time(nullptr));
    return true;
}

} // namespace worklines::job_submit
