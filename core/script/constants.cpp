// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/constants.h"

#include "core/script/shell/keywords.h"
#include "core/script/shell/skip.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>

namespace worklines::script {
namespace {

constexpr std::size_t longest_value = 4096;
constexpr std::size_t most_variables = 1u << 14;
constexpr std::size_t most_elements = 256;
constexpr int deepest_default = 8; // ${a:-${b:-...}}

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

/// May end a run of plain text in a word.
constexpr std::array<bool, 256> specials = [] {
    std::array<bool, 256> table{};
    for (const char c : std::string_view("\"'\\$`<>"))
        table[static_cast<unsigned char>(c)] = true;
    return table;
}();

bool is_special(char c) { return specials[static_cast<unsigned char>(c)]; }

std::optional<long> number(std::string_view text) {
    long value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

void add_range(long from, long step, long to, std::size_t width, std::vector<std::string>& fields) {
    if (step == 0) return;
    for (long value = from; (step > 0 ? value <= to : value >= to) && fields.size() < Constants::most_alternatives;
         value += step) {
        std::string text = std::to_string(value);
        if (text.size() < width) text.insert(0, width - text.size(), '0');
        fields.push_back(std::move(text));
    }
}

/// `$(seq 3)`, `$(seq 1 2 9)`.
bool add_sequence(std::string_view word, std::vector<std::string>& fields) {
    if (!word.starts_with("$(seq ") || !word.ends_with(')')) return false;
    word = word.substr(6, word.size() - 7);
    std::vector<long> numbers;
    while (!word.empty()) {
        const std::size_t end = std::min(word.find(' '), word.size());
        if (end > 0) {
            const auto value = number(word.substr(0, end));
            if (!value || numbers.size() == 3) return false;
            numbers.push_back(*value);
        }
        word.remove_prefix(std::min(end + 1, word.size()));
    }
    if (numbers.empty()) return false;
    add_range(numbers.size() > 1 ? numbers[0] : 1, numbers.size() == 3 ? numbers[1] : 1, numbers.back(), 0, fields);
    return true;
}

/// `{1..5}`, `{01..10..2}`, `pre{a,b}post`: one pair of braces.
bool add_braces(std::string_view word, std::vector<std::string>& fields) {
    const std::size_t open = word.find('{');
    if (open == std::string_view::npos || (open > 0 && word[open - 1] == '$')) return false;
    const std::size_t close = word.find('}', open);
    if (close == std::string_view::npos) return false;
    std::string_view inner = word.substr(open + 1, close - open - 1);
    if (inner.find('{') != std::string_view::npos) return false;
    std::vector<std::string> items;
    if (const std::size_t dots = inner.find(".."); dots != std::string_view::npos) {
        const std::size_t more = inner.find("..", dots + 2);
        const auto from = number(inner.substr(0, dots));
        const auto to = number(inner.substr(dots + 2, more - dots - 2));
        const auto step = more == std::string_view::npos ? 1 : number(inner.substr(more + 2));
        if (!from || !to || !step) return false;
        const long size = *step < 0 ? -*step : *step;
        add_range(*from, *from <= *to ? size : -size, *to, inner[0] == '0' ? dots : 0, items);
    } else if (inner.find(',') != std::string_view::npos) {
        while (items.size() < Constants::most_alternatives) {
            const std::size_t comma = inner.find(',');
            items.emplace_back(inner.substr(0, comma));
            if (comma == std::string_view::npos) break;
            inner.remove_prefix(comma + 1);
        }
    } else {
        return false;
    }
    for (const std::string& item : items)
        fields.push_back(std::string(word.substr(0, open)) + item + std::string(word.substr(close + 1)));
    return true;
}

} // namespace

/// One word on its way to fields.
class Constants::Expansion {
  public:
    Expansion(const Constants& constants, std::size_t choice, std::vector<std::string>& fields, bool split,
              int depth)
        : constants_(constants), choice_(choice), fields_(fields), split_(split), depth_(depth) {}

    void run(std::string_view word) {
        word_ = word;
        bool quoted = false;
        while (at_ < word.size()) {
            const char c = word[at_];
            if (c == '"') {
                quoted = !quoted;
                present_ = true;
                ++at_;
            } else if (c == '\'' && !quoted) {
                const std::size_t end = std::min(word.find('\'', at_ + 1), word.size());
                add(word.substr(at_ + 1, end - at_ - 1));
                present_ = true;
                at_ = end + 1;
            } else if (c == '\\') {
                take_escape(quoted);
            } else if (c == '$') {
                take_dollar(quoted);
            } else if (c == '`') {
                take_as_written(shell::past_backticks(word, at_));
            } else if ((c == '<' || c == '>') && !quoted && at_ + 1 < word.size() && word[at_ + 1] == '(') {
                take_as_written(shell::past_bracket(word, at_ + 1));
            } else {
                std::size_t end = at_ + 1;
                while (end < word.size() && !is_special(word[end]))
                    ++end;
                add(word.substr(at_, end - at_));
                at_ = end;
            }
        }
        if (present_ || !field_.empty()) fields_.push_back(std::move(field_));
    }

