// SPDX-License-Identifier: GPL-2.0-or-later
// job_submit/worklines: what Slurm calls. Every callback translates, hands over and returns success; nothing thrown
// leaves it. There is no state but one heap object, made with the first submission: Slurm loads plugins that it
// then drops, and ends its process without a callback.
#include "core/text/built_for.h"
#include "plugin/job_submit/capture.h"
#include "plugin/job_submit/translate.h"
#include "plugin/job_submit/versions.h"

#include <dlfcn.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <ctime>
#include <exception>
#include <mutex>

#define EXPORTED extern "C" __attribute__((visibility("default")))

EXPORTED const char plugin_name[];
EXPORTED const char plugin_type[];
EXPORTED const uint32_t plugin_version;
const char plugin_name[] = "Worklines: keeps every submission and hints at better ones";
const char plugin_type[] = "job_submit/worklines";
const uint32_t plugin_version = SLURM_VERSION_NUMBER;

namespace {

using worklines::job_submit::Capture;

/// For `worklines doctor`, which reads the file.
constexpr auto for_doctor() {
    using worklines::text::built_for_mark;
    constexpr auto version = worklines::job_submit::slurm_version();
    std::array<char, built_for_mark.size() + version.size()> text{};
    std::copy(version.begin(), version.end(),
              std::copy(built_for_mark.begin(), built_for_mark.end(), text.begin()));
    return text;
}
[[gnu::used]] constexpr auto mark = for_doctor();

constinit std::mutex capture_mutex;
constinit Capture* capture = nullptr; // leaked at exit: other threads live on while destructors run

void log_line(const char* line) { slurm_error("worklines: %s", line); }

Capture& the_capture() {
    const std::lock_guard lock(capture_mutex);
    if (capture == nullptr) capture = new Capture(log_line);
    return *capture;
}

std::int64_t now_us() {
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    return now.tv_sec * 1'000'000LL + now.tv_nsec / 1000;
}

/// Adds to what earlier plugins left there, in memory that Slurm can free.
void append_message(char** message, const std::string& text) {
    if (message == nullptr || text.empty() || slurm_xcalloc == nullptr || slurm_xfree == nullptr) return;
    const std::size_t before = *message != nullptr ? std::strlen(*message) : 0;
    const bool glue = before > 0 && (*message)[before - 1] != '\n';
    auto* joined = static_cast<char*>(
        slurm_xcalloc(1, before + glue + text.size() + 1, true, true, __FILE__, __LINE__, __func__));
    if (joined == nullptr) return;
    if (before > 0) std::memcpy(joined, *message, before);
    if (glue) joined[before] = '\n';
    std::memcpy(joined + before + glue, text.data(),
                text.size()); // NOLINT(bugprone-not-null-terminated-result): the memory is zeroed
    slurm_xfree(reinterpret_cast<void**>(message));
    *message = joined;
}

std::string take(const job_desc_msg_t& desc, std::uint32_t submit_uid, bool change) {
    using namespace worklines::job_submit;
    Capture& keeper = the_capture();
    auto snapshot = translate(desc, submit_uid, now_us(), change, keeper.config()->environment);
    return keeper.take(snapshot, script_of(desc));
}

template <class Work>
void guarded(Work&& work) noexcept {
    try {
        work();
    } catch (const std::exception& error) {
        log_line(error.what());
    } catch (...) {
        log_line("an unknown exception; the job goes through");
    }
}

} // namespace

EXPORTED int init() { return SLURM_SUCCESS; }

EXPORTED int fini() {
    guarded([] {
        const std::lock_guard lock(capture_mutex);
        if (capture == nullptr) return;
        if (capture->close()) {
            delete capture;
        } else {
            // Its thread hangs in the file system and will come back to this code: it must stay.
            Dl_info self{};
            if (dladdr(&capture_mutex, &self) != 0) dlopen(self.dli_fname, RTLD_NOW | RTLD_NODELETE);
            log_line("the spool's file system hangs; the plugin stays in memory");
        }
        capture = nullptr;
    });
    return SLURM_SUCCESS;
}

EXPORTED int job_submit(job_desc_msg_t* job_desc, uint32_t submit_uid, char** err_msg) {
    guarded([&] { append_message(err_msg, take(*job_desc, submit_uid, /*change=*/false)); });
    return SLURM_SUCCESS;
}

EXPORTED int job_modify(WORKLINES_JOB_MODIFY_ARGS) {
    guarded([&] { take(*job_desc, submit_uid, /*change=*/true); });
    return SLURM_SUCCESS;
}
