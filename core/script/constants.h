// SPDX-License-Identifier: GPL-2.0-or-later
// Words without their quotes, and with the variables filled in whose values the script itself says. A variable that
// takes several values (a loop's, an array's, one per branch) has alternatives: a word is asked for one by its
// number.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace worklines::script {

class Constants {
  public:
    static constexpr std::size_t most_alternatives = 8;

    struct Value {
        std::vector<std::string> items; ///< alternatives; of an array its elements
        bool array = false;
    };

    /// `budget`: bytes that may be filled in for variables; later ones stay as they are written.
    explicit Constants(std::size_t budget) : budget_(budget) {}

    /// Values that may stand beside the one before (in a branch or loop) are added to it; else they take its place.
    void assign(std::string_view name, std::vector<std::string> values, bool array, bool beside);
    void append(std::string_view name, std::vector<std::string> values, bool array);
    void forget(std::string_view name);

    /// The word's fields: none for an unquoted variable that is empty, several where such a one holds blanks.
    void expand(std::string_view word, std::size_t choice, std::vector<std::string>& fields) const;
    /// The word as one text: a value, a file.
    std::string text(std::string_view word, std::size_t choice) const;
    /// Of a loop or array: ranges and lists in braces and `$(seq ...)` are written out, up to most_alternatives.
    void expand_list(std::string_view word, std::vector<std::string>& fields) const;

    /// How many alternatives the words had that were expanded since the last call; at least 1.
    std::size_t take_alternatives() const;

  private:
    class Expansion;
    struct Hash : std::hash<std::string_view> {
        using is_transparent = void;
    };

    const Value* find(std::string_view name) const;
    bool may_fill_in(const Value& value) const;

    std::unordered_map<std::string, Value, Hash, std::equal_to<>> values_;
    mutable std::size_t alternatives_ = 1;
    mutable std::size_t budget_;
};

} // namespace worklines::script
