// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/engine.h"

#include "core/hint/wording.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <mutex>
#include <utility>

namespace worklines::hint {

struct Engine::Loaded {
    Rule rule;
    std::unique_ptr<Sandbox> sandbox; ///< empty: switched off
    std::mutex mutex;                 ///< of the sandbox
};

namespace {

constexpr std::size_t most_script = 256u << 10;
constexpr off_t most_rule = 256 << 10;

// Not a stream: those bring static initialisers into the plugin.
Result<std::string> read_file(const std::filesystem::path& path) {
    const auto error = [&](const char* what) { return Error{what, path.string(), ""}; };
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0) return error(std::strerror(errno));
    struct stat status {};
    std::string text;
    const bool fit = fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size <= most_rule;
    if (fit) text.resize(static_cast<std::size_t>(status.st_size));
    std::size_t size = 0;
    for (ssize_t got = 1; size < text.size() && got > 0;
         size += static_cast<std::size_t>(std::max<ssize_t>(got, 0)))
        got = read(file, text.data() + size, text.size() - size);
    close(file);
    if (!fit) return error("not a file of at most 256 KiB");
    if (size != text.size()) return error("cannot be read");
    return text;
}

std::vector<std::filesystem::path> rule_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code stops;
    for (std::filesystem::directory_iterator at(folder, stops), end; !stops && at != end; at.increment(stops))
        if (at->path().extension() == ".lua" && !at->path().filename().string().starts_with('.'))
            files.push_back(at->path());
    std::ranges::sort(files);
    return files;
}

/// The answer of fires() as a hint. Empty: it does not fire.
Result<std::optional<Hint>> hint_of(const Rule& rule, const Value& answer, std::string_view language) {
    if (!answer.holds()) return std::optional<Hint>();
    const Table* figures = answer.table();
    if (figures == nullptr) return Error{"fires() returns nil, false or a table", rule.file, ""};
    Hint hint{rule.slug, rule.severity, "", "", 0};
    const Value* stake = figures->find("stake");
    if (stake == nullptr || !stake->number() || !std::isfinite(*stake->number()) || *stake->number() < 0)
        return Error{"fires() gave no `stake`, a number of CPU-hours", rule.file, ""};
    hint.stake = *stake->number();
    if (const Value* option = figures->find("option"); option != nullptr && option->text() != nullptr)
        hint.option = *option->text();
    auto text = rule.texts.find(std::string(language));
    if (text == rule.texts.end()) text = rule.texts.find("en");
    auto filled = fill(text->second, *figures);
    if (!filled) return Error{filled.error().what, rule.file, ""};
    hint.line = line_of(*filled, rule.slug);
    if (const auto why = breach(hint.line)) return Error{"its text " + *why, rule.file, ""};
    return std::optional(std::move(hint));
}

Value text_value(std::optional<std::string_view> text) {
    return text ? Value{std::string(text->substr(0, most_script))} : Value{};
}

} // namespace

Engine::Engine(Settings settings) : settings_(std::move(settings)) {
    for (const auto& folder : settings_.folders)
        for (const auto& file : rule_files(folder))
            load(file);
    std::ranges::sort(loaded_, {}, [](const auto& loaded) -> const std::string& { return loaded->rule.slug; });
}

Engine::~Engine() = default;

void Engine::load(const std::filesystem::path& file) {
    const auto refuse = [&](const Error& error) {
        log("a hint rule is left out: " +
            (error.where.empty() ? Error{error.what, file.string(), ""} : error).line());
    };
    const auto source = read_file(file);
    if (!source) return refuse(source.error());
    auto sandbox = Sandbox::create(settings_.limits);
    if (!sandbox) return refuse(sandbox.error());
    const auto table = (*sandbox)->load(*source, file.string());
    if (!table) return refuse(table.error());
    auto rule = read_rule(*table, file.string());
    if (!rule) return refuse(rule.error());
    auto loaded = std::make_unique<Loaded>();
    loaded->rule = std::move(*rule);
    loaded->sandbox = std::move(*sandbox);
    std::erase_if(loaded_, [&](const auto& other) { return other->rule.slug == loaded->rule.slug; });
    loaded_.push_back(std::move(loaded));
}

void Engine::log(const std::string& line) const {
    if (settings_.log) settings_.log(line);
}

std::vector<const Rule*> Engine::rules() const {
    std::vector<const Rule*> rules;
    for (const auto& loaded : loaded_)
        rules.push_back(&loaded->rule);
    return rules;
}

Engine::Loaded* Engine::find(std::string_view slug) const {
    for (const auto& loaded : loaded_)
        if (loaded->rule.slug == slug) return loaded.get();
    return nullptr;
}

const Rule* Engine::rule(std::string_view slug) const {
    const Loaded* loaded = find(slug);
    return loaded == nullptr ? nullptr : &loaded->rule;
}

bool Engine::speaks_without_history(Phase phase) const {
    return std::ranges::any_of(
        loaded_, [&](const auto& loaded) { return loaded->rule.in(phase) && !loaded->rule.needs_history; });
}

std::vector<Hint> Engine::ask(const Question& question) {
    const Value job = job_value(question.job);
    const Value script = text_value(question.script);
    const Value history = question.history ? history_value(*question.history) : Value{};
    const Value now{question.now}, site{Table{}};

    std::vector<Hint> hints;
    for (const auto& loaded : loaded_) {
        const Rule& rule = loaded->rule;
        if (!rule.in(question.phase) || (rule.needs_history && !question.history)) continue;
        const std::scoped_lock lock(loaded->mutex);
        if (!loaded->sandbox) continue;
        const auto answer = loaded->sandbox->call("fires", {&job, &script, &history, &now, &site});
        std::optional<Error> broken;
        if (answer) {
            auto hint = hint_of(rule, *answer, question.language);
            if (!hint)
                broken = hint.error();
            else if (*hint)
                hints.push_back(std::move(**hint));
        } else {
            broken = answer.error();
        }
        if (broken) {
            loaded->sandbox.reset();
            if (broken->where.empty()) broken->where = rule.file;
            log("hint rule " + rule.slug + " is switched off: " + broken->line());
        }
    }
    return hints;
}

Result<std::optional<Hint>> Engine::try_case(const Rule& rule, const Case& one) {
    Loaded* const loaded = find(rule.slug);
    if (loaded == nullptr) return Error{"the rule is not loaded", rule.file, ""};
    const std::scoped_lock lock(loaded->mutex);
    if (!loaded->sandbox) return Error{"the rule is switched off", rule.file, ""};
    const Value now{std::int64_t{0}}, site{Table{}};
    const auto answer = loaded->sandbox->call("fires", {&one.job, &one.script, &one.history, &now, &site});
    if (!answer) return answer.error();
    return hint_of(rule, *answer, "en");
}

Result<void> Engine::try_cases(const Rule& rule) {
    for (std::size_t i = 0; i < rule.cases.size(); ++i) {
        const Case& one = rule.cases[i];
        const std::string name = i == 0   ? "example.before"
                                 : i == 1 ? "example.after"
                                          : "cases[" + std::to_string(i - 1) + "]";
        const auto hint = try_case(rule, one);
        if (!hint) return Error{name + " breaks: " + hint.error().what, hint.error().where, ""};
        if (hint->has_value() != one.fires)
            return Error{name + (one.fires ? " does not fire" : " fires: " + (*hint)->line), rule.file, ""};
    }
    return {};
}

} // namespace worklines::hint
