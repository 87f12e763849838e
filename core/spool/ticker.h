// SPDX-License-Identifier: GPL-2.0-or-later
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <thread>

namespace worklines::spool {

/// A background thread that calls a function at an interval. All signals are blocked in it: they are its host's.
class Ticker {
  public:
    Ticker() = default;
    Ticker(const Ticker&) = delete;
    Ticker& operator=(const Ticker&) = delete;
    ~Ticker(); ///< without stop() the thread is left to itself

    /// False: no thread could be had; try again later.
    bool start(std::chrono::milliseconds interval, std::function<void()> tick);
    bool running() const { return shared_ != nullptr; }

    /// Ends the thread after the call it is in. True: no code of ours runs in it any more. False: that call hangs, and the thread is left to itself; then its
    /// code must stay in memory.
    bool stop(std::chrono::milliseconds patience);

  private:
    struct Shared;
    std::shared_ptr<Shared> shared_; // also held by the thread, which may outlive us
    std::thread thread_;
};

} // namespace worklines::spool