  private:
    void add(std::string_view text) {
        if (text.find('\r') == std::string_view::npos) {
            field_ += text;
            return;
        }
        for (const char c : text)
            if (c != '\r') field_ += c;
    }

    void take_as_written(std::size_t end) {
        field_ += word_.substr(at_, end - at_);
        at_ = end;
    }

    void take_escape(bool quoted) {
        std::size_t next = at_ + 1;
        if (next < word_.size() && word_[next] == '\r') ++next;
        if (next >= word_.size()) {
            at_ = next;
            return;
        }
        const char c = word_[next];
        if (quoted && std::string_view("\"\\$`\n").find(c) == std::string_view::npos) field_ += '\\';
        if (c != '\n') field_ += c;
        at_ = next + 1;
    }

    void take_dollar(bool quoted) {
        const char c = at_ + 1 < word_.size() ? word_[at_ + 1] : '\0';
        if (c == '(') {
            take_as_written(shell::past_bracket(word_, at_ + 1));
        } else if (c == '{') {
            const std::size_t end = shell::past_bracket(word_, at_ + 1);
            take_parameter(word_.substr(at_, end - at_), quoted);
            at_ = end;
        } else if (shell::starts_name(c)) {
            std::size_t end = at_ + 2;
            while (end < word_.size() && shell::in_name(word_[end]))
                ++end;
            take_value(word_.substr(at_ + 1, end - at_ - 1), {}, word_.substr(at_, end - at_), quoted);
            at_ = end;
        } else if (c == '\'' && !quoted) {
            take_dollar_quotes();
        } else if (c == '"' && !quoted) {
            ++at_; // $"..."
        } else {
            take_as_written(std::min(at_ + (c == '\0' ? 1 : 2), word_.size()));
        }
    }

    void take_dollar_quotes() {
        std::size_t i = at_ + 2;
        present_ = true;
        for (; i < word_.size() && word_[i] != '\''; ++i) {
            if (word_[i] != '\\' || i + 1 >= word_.size()) {
                field_ += word_[i];
                continue;
            }
            const char c = word_[++i];
            field_ += c == 'n' ? '\n' : c == 't' ? '\t' : c;
        }
        at_ = i + 1;
    }

    /// `${...}`
    void take_parameter(std::string_view as_written, bool quoted) {
        std::string_view inner = as_written.substr(2);
        if (inner.ends_with('}')) inner.remove_suffix(1);
        std::size_t end = 0;
        while (end < inner.size() && shell::in_name(inner[end]))
            ++end;
        const std::string_view name = inner.substr(0, end);
        if (name.empty())
            field_ += as_written;
        else
            take_value(name, inner.substr(end), as_written, quoted);
    }

    void take_value(std::string_view name, std::string_view rest, std::string_view as_written, bool quoted) {
        const Value* value = constants_.find(name);
        if (value != nullptr && !constants_.may_fill_in(*value)) {
            field_ += as_written;
            return;
        }
        if (rest.starts_with('[')) {
            const std::size_t close = rest.find(']');
            const std::string_view index = rest.substr(1, close == std::string_view::npos ? close : close - 1);
            rest.remove_prefix(close == std::string_view::npos ? rest.size() : close + 1);
            if (value != nullptr && rest.empty()) {
                take_elements(*value, index, quoted);
                return;
            }
        }
        const bool has_default =
            rest.starts_with(":-") || rest.starts_with(":=") || rest.starts_with('-') || rest.starts_with('=');
        if (value == nullptr || value->items.empty()) {
            if (!has_default || depth_ >= deepest_default) {
                field_ += as_written;
                return;
            }
            std::vector<std::string> other;
            Expansion(constants_, choice_, other, false, depth_ + 1).run(rest.substr(rest[0] == ':' ? 2 : 1));
            put(other.empty() ? std::string_view() : std::string_view(other[0]), quoted);
            return;
        }
        const std::size_t count = value->array ? 1 : value->items.size();
        constants_.alternatives_ = std::max(constants_.alternatives_, count);
        std::string_view text = value->items[choice_ % count];
        if (rest.empty() || has_default)
            put(text, quoted);
        else if (shorten(text, rest))
            put(text, quoted);
        else
            field_ += as_written;
    }

