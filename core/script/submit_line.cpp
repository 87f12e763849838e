// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/submit_line.h"

#include "core/script/options.h"

#include <algorithm>

namespace worklines::script {
namespace {

/// Walks over the words in front of the script.
class Walk {
  public:
    Walk(std::string_view line, std::string_view name) : line_(line), name_(name) {}

    std::optional<std::string_view> find() {
        next(); // sbatch itself
        while (peek().starts_with('-')) {
            const std::string_view word = next();
            if (word == "-" || word == "--") break;
            if (word.starts_with("--"))
                look_at_name(word.substr(2));
            else
                look_at_letters(word.substr(1));
        }
        return value_;
    }

  private:
    std::string_view peek() {
        line_.remove_prefix(std::min(line_.find_first_not_of(' '), line_.size()));
        return line_.substr(0, line_.find(' '));
    }

    std::string_view next() {
        const std::string_view word = peek();
        line_.remove_prefix(word.size());
        return word;
    }

    void look_at_name(std::string_view word) {
        const std::size_t equals = std::min(word.find('='), word.size());
        const std::string_view given = word.substr(0, equals);
        const Option* const option = option_named(given);
        const bool is_it = option != nullptr ? option->name == name_ : given == name_;
        std::string_view value = word.substr(std::min(equals + 1, word.size()));
        const bool takes_next =
            option != nullptr && (option->takes == Takes::value || option->takes == Takes::text);
        if (equals == word.size() && takes_next) value = next();
        if (is_it) value_ = value;
    }

    /// `-d12`, `-d 12`, and letters without a value in front of it: `-Hd 12`.
    void look_at_letters(std::string_view letters) {
        while (!letters.empty()) {
            const Option* const option = option_of_letter(letters.front());
            letters.remove_prefix(1);
            const bool takes_value = option != nullptr && option->takes != Takes::nothing;
            std::string_view value = takes_value ? letters : std::string_view();
            if (takes_value && option->takes != Takes::optional && value.empty()) value = next();
            if (option != nullptr && option->name == name_) value_ = value;
            if (takes_value) return;
        }
    }

    std::string_view line_;
    const std::string_view name_;
    std::optional<std::string_view> value_;
};

} // namespace

std::optional<std::string_view> submit_option(std::string_view submit_line, std::string_view name) {
    return Walk(submit_line, name).find();
}

} // namespace worklines::script
