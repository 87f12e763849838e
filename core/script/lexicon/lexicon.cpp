// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/lexicon.h"

#include "core/hint/sandbox.h"
#include "core/script/lexicon/built_in.h"
#include "core/script/lexicon/terms.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

namespace worklines::script {
namespace {

namespace fs = std::filesystem;
using hint::Table;
using hint::Value;

constexpr std::array<std::string_view, 7> kinds{"tool",   "model",  "benchmark", "dataset",
                                                "method", "system", "field"};
constexpr std::array<const char*, 6> place_fields{"commands", "imports", "modules", "images", "paths", "words"};

constexpr auto domains = std::to_array<std::string_view>({"llm",
                                                          "vision",
                                                          "medical-imaging",
                                                          "speech-audio",
                                                          "rl-robotics",
                                                          "graph-ml",
                                                          "ml-general",
                                                          "security",
                                                          "protein-structure",
                                                          "genomics",
                                                          "single-cell",
                                                          "cryo-em",
                                                          "neuroimaging",
                                                          "molecular-dynamics",
                                                          "quantum-chemistry",
                                                          "materials",
                                                          "cfd",
                                                          "engineering",
                                                          "weather-climate",
                                                          "earth-observation",
                                                          "lidar-3d",
                                                          "ecology",
                                                          "seismology",
                                                          "astro",
                                                          "particle-physics",
                                                          "plasma",
                                                          "quantum-computing",
                                                          "statistics",
                                                          "econ-social",
                                                          "rendering",
                                                          "big-data",
                                                          "computer-architecture",
                                                          "hpc-benchmark",
                                                          "system-care",
                                                          "teaching",
                                                          "other",
                                                          "unknown"});
constexpr auto activities =
    std::to_array<std::string_view>({"train", "finetune", "evaluate", "serve", "prepare", "simulate", "analyse",
                                     "benchmark", "build", "maintain", "interactive", "other", "unknown"});

/// An entry with its terms, before all are put together.
struct Written {
    Entry entry;
    std::array<std::vector<std::string>, 6> terms; ///< by Place
};

std::string_view trimmed(std::string_view text) {
    const std::size_t from = text.find_first_not_of(" \t\n");
    if (from == std::string_view::npos) return {};
    return text.substr(from, text.find_last_not_of(" \t\n") - from + 1);
}

/// `"gmx, gmx_mpi"` or `{ "gmx", "gmx_mpi" }`.
std::vector<std::string> list_of(const Value* value) {
    std::vector<std::string> list;
    if (value == nullptr) return list;
    if (const std::string* text = value->text())
        for (std::size_t at = 0; at <= text->size();) {
            const std::size_t end = std::min(text->find(',', at), text->size());
            if (const auto term = trimmed(std::string_view(*text).substr(at, end - at)); !term.empty())
                list.emplace_back(term);
            at = end + 1;
        }
    if (const Table* table = value->table())
        for (const Value& item : table->items)
            if (item.text() != nullptr) list.push_back(*item.text());
    return list;
}

/// A site may add domains of its own: any slug is taken, and a test holds ours to the closed list.
bool is_slug(std::string_view text) {
    return !text.empty() && std::ranges::all_of(text, [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
    });
}

class Loading {
  public:
    Result<void> read(const fs::path& file) {
        std::ifstream in(file, std::ios::binary);
        std::ostringstream source;
        source << in.rdbuf();
        if (!in) return Error{"cannot read it", file.string(), "check its permissions"};
        return read(source.str(), file.string());
    }

    Result<void> read(std::string_view source, const std::string& file) {
        hint::Limits limits;
        limits.memory = 64u << 20;
        limits.load_instructions = 20'000'000;
        limits.cpu_ns = 2'000'000'000;
        auto sandbox = hint::Sandbox::create(limits);
        if (!sandbox) return sandbox.error();
        const auto table = (*sandbox)->load(source, file);
        if (!table) return Error{table.error().what, table.error().where.empty() ? file : table.error().where, ""};
        std::size_t number = 0;
        for (const Value& item : table->table()->items) {
            ++number;
            if (auto taken = take(item, file); !taken)
                return Error{"entry " + std::to_string(number) + ": " + taken.error().what, file,
                             "see lua/lexicon/README.md"};
        }
        return {};
    }

    std::map<std::string, Written> written; ///< by name
    bool may_replace = false;               ///< a site's files may

