// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/rule.h"

#include "core/hint/wording.h"

#include <algorithm>
#include <functional>
#include <utility>

namespace worklines::hint {
namespace {

/// Reads the fields of one table and keeps the first thing that is wrong.
class Fields {
  public:
    Fields(const Table& table, std::string prefix, std::optional<Error>& error, const std::string& file)
        : table_(table), prefix_(std::move(prefix)), error_(error), file_(file) {}

    void wrong(const std::string& name, const std::string& what) {
        if (!error_) error_ = Error{"field `" + prefix_ + name + "` " + what, file_, "see lua/hints/README.md"};
    }

    std::string text(const std::string& name) {
        const Value* value = table_.find(name);
        const std::string* text = value != nullptr ? value->text() : nullptr;
        if (text == nullptr || text->empty()) {
            wrong(name, "is missing, or not a text");
            return {};
        }
        return *text;
    }

    const Table& table(const std::string& name) {
        const Value* value = table_.find(name);
        if (value != nullptr && value->table() != nullptr) return *value->table();
        wrong(name, "is missing, or not a table");
        return empty_;
    }

    bool function(const std::string& name) const {
        const Value* value = table_.find(name);
        return value != nullptr && std::holds_alternative<Function>(value->is);
    }

    Fields inner(const std::string& name) { return {table(name), prefix_ + name + ".", error_, file_}; }
    Fields inner(const Table& item, const std::string& name) { return {item, prefix_ + name + ".", error_, file_}; }
    const Value* find(const std::string& name) const { return table_.find(name); }
    const Table& all() const { return table_; }

    template <class Word, std::size_t n>
    std::optional<Word> word(const std::string& name, const std::string& text,
                             const std::array<std::string_view, n>& words) {
        const auto found = std::ranges::find(words, text);
        if (found != words.end()) return static_cast<Word>(found - words.begin());
        std::string known;
        for (const auto w : words)
            known += (known.empty() ? "`" : ", `") + std::string(w) + "`";
        wrong(name, "holds `" + text + "`, which is none of " + known);
        return std::nullopt;
    }

  private:
    const Table& table_;
    std::string prefix_;
    std::optional<Error>& error_;
    const std::string& file_;
    const Table empty_;
};

constexpr std::array<std::string_view, 13> known_fields{"slug",    "since", "phases", "severity",   "needs",
                                                        "title",   "why",   "todo",   "exceptions", "texts",
                                                        "example", "cases", "fires"};

bool is_slug(const std::string& text) {
    const auto allowed = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
    return text.size() <= 40 && std::ranges::all_of(text, allowed) && text.front() != '-' && text.back() != '-';
}

Case read_case(Fields fields, bool fires) {
    Case result;
    result.fires = fires;
    result.job = Value{fields.table("job")};
    if (const Value* script = fields.find("script")) result.script = *script;
    if (const Value* history = fields.find("history")) result.history = *history;
    return result;
}

void read_phases(Fields& fields, Rule& rule) {
    for (const Value& item : fields.table("phases").items) {
        const std::string* text = item.text();
        if (const auto phase = fields.word<Phase>("phases", text != nullptr ? *text : "", phase_words))
            rule.phases.push_back(*phase);
    }
    if (rule.phases.empty()) fields.wrong("phases", "names no phase");
}

void read_texts(Fields& fields, Rule& rule) {
    Fields texts = fields.inner("texts");
    texts.text("en");
    for (const auto& [language, value] : texts.all().fields) {
        const std::string text = texts.text(language);
        if (const auto why = template_breach(text)) texts.wrong(language, *why);
        rule.texts[language] = text;
    }
}

void read_cases(Fields& fields, Rule& rule) {
    Fields example = fields.inner("example");
    Fields before = example.inner("before"), after = example.inner("after");
    rule.before_text = before.text("text");
    rule.after_text = after.text("text");
    rule.cases.push_back(read_case(before, true));
    rule.cases.push_back(read_case(after, false));
    for (const Value& item : fields.table("cases").items) {
        const std::string name = "cases[" + std::to_string(rule.cases.size() - 1) + "]";
        if (item.table() == nullptr) return fields.wrong(name, "is not a table");
        Fields one = fields.inner(*item.table(), name);
        const Value* fires = one.find("fires");
        if (fires == nullptr || !std::holds_alternative<bool>(fires->is))
            return one.wrong("fires", "is missing, or neither true nor false");
        rule.cases.push_back(read_case(one, fires->holds()));
    }
    const auto fires = [](const Case& c) { return c.fires; };
    if (std::ranges::count_if(rule.cases, fires) < 2 || std::ranges::count_if(rule.cases, std::not_fn(fires)) < 2)
        fields.wrong("cases", "need one that fires and one that does not, at least");
}

} // namespace

bool Rule::in(Phase phase) const { return std::ranges::find(phases, phase) != phases.end(); }

Result<Rule> read_rule(const Value& value, const std::string& file) {
    if (value.table() == nullptr) return Error{"a rule returns a table", file, "see lua/hints/README.md"};
    std::optional<Error> error;
    Fields fields(*value.table(), "", error, file);
    Rule rule;
    rule.file = file;
    rule.slug = fields.text("slug");
    if (!rule.slug.empty() && !is_slug(rule.slug))
        fields.wrong("slug", "may hold lower-case letters, digits and single dashes inside, 40 at most");
    rule.since = fields.text("since");
    read_phases(fields, rule);
    rule.severity =
        fields.word<Severity>("severity", fields.text("severity"), severity_words).value_or(Severity::courtesy);
    if (const Value* needs = fields.find("needs")) {
        rule.needs_history = needs->text() != nullptr && *needs->text() == "history";
        if (!rule.needs_history) fields.wrong("needs", "can only be \"history\"");
    }
    rule.title = fields.text("title");
    rule.why = fields.text("why");
    rule.todo = fields.text("todo");
    rule.exceptions = fields.text("exceptions");
    read_texts(fields, rule);
    read_cases(fields, rule);
    if (!fields.function("fires")) fields.wrong("fires", "is missing, or not a function");
    for (const auto& [name, field] : fields.all().fields)
        if (std::ranges::find(known_fields, name) == known_fields.end()) fields.wrong(name, "is not known");
    if (error) return *error;
    return rule;
}

} // namespace worklines::hint
