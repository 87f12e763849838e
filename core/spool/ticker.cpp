// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/spool/ticker.h"

#include <pthread.h>
#include <signal.h>

#include <condition_variable>
#include <mutex>
#include <system_error>

namespace worklines::spool {

struct Ticker::Shared {
    std::mutex mutex;
    std::condition_variable changed;
    bool stopping = false, ended = false;
};

Ticker::~Ticker() {
    if (thread_.joinable()) thread_.detach();
}

bool Ticker::start(std::chrono::milliseconds interval, std::function<void()> tick) {
    const auto shared = std::make_shared<Shared>();
    auto loop = [shared, interval, tick = std::move(tick)] {
        std::unique_lock lock(shared->mutex);
        while (!shared->changed.wait_for(lock, interval, [&] { return shared->stopping; })) {
            lock.unlock();
            try {
                tick();
            } catch (...) { // memory is short: the next tick may do better
            }
            lock.lock();
        }
        shared->ended = true;
        shared->changed.notify_all();
    };

    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool started = true;
    try {
        thread_ = std::thread(std::move(loop));
        shared_ = shared;
    } catch (const std::system_error&) {
        started = false;
    }
    pthread_sigmask(SIG_SETMASK, &before, nullptr);
    return started;
}

bool Ticker::stop(std::chrono::milliseconds patience) {
    if (!shared_) return true;
    const auto shared = std::move(shared_);
    shared_ = nullptr;
    std::unique_lock lock(shared->mutex);
    shared->stopping = true;
    shared->changed.notify_all();
    const bool ended = shared->changed.wait_for(lock, patience, [&] { return shared->ended; });
    lock.unlock();
    // An ended loop still has our code to return through, which the caller may be about to unmap: join() sees it
    // out.
    ended ? thread_.join() : thread_.detach();
    return ended;
}

} // namespace worklines::spool
