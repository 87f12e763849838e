// SPDX-License-Identifier: GPL-2.0-or-later
// The terms of one place, all looked for at once.
#pragma once

#include <bitset>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace worklines::script {

struct TermHit {
    std::uint32_t entry = 0, at = 0, size = 0;
};

/// A term is a row of parts, runs of letters and digits: `llama.cpp` has two. Each part of a text is looked up
/// once.
class Terms {
  public:
    /// `soilMoisture` is one part, or two with the borders inside names.
    enum class Borders { of_words, inside_names };
    explicit Terms(Borders borders = Borders::of_words) : borders_(borders) {}

    /// As written in the lexicon, `=` and `*` included. False: nothing is left of it.
    bool add(std::string_view term, std::uint32_t entry);

    enum class Fit { anywhere, at_the_start, whole };
    void find(std::string_view text, Fit fit, std::vector<TermHit>& hits) const;

  private:
    struct Term {
        std::vector<std::string> parts; ///< in small letters, or as written if `exact`
        std::uint32_t entry = 0;
        bool exact = false, open_end = false, goes_on = false; ///< `=X`, `x*`, `x_*`
        bool after_dot = false;                                ///< `.bam` ends the name of a file
    };
    struct Part {
        std::uint32_t at, size;
    };
    struct Candidate {
        std::uint32_t part; ///< the first
        std::uint64_t hash;
        bool open_end;
    };

    /// Terms by the hash of what they begin with. Most words are in no lexicon: the bits tell that without a look
    /// at the table. Two of the same hash are told apart by `fits`.
    struct Beginnings {
        std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> terms;
        std::bitset<1u << 16> known;

        void add(std::uint64_t hash, std::uint32_t term);
        bool may_hold(std::uint64_t hash) const { return known[hash >> 48]; }
    };

    bool fits(const Term& term, std::string_view text, const std::vector<Part>& parts, std::size_t first) const;

    Borders borders_;
    std::vector<Term> terms_;
    Beginnings by_part_;   ///< by the first part, in small letters
    Beginnings by_prefix_; ///< of one part with an open end
    std::size_t shortest_prefix_ = SIZE_MAX, longest_prefix_ = 0;
};

} // namespace worklines::script
