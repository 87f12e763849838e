// SPDX-License-Identifier: GPL-2.0-or-later
// What tools, models, benchmarks, data sets and methods are, how each shows itself in a script, and which domain
// and activity it speaks for. Data, not code: lua/lexicon/FIELD.lua; how to write an entry: lua/lexicon/README.md.
#pragma once

#include "core/result.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::script {

/// A `field` is words of a science or trade, as people put them into names of files and jobs: they speak for it,
/// and are no names of anything.
enum class Kind : std::uint8_t { tool, model, benchmark, dataset, method, system, field };

/// Where an entry may show itself. A `word` is looked for everywhere: in commands, paths, values and comments.
enum class Place : std::uint8_t { command, import, module, image, path, word };

struct Entry {
    std::string name; ///< as people write it: "GROMACS"
    Kind kind = Kind::tool;
    std::string domain;               ///< a slug of the closed list; empty: speaks for none
    std::string activity;             ///< a slug; empty: speaks for none
    double weight = 1;                ///< how strongly it speaks for domain and activity: python 0, GROMACS 1
    bool runs_generated_code = false; ///< code that a model wrote
    std::string about;                ///< one line
    std::string file;                 ///< it came from
};

struct Hit {
    std::uint32_t entry = 0; ///< index into Lexicon::entries
    Place place = Place::word;
    std::uint32_t at = 0; ///< offset of what fits in the text, and its length
    std::uint32_t size = 0;
};

class Lexicon {
  public:
    /// What is built in, and then `*.lua` of each folder in order of name; a folder that is not there is none. A
    /// later entry of the same name overrides, `remove = true` takes it away. Error: file and entry.
    static Result<Lexicon> load(const std::vector<std::filesystem::path>& folders);
    Lexicon(Lexicon&&) noexcept;
    Lexicon& operator=(Lexicon&&) noexcept;
    ~Lexicon();

    std::span<const Entry> entries() const;

    /// Every entry's terms that fit this place, in one pass over the text. Letter case does not count unless the
    /// term begins with `=`; `-`, `_` and `.` match one another; a term that ends in `*` fits what goes on with
    /// letters or digits. Words, paths and images are found anywhere at borders of words, words of a field also at
    /// those inside a name (`soilMoisture`); a command is the whole text; a module or an import is what the text
    /// begins with.
    void find(std::string_view text, Place place, std::vector<Hit>& hits) const;

  private:
    struct Impl;
    explicit Lexicon(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// The closed lists of our own lexicon.
std::span<const std::string_view> domain_slugs();
std::span<const std::string_view> activity_slugs();

} // namespace worklines::script
