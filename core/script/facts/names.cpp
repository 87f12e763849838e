// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/names.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>

namespace worklines::script {
namespace {

using text::is_in;

constexpr auto module_programs = std::to_array<std::string_view>({"module", "ml", "spack"});

class Sightings {
  public:
    Sightings(const Reading& reading, std::string_view script, const Lexicon& lexicon)
        : reading_(reading), script_(script), lexicon_(lexicon) {}

    std::vector<Sighting> all() {
        for (std::size_t i = 0; i < reading_.comments.size(); ++i)
            if (!reading_.comments[i].code) comment_lines_.push_back(reading_.comments[i].line);
        std::ranges::sort(comment_lines_);
        for (const Command& command : reading_.commands) {
            find(command.program, Place::command, command.line);
            for (const std::string& via : command.via)
                find(via, Place::command, command.line);
            for (const std::string& word : command.wrapping)
                find(word, Place::image, command.line);
            if (is_in(module_programs, command.program))
                for (const std::string& arg : command.args)
                    find(arg, Place::module, command.line);
            // `python -m vllm.entrypoints`, `uv run pytest`: what is run stands in the arguments
            for (std::size_t i = 0; i + 1 < command.args.size(); ++i)
                if (command.args[i] == "-m") find(command.args[i + 1], Place::import, command.line);
        }
        for (const Import& import : reading_.imports)
            find(import.module, Place::import, import.line);
        find_words();
        std::ranges::sort(found_, {},
                          [](const Sighting& one) { return std::tuple(one.line, one.entry, one.place); });
        const auto same = [](const Sighting& a, const Sighting& b) {
            return a.line == b.line && a.entry == b.entry && a.place == b.place;
        };
        found_.erase(std::unique(found_.begin(), found_.end(), same), found_.end());
        return std::move(found_);
    }

  private:
    void find(std::string_view text, Place place, std::uint32_t line) {
        hits_.clear();
        lexicon_.find(text, place, hits_);
        for (const Hit& hit : hits_)
            found_.push_back({hit.entry, line, place, false});
    }

    /// In the whole text, comments too; directives say nothing of what is run but the job's name.
    void find_words() {
        hits_.clear();
        lexicon_.find(script_, Place::word, hits_);
        std::ranges::sort(hits_, {}, &Hit::at);
        std::uint32_t line = 1;
        std::size_t at = 0;
        for (const Hit& hit : hits_) {
            line +=
                static_cast<std::uint32_t>(std::count(script_.begin() + static_cast<std::ptrdiff_t>(at),
                                                      script_.begin() + static_cast<std::ptrdiff_t>(hit.at), '\n'));
            at = hit.at;
            const bool comment = std::ranges::binary_search(comment_lines_, line) && is_after_mark(hit.at);
            found_.push_back({hit.entry, line, Place::word, comment});
        }
    }

    /// Whether a comment's mark stands before it in its line.
    bool is_after_mark(std::size_t at) const {
        const std::size_t begin = at == 0 ? 0 : script_.rfind('\n', at - 1) + 1; // npos + 1 is 0
        return script_.substr(begin, at - begin).find('#') != std::string_view::npos;
    }

