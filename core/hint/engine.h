// SPDX-License-Identifier: GPL-2.0-or-later
// The rules of a site, loaded and asked. A rule that breaks (an error, a limit, a text that must not be shown) is
// switched off for good and logged once; the others go on. Safe in several threads.
#pragma once

#include "core/hint/history.h"
#include "core/hint/rule.h"
#include "core/hint/sandbox.h"
#include "core/result.h"
#include "core/snapshot/snapshot.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::hint {

struct Hint {
    std::string slug;
    Severity severity = Severity::courtesy;
    std::string line;   ///< "worklines: ... (worklines explain SLUG)", without a newline
    std::string option; ///< `--mem=2G`; empty: no option to change
    double stake = 0;   ///< CPU-hours that others could use, roughly: orders the hints
};

struct Question {
    Phase phase = Phase::submit;
    const snapshot::Snapshot& job;
    std::optional<std::string_view> script = {};
    std::optional<History> history = {};
    std::int64_t now = 0; ///< seconds since the epoch
    std::string_view language = "en";
};

class Engine {
  public:
    struct Settings {
        std::vector<std::filesystem::path> folders; ///< missing ones are no error
        Limits limits = {};
        std::function<void(const std::string&)> log = {}; ///< called from any thread
    };

    /// Loads `*.lua` of each folder, by name. A rule of a later folder replaces one with its slug. What is wrong
    /// with a rule is logged, and the rule left out.
    explicit Engine(Settings settings);
    Engine(const Engine&) = delete;
    Engine& operator=(const Engine&) = delete;
    ~Engine();

    std::vector<const Rule*> rules() const; ///< by slug; valid as long as the engine
    const Rule* rule(std::string_view slug) const;

    /// False: without a history, no rule of this phase has anything to say.
    bool speaks_without_history(Phase phase) const;

    /// What the rules say, in no order. Bytes of the script beyond the first 256 KiB are not shown to them.
    std::vector<Hint> ask(const Question& question);

    /// What a rule says to a case; empty: it does not fire. Error: it breaks, or is switched off.
    Result<std::optional<Hint>> try_case(const Rule& rule, const Case& one);
    /// Tries a rule on all its cases. Error: the first that does not do as it says.
    Result<void> try_cases(const Rule& rule);

  private:
    struct Loaded;

    void load(const std::filesystem::path& file);
    void log(const std::string& line) const;
    Loaded* find(std::string_view slug) const;

    const Settings settings_;
    std::vector<std::unique_ptr<Loaded>> loaded_; ///< by slug
};

} // namespace worklines::hint
