// SPDX-License-Identifier: GPL-2.0-or-later
// All that the plugin holds on to, in one heap object that is made with the first submission.
#pragma once

#include "core/config/config.h"
#include "core/snapshot/snapshot.h"
#include "core/spool/recorder.h"
#include "core/spool/ticker.h"
#include "plugin/job_submit/hints_object.h"

#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace worklines::job_submit {

class Capture {
  public:
    /// One line to slurmctld's log; must not throw and must stay valid for ever.
    using Log = void (*)(const char* line);

    explicit Capture(Log log);

    /// The settings in force; replaced as a whole when worklines.conf changes.
    std::shared_ptr<const config::Config> config() const;

    /// Keeps the submission, and returns what may be told to the person (empty: nothing).
    std::string take(snapshot::Snapshot& snapshot, std::optional<std::string_view> script);

    /// False: the background thread hangs in the file system and still uses this object.
    bool close();

  private:
    void tick();
    void look_at_settings();
    void open_hints();
    std::string hint(const snapshot::Snapshot& snapshot, const std::string& json,
                     std::optional<std::string_view> script) const;

    const Log log_;
    const std::filesystem::path settings_file_;
    std::optional<std::filesystem::file_time_type> settings_time_; ///< empty: there was no such file

    mutable std::mutex mutex_; ///< over the two pointers
    std::shared_ptr<const config::Config> config_;
    std::shared_ptr<const HintsObject> hints_;

    spool::Recorder recorder_;
    std::mutex ticker_mutex_;
    spool::Ticker ticker_;
};

} // namespace worklines::job_submit
