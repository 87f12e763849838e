// SPDX-License-Identifier: GPL-2.0-or-later
// A writer that may not wait: what slurmctld's threads call. A record is in the kernel when record() returns, or
// waits in a bounded queue while the spool cannot be written, or is counted as lost.
//
//   record()   any thread: encode, take the lock for a bounded time, write
//   tick()     one thread in the background: retry, force to disk, seal what is due, write the status
#pragma once

#include "core/snapshot/snapshot.h"
#include "core/spool/folder.h"
#include "core/spool/status.h"
#include "core/spool/writer.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::spool {

struct Settings {
    std::filesystem::path folder;
    std::filesystem::path status; ///< empty: status.json in the folder
    std::uint64_t max_script = 16u << 20;
    std::uint64_t quota = 10ull << 30;
    std::uint64_t floor = 256u << 20;
    std::uint64_t segment_size = 64u << 20;
    std::uint64_t queue_bytes = 16u << 20;  ///< of records that wait in memory
    std::chrono::milliseconds patience{50}; ///< how long a submission waits for another one's write

    bool operator==(const Settings&) const = default;
};

class Recorder {
  public:
    using Log = std::function<void(const std::string& line)>;

    /// Touches no file. `log` gets one line a minute at most.
    Recorder(Settings settings, Log log);

    /// Fills in `snapshot.script`. `script` empty: there is none. Returns the JSON that stands for the snapshot,
    /// for who needs it too; empty if memory is short.
    std::string record(snapshot::Snapshot& snapshot, std::optional<std::string_view> script) noexcept;

    void tick(std::int64_t now_s);

    /// Takes on changed settings from the next record on.
    void change(Settings settings, std::int64_t now_s);

    /// Last flush, sync, seal and status.
    void close(std::int64_t now_s);

    Status status() const;

  private:
    using Steady = std::chrono::steady_clock; // retries and log lines must not depend on the wall clock

    struct Waiting {
        std::string json, script_sha256, script;
        std::size_t bytes() const { return json.size() + script.size(); }
    };

    void record_json(const std::string& json, std::string_view sha256, std::string_view script, std::int64_t now_s);

    std::unique_lock<std::mutex> lock_writing() const; ///< not held if it could not be had in time

    // Under writing_.
    Result<void> open(std::int64_t now_s);
    Result<void> make_ready(std::int64_t now_s, std::size_t bytes);
    Result<void> write(std::int64_t now_s, std::string_view json, std::string_view sha256, std::string_view script);
    Result<void> write_queue(std::int64_t now_s);
    void retire(std::int64_t now_s);
    void look_at_room();

    // These take counting_.
    void keep_waiting(Waiting record, const Error& why, std::int64_t now_s);
    void note_kept(std::uint64_t records, std::int64_t now_s);
    void note_lost(std::uint64_t records, std::int64_t now_s);
    void note_deleted(std::uint64_t records, std::int64_t now_s);
    void note_trouble(const Error& why, std::int64_t now_s);
    void note_all_well(std::int64_t now_s);

    // Under counting_.
    void open_status_file(std::int64_t now_s);
    void carry(const Status& before);
    void say(std::string line);
    void write_status(std::int64_t now_s);

    const Log log_;
    const std::chrono::milliseconds patience_;
    std::atomic<std::uint64_t> max_script_;
    Settings settings_; ///< read under either lock, changed under both

    mutable std::mutex writing_;
    std::optional<Folder> folder_;
    std::optional<Writer> writer_;
    std::vector<std::shared_ptr<const Descriptor>> unsynced_; ///< files with records that may not be on disk yet
    Room room_;                                               ///< at the last look
    std::uint64_t since_look_ = 0;                            ///< bytes written since
    std::optional<Steady::time_point> retry_at_;

    mutable std::mutex counting_; ///< taken after writing_ where both are held
    std::deque<Waiting> queue_;
    std::size_t queue_bytes_ = 0;
    Status status_;
    bool status_changed_ = false, status_carried_ = false;
    std::optional<StatusFile> status_file_;
    std::optional<Steady::time_point> said_at_;
    std::string unsaid_; ///< the line that waits for its minute
};

} // namespace worklines::spool
