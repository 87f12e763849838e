// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines read FILE`: what one script says, as a page or as JSON. Secrets are named by line and kind, and dots
// wherever their text would show.
#include "core/script/facts.h"
#include "core/script/facts/secrets.h"
#include "core/text/utf8.h"
#include "reporter/commands/command.h"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <fstream>
#include <iostream>
#include <sstream>

namespace worklines::commands {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;
using script::Facts;
using script::Kind;
using script::Reading;

constexpr std::size_t largest = 64u << 20; // a script of more is none

struct Section {
    Kind kind;
    const char* key;
    const char* title;
};
constexpr Section sections[] = {{Kind::tool, "tools", "Tools"},
                                {Kind::model, "models", "Models"},
                                {Kind::benchmark, "benchmarks", "Benchmarks"},
                                {Kind::dataset, "datasets", "Data sets"},
                                {Kind::method, "methods", "Methods"}};

/// Whatever bytes a script has: valid UTF-8, without its secrets.
std::string shown(std::string_view text) {
    return text::replace_invalid(script::without_secrets(text), "\xef\xbf\xbd");
}

std::vector<std::string> names(const Facts& facts, Kind kind) {
    std::vector<std::string> list;
    for (const script::Named& named : facts.names)
        if (named.kind == kind) list.push_back(named.name);
    return list;
}

std::string command_line(const script::Command& command) {
    std::string line;
    for (const std::string& via : command.via)
        line += shown(via) + " > ";
    line += shown(command.program);
    for (const std::string& arg : command.args)
        line += " " + shown(arg);
    return line;
}

std::string json(const Reading& reading, const Facts& facts) {
    ordered_json out{{"schema", 1}, {"interpreter", shown(reading.interpreter)}};
    auto& directives = out["directives"] = ordered_json::array();
    for (const script::Directive& one : reading.directives) {
        ordered_json directive{{"line", one.line},
                               {"option", shown(one.option)},
                               {"value", shown(one.value)},
                               {"effective", one.effective}};
        if (!one.problem.empty()) directive["problem"] = one.problem;
        if (one.system != "slurm") directive["system"] = one.system;
        directives.push_back(std::move(directive));
    }
    auto& commands = out["commands"] = ordered_json::array();
    for (const script::Command& one : reading.commands) {
        auto args = ordered_json::array(), via = ordered_json::array();
        for (const std::string& arg : one.args)
            args.push_back(shown(arg));
        for (const std::string& wrapper : one.via)
            via.push_back(shown(wrapper));
        commands.push_back({{"line", one.line},
                            {"program", shown(one.program)},
                            {"args", std::move(args)},
                            {"via", std::move(via)}});
    }
    for (const Section& section : sections)
        out[section.key] = names(facts, section.kind);
    out["domain"] = facts.domain;
    out["activity"] = facts.activity;
    out["confidence"] = facts.confidence;
    out["habits"] = facts.habits;
    auto& mistakes = out["mistakes"] = ordered_json::array();
    for (const script::Mistake& one : facts.mistakes)
        mistakes.push_back({{"line", one.line}, {"slug", one.slug}});
    auto& secrets = out["secrets"] = ordered_json::array();
    for (const script::Secret& one : facts.secrets)
        secrets.push_back({{"line", one.line}, {"kind", one.kind}});
    auto& comments = out["comments"] = ordered_json::array();
    for (const script::Remark& one : facts.comments) {
        ordered_json comment{
            {"line", one.line}, {"language", one.language}, {"kind", one.kind}, {"text", shown(one.text)}};
        if (!one.date.empty()) comment["date"] = one.date;
        comments.push_back(std::move(comment));
    }
    return out.dump(2) + "\n";
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : ", ") + word;
    return text;
}