    const Reading& reading_;
    std::string_view script_;
    const Lexicon& lexicon_;
    std::vector<std::uint32_t> comment_lines_;
    std::vector<Hit> hits_;
    std::vector<Sighting> found_;
};

// Models that no lexicon knows ---------------------------------------------------------------------------------

constexpr auto weight_files = std::to_array<std::string_view>({".gguf", ".safetensors", ".ggml"});

bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.';
}

/// `meta-llama/Llama-3.2-3B-Instruct`: one slash, letters on both sides, and a number or a capital behind it: a
/// path of a project rarely looks so.
bool is_model_id(std::string_view word) {
    const std::size_t slash = word.find('/');
    if (slash == std::string_view::npos || slash < 2 || word.find('/', slash + 1) != std::string_view::npos)
        return false;
    const std::string_view org = word.substr(0, slash), name = word.substr(slash + 1);
    if (name.size() < 4 || !std::ranges::all_of(org, is_name_char) || !std::ranges::all_of(name, is_name_char))
        return false;
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    if (!is_letter(org.front()) || !std::ranges::any_of(name, is_letter)) return false;
    const std::size_t dot = name.rfind('.');
    if (dot != std::string_view::npos && name.size() - dot <= 6 &&
        !std::ranges::all_of(name.substr(dot + 1), is_digit) && name.find('-') == std::string_view::npos)
        return false; // a file
    return name.find('-') != std::string_view::npos && std::ranges::any_of(name, is_digit);
}

/// Options and variables whose value is a model.
bool names_model(std::string_view name) {
    static constexpr auto parts =
        std::to_array<std::string_view>({"model", "MODEL", "base", "BASE", "judge", "JUDGE", "backbone", "BACKBONE",
                                         "teacher", "checkpoint", "pretrained", "tokenizer"});
    return std::ranges::any_of(parts,
                               [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
}

constexpr auto hub_programs =
    std::to_array<std::string_view>({"hf", "huggingface-cli", "vllm", "ollama", "llama-server"});

/// What every model's weights are called.
bool holds_no_name(std::string_view name) {
    static constexpr auto common =
        std::to_array<std::string_view>({"model", "adapter", "pytorch_model", "diffusion_pytorch", "last", "best"});
    return std::ranges::any_of(common, [&](std::string_view begin) { return name.starts_with(begin); });
}

/// `/data/gguf/Qwen3-8B-Q4_K_M.gguf` is `Qwen3-8B`.
std::string model_of_file(std::string_view word) {
    std::string_view name = word.substr(word.rfind('/') + 1); // npos + 1 is 0
    const auto ending =
        std::ranges::find_if(weight_files, [&](std::string_view end) { return name.ends_with(end); });
    if (ending == weight_files.end()) return {};
    name.remove_suffix(ending->size());
    for (const std::string_view mark : {"-Q", ".Q", "-IQ", "-q", "-f16", "-F16", "-bf16", "-BF16", ".f16"})
        if (const std::size_t at = name.find(mark);
            at != std::string_view::npos && at > 2 &&
            (mark.size() > 2 ||
             (at + mark.size() < name.size() && name[at + mark.size()] >= '0' && name[at + mark.size()] <= '9'))) {
            name = name.substr(0, at);
            break;
        }
    if (!std::ranges::all_of(name, is_name_char) || name.size() < 4 || holds_no_name(name)) return {};
    return std::string(name);
}

class Models {
  public:
    explicit Models(const Reading& reading) : reading_(reading) {}

    std::map<std::string, std::uint32_t> all() {
        for (const Command& command : reading_.commands) {
            const bool hub = is_in(hub_programs, command.program);
            std::string_view before;
            for (const std::string& arg : command.args) {
                const std::size_t equals = arg.find('=');
                const std::string_view value =
                    equals == std::string::npos ? std::string_view(arg) : std::string_view(arg).substr(equals + 1);
                const std::string_view option =
                    equals == std::string::npos ? before : std::string_view(arg).substr(0, equals);
                take(value, hub || names_model(option), command.line);
                before = arg;
            }
        }
        for (const Assignment& assignment : reading_.assignments)
            take(default_of(assignment.value), names_model(assignment.name), assignment.line);
        return std::move(found_);
    }

  private:
    /// `${1:-meta-llama/Llama-3.2-3B}` is what stands there if nothing else is given.
    static std::string_view default_of(std::string_view value) {
        const std::size_t at = value.find(":-");
        if (!value.starts_with("${") || at == std::string_view::npos || !value.ends_with('}')) return value;
        return value.substr(at + 2, value.size() - at - 3);
    }

    void take(std::string_view word, bool told, std::uint32_t line) {
        word = default_of(word);
        if (told && is_model_id(word)) note(std::string(word), line);
        if (auto file = model_of_file(word); !file.empty()) note(std::move(file), line);
    }

    void note(std::string name, std::uint32_t line) { found_.try_emplace(std::move(name), line); }

    const Reading& reading_;
    std::map<std::string, std::uint32_t> found_;
};

} // namespace

std::vector<Sighting> sightings_of(const Reading& reading, std::string_view script, const Lexicon& lexicon) {
    return Sightings(reading, script, lexicon).all();
}

std::vector<Named> names_of(const Reading& reading, const std::vector<Sighting>& sightings,
                            const Lexicon& lexicon) {
    std::map<std::pair<Kind, std::string>, Named> names;
    const auto note = [&](Named named) {
        const auto [known, is_new] = names.try_emplace({named.kind, named.name}, named);
        if (is_new) return;
        known->second.line = std::min(known->second.line, named.line);
        known->second.only_comment = known->second.only_comment && named.only_comment;
    };
    for (const Sighting& one : sightings) {
        const Entry& entry = lexicon.entries()[one.entry];
        note({entry.name, entry.kind, one.line, one.in_comment});
    }
    for (auto& [name, line] : Models(reading).all()) {
        // The lexicon's own name for it would be a second one.
        const std::string_view short_name = std::string_view(name).substr(name.find('/') + 1); // npos + 1 is 0
        names.erase({Kind::model, std::string(short_name)});
        note({name, Kind::model, line, false});
    }
    std::vector<Named> list;
    for (auto& [key, named] : names)
        list.push_back(std::move(named));
    return list;
}

} // namespace worklines::script