    void take_elements(const Value& value, std::string_view index, bool quoted) {
        const std::size_t count = value.items.size();
        if (count == 0) return;
        if (index == "@" || index == "*") {
            for (std::size_t i = 0; i < count; ++i) {
                if (i > 0) next_field(index == "@" || !quoted);
                put(value.items[i], true);
            }
            present_ |= quoted;
        } else if (const auto fixed = number(index); fixed && *fixed >= 0) {
            if (static_cast<std::size_t>(*fixed) < count) put(value.items[*fixed], quoted);
        } else { // which one is known at run time only
            constants_.alternatives_ = std::max(constants_.alternatives_, std::min(count, most_alternatives));
            put(value.items[choice_ % count], quoted);
        }
    }

    /// `${x##*/}`, `${x%.*}`, `${x%.gz}`.
    static bool shorten(std::string_view& text, std::string_view how) {
        if (how == "##*/") {
            text.remove_prefix(text.rfind('/') + 1); // npos + 1 is 0
            return true;
        }
        if (how == "%.*") {
            text = text.substr(0, text.rfind('.'));
            return true;
        }
        if (how == "%/*") {
            text = text.substr(0, text.rfind('/'));
            return true;
        }
        if (how.size() < 2 || how.find_first_of("*?[$\\'\"`") != std::string_view::npos) return false;
        if (how[0] == '%' && how[1] != '%') {
            if (text.ends_with(how.substr(1))) text.remove_suffix(how.size() - 1);
            return true;
        }
        if (how[0] == '#' && how[1] != '#') {
            if (text.starts_with(how.substr(1))) text.remove_prefix(how.size() - 1);
            return true;
        }
        return false;
    }

    void next_field(bool separate) {
        if (separate && split_) {
            fields_.push_back(std::move(field_));
            field_.clear();
        } else {
            field_ += ' ';
        }
    }

    void put(std::string_view text, bool quoted) {
        if (quoted || !split_ || text.find_first_of("`(") != std::string_view::npos) {
            present_ |= quoted;
            field_ += text;
            return;
        }
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (!is_blank(text[i]))
                field_ += text[i];
            else if (!field_.empty() || present_) {
                fields_.push_back(std::move(field_));
                field_.clear();
                present_ = false;
            }
        }
    }

    const Constants& constants_;
    std::size_t choice_;
    std::vector<std::string>& fields_;
    bool split_;
    std::string_view word_;
    std::size_t at_ = 0;
    std::string field_;
    bool present_ = false; ///< even if empty: it was quoted
    int depth_;            ///< of defaults in defaults
};

const Constants::Value* Constants::find(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
}

bool Constants::may_fill_in(const Value& value) const {
    std::size_t cost = 16;
    for (const std::string& item : value.items)
        cost += value.array || cost == 16 ? 2 * item.size() + 16 : 0;
    if (cost > budget_) return false;
    budget_ -= cost;
    return true;
}

void Constants::assign(std::string_view name, std::vector<std::string> values, bool array, bool beside) {
    auto found = values_.find(name);
    if (found == values_.end()) {
        if (values_.size() >= most_variables) return;
        found = values_.emplace(std::string(name), Value{}).first;
        beside = false;
    }
    for (std::string& value : values)
        if (value.size() > longest_value) value.resize(longest_value);
    Value& now = found->second;
    if (!beside || array || now.array) {
        if (values.size() > most_elements) values.resize(most_elements);
        now = {std::move(values), array};
        return;
    }
    for (std::string& value : values)
        if (now.items.size() < most_alternatives && std::ranges::find(now.items, value) == now.items.end())
            now.items.push_back(std::move(value));
}

void Constants::append(std::string_view name, std::vector<std::string> values, bool array) {
    const auto found = values_.find(name);
    if (found == values_.end()) {
        assign(name, std::move(values), array, false);
        return;
    }
    Value& now = found->second;
    if (array) {
        for (std::string& value : values)
            if (now.items.size() < most_elements) now.items.push_back(std::move(value));
        now.array = true;
    } else {
        for (std::string& item : now.items)
            if (!values.empty() && item.size() + values[0].size() <= longest_value) item += values[0];
    }
}

void Constants::forget(std::string_view name) {
    if (const auto found = values_.find(name); found != values_.end()) values_.erase(found);
}

void Constants::expand(std::string_view word, std::size_t choice, std::vector<std::string>& fields) const {
    Expansion(*this, choice, fields, true, 0).run(word);
}

std::string Constants::text(std::string_view word, std::size_t choice) const {
    std::vector<std::string> fields;
    Expansion(*this, choice, fields, false, 0).run(word);
    return fields.empty() ? std::string() : std::move(fields[0]);
}

void Constants::expand_list(std::string_view word, std::vector<std::string>& fields) const {
    if (add_sequence(word, fields) || add_braces(word, fields)) return;
    expand(word, 0, fields);
}

std::size_t Constants::take_alternatives() const {
    const std::size_t count = std::min(alternatives_, most_alternatives);
    alternatives_ = 1;
    return count;
}

} // namespace worklines::script
