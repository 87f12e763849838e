// SPDX-License-Identifier: GPL-2.0-or-later
// The three C functions of core/hint/hints_abi.h. Nothing runs before the first of them is called; nothing thrown
// leaves them.
#include "core/hint/hints_abi.h"

#include "core/hint/advice.h"
#include "core/hint/engine.h"
#include "core/hint/manners.h"
#include "core/snapshot/snapshot_json.h"

#include <cstring>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace {

using namespace worklines;

struct Hints {
    explicit Hints(const worklines_hints_settings& settings)
        : advice(settings.advice), engine({folders(settings.hints_dir), {}, log_to(settings.log)}),
          manners(settings.quiet_s), log(settings.log) {}

    static std::vector<std::filesystem::path> folders(std::string_view colon_list);
    static std::function<void(const std::string&)> log_to(void (*log)(const char*));

    hint::Advice advice;
    hint::Engine engine;
    hint::Manners manners;
    void (*log)(const char* line);
};

std::vector<std::filesystem::path> Hints::folders(std::string_view colon_list) {
    std::vector<std::filesystem::path> folders;
    while (!colon_list.empty()) {
        const auto end = colon_list.find(':');
        if (end != 0) folders.emplace_back(colon_list.substr(0, end));
        colon_list.remove_prefix(end == std::string_view::npos ? colon_list.size() : end + 1);
    }
    return folders;
}

std::function<void(const std::string&)> Hints::log_to(void (*log)(const char*)) {
    if (log == nullptr) return {};
    return [log](const std::string& line) { log(line.c_str()); };
}

std::optional<std::string_view> view(const char* text, std::size_t size) {
    return text == nullptr ? std::nullopt : std::optional(std::string_view(text, size));
}

/// In the order of what each step costs, so that most submissions end at the first or second.
std::vector<hint::Hint> ask(Hints& hints, const worklines_hints_request& request) {
    if (!hints.manners.may_speak(request.uid, request.now)) return {};
    const auto script = view(request.script, request.script_size);
    const auto key = hint::key_of(request.uid, script, view(request.name, request.name_size));
    const auto history = key ? hints.advice.find(*key, request.now) : std::nullopt;
    if (const auto problem = hints.advice.take_problem(); problem && hints.log != nullptr)
        hints.log(("hints go without history: " + problem->line()).c_str());
    if (!history && !hints.engine.speaks_without_history(hint::Phase::submit)) return {};
    const auto job = snapshot::from_json({request.snapshot_json, request.snapshot_size});
    if (!job) return {};
    auto said = hints.engine.ask({.job = *job, .script = script, .history = history, .now = request.now});
    return hints.manners.choose(request.uid, std::move(said), request.now);
}

/// Whole lines only: what does not fit is left out.
std::size_t put(const std::vector<hint::Hint>& hints, char* text, std::size_t capacity) {
    std::size_t size = 0;
    for (const auto& one : hints) {
        if (size + one.line.size() + 2 > capacity) break;
        std::memcpy(text + size, one.line.data(), one.line.size());
        size += one.line.size();
        text[size++] = '\n';
    }
    text[size] = '\0';
    return size;
}

} // namespace

extern "C" {

[[gnu::visibility("default")]] void* worklines_hints_open(uint32_t abi, const worklines_hints_settings* settings) {
    try {
        if (abi != WORKLINES_HINTS_ABI || settings == nullptr || settings->advice == nullptr ||
            settings->hints_dir == nullptr)
            return nullptr;
        return new Hints(*settings);
    } catch (...) {
        return nullptr;
    }
}

[[gnu::visibility("default")]] size_t worklines_hints_ask(void* engine, const worklines_hints_request* request,
                                                          char* text, size_t capacity) {
    if (text == nullptr || capacity == 0) return 0;
    text[0] = '\0';
    try {
        if (engine == nullptr || request == nullptr) return 0;
        return put(ask(*static_cast<Hints*>(engine), *request), text, capacity);
    } catch (...) {
        text[0] = '\0';
        return 0;
    }
}

[[gnu::visibility("default")]] void worklines_hints_close(void* engine) { delete static_cast<Hints*>(engine); }

} // extern "C"