  private:
    Result<void> take(const Value& item, const std::string& file) {
        const Table* table = item.table();
        if (table == nullptr) return Error{"is no table", "", ""};
        const auto text = [&](const char* name) {
            const Value* value = table->find(name);
            return value != nullptr && value->text() != nullptr ? *value->text() : std::string();
        };
        Written one;
        Entry& entry = one.entry;
        entry.name = text("name");
        if (entry.name.empty()) return Error{"has no `name`", "", ""};
        if (const Value* remove = table->find("remove"); remove != nullptr && remove->holds()) {
            written.erase(entry.name);
            return {};
        }
        const std::string kind = text("kind").empty() ? "tool" : text("kind");
        const auto known = std::ranges::find(kinds, kind);
        if (known == kinds.end()) return Error{entry.name + ": no such kind: " + kind, "", ""};
        entry.kind = static_cast<Kind>(known - kinds.begin());
        entry.domain = text("domain");
        entry.activity = text("activity");
        if (!entry.domain.empty() && !is_slug(entry.domain))
            return Error{entry.name + ": `domain` is no slug", "", ""};
        if (!entry.activity.empty() && std::ranges::find(activities, entry.activity) == activities.end())
            return Error{entry.name + ": no such activity: " + entry.activity, "", ""};
        entry.about = text("about");
        if (const Value* runs = table->find("runs_generated_code"); runs != nullptr)
            entry.runs_generated_code = runs->holds();
        entry.file = file;
        entry.weight = entry.kind == Kind::system ? 0 : 1;
        if (const Value* weight = table->find("weight"); weight != nullptr && weight->number())
            entry.weight = *weight->number();
        for (std::size_t place = 0; place < place_fields.size(); ++place)
            one.terms[place] = list_of(table->find(place_fields[place]));
        if (std::ranges::all_of(one.terms, [](const auto& terms) { return terms.empty(); }))
            return Error{entry.name + ": nothing tells how it shows itself", "", ""};
        // Of our own a second one would silently take the place of the first.
        if (!may_replace && written.contains(entry.name)) return Error{entry.name + " stands twice", "", ""};
        written.insert_or_assign(entry.name, std::move(one));
        return {};
    }
};

} // namespace

struct Lexicon::Impl {
    std::vector<Entry> entries;
    std::array<Terms, 6> terms; ///< by Place
    Terms field_words{Terms::Borders::inside_names};
};

Lexicon::Lexicon(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Lexicon::Lexicon(Lexicon&&) noexcept = default;
Lexicon& Lexicon::operator=(Lexicon&&) noexcept = default;
Lexicon::~Lexicon() = default;

Result<Lexicon> Lexicon::load(const std::vector<fs::path>& folders) {
    Loading loading;
    for (const BuiltIn& file : built_in)
        if (auto read = loading.read(file.source, std::string(file.name)); !read) return read.error();
    loading.may_replace = true;
    for (const fs::path& folder : folders) {
        std::error_code error;
        std::vector<fs::path> files;
        for (const auto& file : fs::directory_iterator(folder, error))
            if (file.path().extension() == ".lua") files.push_back(file.path());
        std::ranges::sort(files);
        for (const fs::path& file : files)
            if (auto read = loading.read(file); !read) return read.error();
    }
    auto impl = std::make_unique<Impl>();
    for (auto& [name, written] : loading.written) {
        const auto number = static_cast<std::uint32_t>(impl->entries.size());
        for (std::size_t place = 0; place < written.terms.size(); ++place) {
            const bool of_field =
                written.entry.kind == Kind::field && place == static_cast<std::size_t>(Place::word);
            for (const std::string& term : written.terms[place])
                if (!(of_field ? impl->field_words : impl->terms[place]).add(term, number))
                    return Error{written.entry.name + ": a term without a letter or digit", written.entry.file,
                                 "see lua/lexicon/README.md"};
        }
        impl->entries.push_back(std::move(written.entry));
    }
    return Lexicon(std::move(impl));
}

std::span<const Entry> Lexicon::entries() const { return impl_->entries; }

void Lexicon::find(std::string_view text, Place place, std::vector<Hit>& hits) const {
    const Terms::Fit fit = place == Place::command                            ? Terms::Fit::whole
                           : place == Place::import || place == Place::module ? Terms::Fit::at_the_start
                                                                              : Terms::Fit::anywhere;
    std::vector<TermHit> found;
    impl_->terms[static_cast<std::size_t>(place)].find(text, fit, found);
    if (place == Place::word) impl_->field_words.find(text, fit, found);
    for (const TermHit& hit : found)
        hits.push_back({hit.entry, place, hit.at, hit.size});
}

std::span<const std::string_view> domain_slugs() { return domains; }
std::span<const std::string_view> activity_slugs() { return activities; }

} // namespace worklines::script
