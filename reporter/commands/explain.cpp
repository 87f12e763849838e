// SPDX-License-Identifier: GPL-2.0-or-later
// `worklines explain [SLUG]`: a hint rule's page, or the list of rules.
#include "core/hint/engine.h"
#include "core/text/nearest.h"
#include "core/text/utf8.h"
#include "reporter/commands/command.h"

#include <fmt/core.h>

#include <string>
#include <string_view>
#include <vector>

namespace worklines::commands {
namespace {

/// A paragraph or an example, indented. Texts of a site's rules come from outside.
std::string indented(std::string_view text) {
    std::string lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        const std::string line = text::printable(text.substr(0, end));
        lines += line.empty() ? "\n" : "  " + line + "\n";
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

std::string_view severity_of(const hint::Rule& rule) {
    return hint::severity_words.at(static_cast<std::size_t>(rule.severity));
}

std::string list(const std::vector<const hint::Rule*>& rules) {
    std::string text;
    for (const hint::Rule* rule : rules)
        text += fmt::format("{:<24} {:<9} {}\n", rule->slug, severity_of(*rule), text::printable(rule->title));
    return text;
}

std::string page(hint::Engine& engine, const hint::Rule& rule) {
    std::string text = fmt::format("{} ({}, since {})\n\n{}\n", rule.slug, severity_of(rule),
                                   text::printable(rule.since), text::printable(rule.title));
    text += "\nWhy\n" + indented(rule.why);
    text += "\nWhat to do\n" + indented(rule.todo);
    text += "\nWhen nothing is said\n" + indented(rule.exceptions);
    text += "\nBefore\n" + indented(rule.before_text);
    if (const auto hint = engine.try_case(rule, rule.cases.front()); hint && *hint)
        text += "\nThe hint\n" + indented((*hint)->line);
    text += "\nAfter\n" + indented(rule.after_text);
    return text + "\nNo hints at all: WORKLINES_HINTS=off in the environment, or --hints=off.\n";
}

Error unknown(const std::string& slug, const std::vector<const hint::Rule*>& rules) {
    std::vector<std::string_view> slugs;
    slugs.reserve(rules.size());
    for (const hint::Rule* rule : rules)
        slugs.push_back(rule->slug);
    const auto near = text::nearest(slug, slugs);
    return {"no such rule: " + slug, "",
            near ? fmt::format("did you mean `{}`?", *near) : "`worklines explain` lists them"};
}

class Explain : public Command {
  public:
    void declare(Options& options, config::Config&) override {
        options.takes = "[SLUG]";
        options.argument("slug", slug_);
    }

    Result<int> run(Context& context) override {
        hint::Engine engine({.folders = context.config.hints_dir, .log = [&](const std::string& line) {
                                 context.err << "worklines: " << text::printable(line) << '\n';
                             }});
        const auto rules = engine.rules();
        if (rules.empty()) {
            std::string folders;
            for (const auto& folder : context.config.hints_dir)
                folders += (folders.empty() ? "" : ":") + folder.string();
            return Error{"no hint rules", folders, "set `hints_dir` to the folders that hold them"};
        }
        if (slug_.empty()) {
            context.out << list(rules);
            return exit_ok;
        }
        const hint::Rule* rule = engine.rule(slug_);
        if (rule == nullptr) return unknown(slug_, rules);
        context.out << page(engine, *rule);
        return exit_ok;
    }

  private:
    std::string slug_;
};

} // namespace

std::unique_ptr<Command> explain() { return std::make_unique<Explain>(); }

} // namespace worklines::commands
