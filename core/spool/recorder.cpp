// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/spool/recorder.h"

#include "core/snapshot/snapshot_json.h"
#include "core/spool/digest.h"
#include "core/spool/segment.h"

#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>

namespace worklines::spool {
namespace {

constexpr std::size_t most_scripts = 50000; // a segment's memory of scripts: some 6 MiB
constexpr std::size_t framing_bytes = 128;  // head and framing lines, at the most
constexpr std::chrono::seconds retry_pause{1};
constexpr std::chrono::minutes log_pause{1};

} // namespace

Recorder::Recorder(Settings settings, Log log)
    : log_(std::move(log)), patience_(settings.patience), max_script_(settings.max_script),
      settings_(std::move(settings)) {
    status_.pid = getpid();
}

std::string Recorder::record(snapshot::Snapshot& snapshot, std::optional<std::string_view> script) noexcept {
    const std::int64_t now_s = snapshot.time_us / 1'000'000;
    try {
        std::string_view body, sha256;
        if (script) {
            const bool kept = script->size() <= max_script_;
            snapshot.script = {sha256_hex(*script), script->size(), kept};
            sha256 = snapshot.script->sha256;
            if (kept) body = *script;
        }
        std::string json = snapshot::to_json(snapshot);
        record_json(json, sha256, body, now_s);
        return json;
    } catch (...) { // memory is short
        note_lost(1, now_s);
        return {};
    }
}

void Recorder::record_json(const std::string& json, std::string_view sha256, std::string_view script,
                           std::int64_t now_s) {
    const auto waiting = [&] { return Waiting{json, std::string(sha256), std::string(script)}; };
    const std::unique_lock lock = lock_writing();
    if (!lock) {
        keep_waiting(waiting(), {"a write to the spool hangs", "the spool", "check its file system"}, now_s);
        return;
    }
    if (retry_at_ && Steady::now() < *retry_at_) {
        keep_waiting(waiting(), {}, now_s);
        return;
    }
    auto done = write_queue(now_s);
    if (done) done = write(now_s, json, sha256, script);
    if (!done) {
        retry_at_ = Steady::now() + retry_pause;
        keep_waiting(waiting(), done.error(), now_s);
        return;
    }
    retry_at_.reset();
    note_kept(1, now_s);
    note_all_well(now_s);
}

/// Not std::timed_mutex: its wait is one that the thread sanitizer of g++ 12 does not know.
std::unique_lock<std::mutex> Recorder::lock_writing() const {
    std::unique_lock lock(writing_, std::defer_lock);
    const auto deadline = Steady::now() + patience_;
    while (!lock.try_lock() && Steady::now() < deadline) {
        std::this_thread::sleep_for(std::chrono::microseconds(20)); // about the time of one write
    }
    return lock;
}

// The writing side ---------------------------------------------------------------------------------------------

Result<void> Recorder::write(std::int64_t now_s, std::string_view json, std::string_view sha256,
                             std::string_view script) {
    const std::size_t bytes = json.size() + script.size() + framing_bytes;
    if (auto ready = make_ready(now_s, bytes); !ready) return ready;
    const std::uint64_t before = writer_->size();
    if (auto appended = writer_->append(json, sha256, script); !appended) return appended;
    since_look_ += writer_->size() - before;
    if (unsynced_.empty() || unsynced_.back() != writer_->file()) unsynced_.push_back(writer_->file());
    return {};
}

Result<void> Recorder::make_ready(std::int64_t now_s, std::size_t bytes) {
    if (folder_ && !folder_->in_place()) {
        retire(now_s);
        folder_.reset();
    }
    if (!folder_) {
        if (auto opened = open(now_s); !opened) return opened;
    }
    if (room_.used + since_look_ + bytes > settings_.quota)
        return Error{"the spool has reached its quota", settings_.folder.string(),
                     "run `worklines collect`, or raise spool_quota"};
    // A small volume of its own is fine for a spool: there the floor is a twentieth of it.
    if (room_.free < std::min(settings_.floor, room_.total / 20) + since_look_ + bytes)
        return Error{"the spool's file system is nearly full", settings_.folder.string(),
                     "free space, or run `worklines collect`"};
    if (writer_ && (writer_->broken() || writer_->size() >= settings_.segment_size ||
                    writer_->scripts() >= most_scripts || writer_->day() != utc_day(now_s) || !writer_->in_place()))
        retire(now_s);
    if (!writer_) {
        auto begun = Writer::begin(*folder_, now_s);
        if (!begun) return begun.error();
        writer_ = std::move(*begun);
        since_look_ += writer_->size();
    }
    return {};
}

Result<void> Recorder::open(std::int64_t now_s) {
    auto folder = Folder::open(settings_.folder);
    if (!folder) return folder.error();
    folder_ = std::move(*folder);
    folder_->adopt();
    look_at_room();

    const std::lock_guard lock(counting_);
    open_status_file(now_s);
    status_.warning.clear();
    if (const std::string kind = folder_->network_file_system(); !kind.empty()) {
        status_.warning =
            "the spool lies on " + kind + ": a server that hangs would delay submissions; use a local disk";
        say(settings_.folder.string() + ": " + status_.warning);
    }
    return {};
}

Result<void> Recorder::write_queue(std::int64_t now_s) {
    for (;;) {
        Waiting record;
        {
            const std::lock_guard lock(counting_);
            if (queue_.empty()) return {};
            record = std::move(queue_.front());
            queue_.pop_front();
            queue_bytes_ -= record.bytes();
        }
        if (auto written = write(now_s, record.json, record.script_sha256, record.script); !written) {
            const std::lock_guard lock(counting_);
            queue_bytes_ += record.bytes();
            queue_.push_front(std::move(record));
            return written;
        }
        note_kept(1, now_s);
    }
}

void Recorder::retire(std::int64_t now_s) {
    if (!writer_) return;
    // Deleted by somebody while it was being written: what was in it is gone, and is said to be.
    if (writer_->deleted()) {
        note_deleted(writer_->records(), now_s);
    } else {
        writer_->seal();
    }
    writer_.reset();
}

void Recorder::look_at_room() {
    room_ = folder_->room();
    since_look_ = 0;
}

void Recorder::tick(std::int64_t now_s) {
    std::vector<std::shared_ptr<const Descriptor>> files;
    {
        const std::unique_lock lock = lock_writing();
        if (lock) {
            if (writer_ && writer_->day() != utc_day(now_s)) retire(now_s);
            if (folder_ && (since_look_ > 0 || retry_at_)) look_at_room();
            if (auto written = write_queue(now_s); !written) {
                retry_at_ = Steady::now() + retry_pause;
                note_trouble(written.error(), now_s);
            } else if (retry_at_) {
                retry_at_.reset();
                note_all_well(now_s);
            }
            files.swap(unsynced_);
            // In the spool it is opened only behind the checks of Folder::open.
            const std::lock_guard counting(counting_);
            if (!settings_.status.empty() || (folder_ && folder_->in_place())) open_status_file(now_s);
        }
    }
    for (const auto& file : files)
        fdatasync(file->get());

    const std::lock_guard lock(counting_);
    if (status_changed_) write_status(now_s);
    if (!unsaid_.empty()) say(std::move(unsaid_));
}

void Recorder::change(Settings settings, std::int64_t now_s) {
    const std::lock_guard lock(writing_);
    if (settings == settings_) return;
    const bool moved = settings.folder != settings_.folder || settings.status != settings_.status;
    if (moved) {
        retire(now_s);
        folder_.reset();
    }
    const std::lock_guard counting(counting_);
    if (moved) status_file_.reset();
    max_script_ = settings.max_script;
    settings_ = std::move(settings);
}

void Recorder::close(std::int64_t now_s) {
    tick(now_s);
    const std::lock_guard lock(writing_);
    retire(now_s);
    const std::lock_guard counting(counting_);
    write_status(now_s);
}

// The counting side --------------------------------------------------------------------------------------------

void Recorder::keep_waiting(Waiting record, const Error& why, std::int64_t now_s) {
    {
        const std::lock_guard lock(counting_);
        if (queue_bytes_ + record.bytes() > settings_.queue_bytes) {
            ++status_.lost;
            status_.last_lost = now_s;
        } else {
            queue_bytes_ += record.bytes();
            queue_.push_back(std::move(record));
            ++status_.deferred;
        }
    }
    if (!why.what.empty()) note_trouble(why, now_s);
    const std::lock_guard lock(counting_);
    write_status(now_s);
}

void Recorder::note_kept(std::uint64_t records, std::int64_t now_s) {
    const std::lock_guard lock(counting_);
    status_.kept += records;
    status_.last_kept = now_s;
    if (status_.started == 0) status_.started = now_s;
    status_changed_ = true;
}

void Recorder::note_lost(std::uint64_t records, std::int64_t now_s) {
    const std::lock_guard lock(counting_);
    status_.lost += records;
    status_.last_lost = now_s;
    status_changed_ = true;
}

void Recorder::note_deleted(std::uint64_t records, std::int64_t now_s) {
    note_lost(records, now_s);
    const std::lock_guard lock(counting_);
    status_.kept -= std::min(status_.kept, records);
}

void Recorder::note_trouble(const Error& why, std::int64_t now_s) {
    const std::lock_guard lock(counting_);
    status_.problem = why.line();
    status_.last_problem = status_.problem;
    status_.last_problem_at = now_s;
    status_changed_ = true;
    say(status_.problem + "; jobs go through, " + std::to_string(queue_.size()) + " submissions wait in memory, " +
        std::to_string(status_.lost) + " lost");
}

void Recorder::note_all_well(std::int64_t now_s) {
    const std::lock_guard lock(counting_);
    if (status_.problem.empty() || !queue_.empty()) return;
    status_.problem.clear();
    write_status(now_s); // a process that is killed now must not be said to have lost what it wrote
    say("the spool is written again; " + std::to_string(status_.lost) + " submissions lost so far");
}

void Recorder::say(std::string line) {
    const auto now = Steady::now();
    if (said_at_ && now - *said_at_ < log_pause) {
        unsaid_ = std::move(line);
        return;
    }
    said_at_ = now;
    unsaid_.clear();
    log_(line);
}

void Recorder::open_status_file(std::int64_t now_s) {
    if (status_file_ && status_file_->in_place()) return;
    auto opened = StatusFile::open(settings_.status.empty() ? settings_.folder / status_name : settings_.status);
    if (!opened) return; // doctor says so: it cannot read it either
    status_file_ = std::move(*opened);
    if (!std::exchange(status_carried_, true)) carry(status_file_->before());
    write_status(now_s);
}

/// Totals go on from the process before this one.
void Recorder::carry(const Status& before) {
    status_.kept += before.kept;
    status_.deferred += before.deferred;
    status_.lost += before.lost + before.waiting; // what waited in a process that is no more
    status_.last_kept = std::max(status_.last_kept, before.last_kept);
    status_.last_lost = std::max(status_.last_lost, before.waiting > 0 ? before.updated : before.last_lost);
    if (!status_.last_problem.empty()) return;
    status_.last_problem = before.last_problem;
    status_.last_problem_at = before.last_problem_at;
}

void Recorder::write_status(std::int64_t now_s) {
    status_.waiting = queue_.size();
    status_.updated = now_s;
    status_changed_ = !(status_file_ && status_file_->in_place() && status_file_->write(status_));
}

Status Recorder::status() const {
    const std::lock_guard lock(counting_);
    Status status = status_;
    status.waiting = queue_.size();
    return status;
}

} // namespace worklines::spool