std::string page(const Reading& reading, const Facts& facts, bool explain) {
    std::string text = fmt::format(
        "{} {}, {} commands\n", facts.domain == "unknown" ? "A script of unknown purpose:" : "What it is for:",
        facts.domain == "unknown" && facts.activity == "unknown" ? reading.interpreter
                                                                 : facts.domain + ", " + facts.activity,
        reading.commands.size());
    const auto row = [&](std::string_view title, const std::string& value) {
        if (!value.empty()) text += fmt::format("  {:<12} {}\n", title, text::printable(value));
    };
    row("Interpreter", reading.interpreter);
    if (facts.domain != "unknown" || facts.activity != "unknown")
        row("Confidence", fmt::format("{:.0f} %", 100 * facts.confidence));
    for (const Section& section : sections)
        row(section.title, joined(names(facts, section.kind)));
    row("Habits", joined(facts.habits));
    const auto list = [&](std::string_view title, const auto& items, const auto& words) {
        if (items.empty()) return;
        text += fmt::format("\n{}\n", title);
        for (const auto& item : items)
            text += fmt::format("  line {:<5} {}\n", item.line, text::printable(words(item)));
    };
    list("Directives", reading.directives, [](const script::Directive& one) {
        return fmt::format("--{}{}{}{}", shown(one.option), one.value.empty() ? "" : "=", shown(one.value),
                           one.problem.empty() ? "" : "   (no effect: " + one.problem + ")");
    });
    list("Commands", reading.commands, command_line);
    list("Mistakes", facts.mistakes, [](const script::Mistake& one) { return one.slug; });
    list("Secrets", facts.secrets, [](const script::Secret& one) { return one.kind; });
    list("Comments", facts.comments, [](const script::Remark& one) {
        return fmt::format("[{}{}{}] {}", one.kind, one.language == "und" ? "" : ", " + one.language,
                           one.date.empty() ? "" : ", " + one.date, one.text);
    });
    if (explain)
        list("Evidence", facts.evidence, [](const script::Evidence& one) {
            return fmt::format("{:.1f}  {}{}{}   {}", one.weight, one.domain,
                               one.domain.empty() || one.activity.empty() ? "" : ", ", one.activity,
                               shown(one.what));
        });
    return text;
}

Result<std::string> bytes_of(const std::string& file) {
    std::ostringstream bytes;
    if (file == "-") {
        bytes << std::cin.rdbuf();
        return bytes.str();
    }
    std::error_code error;
    const auto status = fs::status(file, error);
    if (!fs::exists(status)) return Error{"no such file", file, "name a batch script, or - for standard input"};
    if (fs::is_directory(status)) return Error{"is a directory", file, "name a batch script"};
    if (fs::is_regular_file(status) && fs::file_size(file, error) > largest)
        return Error{"is larger than 64 MiB", file, "name a batch script"};
    std::ifstream in(file, std::ios::binary);
    if (!in) return Error{"cannot read it", file, "check its permissions"};
    bytes << in.rdbuf();
    return bytes.str();
}

class Read : public Command {
  public:
    void declare(Options& options, config::Config&) override {
        options.takes = "FILE";
        options.argument("file", file_);
        options.flag("json", json_, "print as JSON");
        options.flag("explain", explain_, "say which line speaks for what");
    }

    Result<void> setup(const Context&) override {
        if (file_.empty()) return Error{"which file?", "", "`worklines read FILE`, or - for standard input"};
        if (json_ && explain_) return Error{"--json and --explain print different things", "", "give one of them"};
        return {};
    }

    Result<int> run(Context& context) override {
        const auto bytes = bytes_of(file_);
        if (!bytes) return bytes.error();
        const auto lexicon = script::Lexicon::load(context.config.lexicon_dir);
        if (!lexicon) return lexicon.error();
        const Reading reading = script::read(*bytes);
        const Facts facts = script::facts(reading, *bytes, *lexicon);
        context.out << (json_ ? json(reading, facts) : page(reading, facts, explain_));
        return exit_ok;
    }

  private:
    std::string file_;
    bool json_ = false, explain_ = false;
};

} // namespace

std::unique_ptr<Command> read() { return std::make_unique<Read>(); }

} // namespace worklines::commands
