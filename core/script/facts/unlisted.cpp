// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/unlisted.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace worklines::script {
namespace {

using text::is_in;

constexpr std::size_t most_accessions = 16; // a list of a thousand samples is one study

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_capital(char c) { return c >= 'A' && c <= 'Z'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || is_capital(c); }
bool is_alnum(char c) { return is_letter(c) || is_digit(c); }
bool is_name_char(char c) { return is_alnum(c) || c == '_' || c == '-' || c == '.'; }

// Models and data sets of the hubs ---------------------------------------------------------------------------

constexpr auto weight_files = std::to_array<std::string_view>({".gguf", ".safetensors", ".ggml", ".ckpt"});

/// `meta-llama/Llama-3.2-3B-Instruct`: one slash, letters on both sides, and a number or a capital behind it: a
/// path of a project rarely looks so.
bool is_model_id(std::string_view word) {
    const std::size_t slash = word.find('/');
    if (slash == std::string_view::npos || slash < 2 || word.find('/', slash + 1) != std::string_view::npos)
        return false;
    const std::string_view org = word.substr(0, slash), name = word.substr(slash + 1);
    if (name.size() < 4 || !std::ranges::all_of(org, is_name_char) || !std::ranges::all_of(name, is_name_char))
        return false;
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
        std::to_array<std::string_view>({"model", "adapter", "pytorch_model", "diffusion_pytorch", "last", "best",
                                         "checkpoint", "ckpt", "epoch", "step", "iter"});
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

/// `--dataset_name tatsu-lab/alpaca`; a folder and a file in it look alike, but for a mark that folders lack.
bool is_dataset_id(std::string_view word) {
    static constexpr auto folders = std::to_array<std::string_view>(
        {"data", "datasets", "dataset", "input", "inputs", "output", "raw", "processed"});
    const std::size_t slash = word.find('/');
    if (slash == std::string_view::npos || slash < 2 || word.find('/', slash + 1) != std::string_view::npos)
        return false;
    const std::string_view org = word.substr(0, slash), name = word.substr(slash + 1);
    return name.size() >= 3 && is_letter(org.front()) && std::ranges::all_of(org, is_name_char) &&
           std::ranges::all_of(name, is_name_char) && name.find('.') == std::string_view::npos &&
           !is_in(folders, org) &&
           std::ranges::any_of(word, [](char c) { return c == '-' || is_digit(c) || is_capital(c); });
}

/// `${1:-meta-llama/Llama-3.2-3B}` is what stands there if nothing else is given.
std::string_view default_of(std::string_view value) {
    const std::size_t at = value.find(":-");
    if (!value.starts_with("${") || at == std::string_view::npos || !value.ends_with('}')) return value;
    return value.substr(at + 2, value.size() - at - 3);
}

// Repositories ------------------------------------------------------------------------------------------------

constexpr auto git_hosts =
    std::to_array<std::string_view>({"github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com"});

/// `https://github.com/org/name.git`, `git@github.com:org/name`: `org/name`; empty: none.
std::string repository_in(std::string_view word) {
    for (const std::string_view host : git_hosts) {
        const std::size_t at = word.find(host);
        if (at == std::string_view::npos) continue;
        std::string_view path = word.substr(at + host.size());
        if (path.size() < 4 || (path.front() != '/' && path.front() != ':')) continue;
        path.remove_prefix(1);
        const std::size_t slash = path.find('/');
        if (slash == std::string_view::npos || slash == 0) continue;
        std::size_t end = slash + 1;
        while (end < path.size() && is_name_char(path[end]))
            ++end;
        path = path.substr(0, end);
        if (path.ends_with(".git")) path.remove_suffix(4);
        if (path.size() < slash + 2 || !std::ranges::all_of(path.substr(0, slash), is_name_char)) continue;
        return std::string(path);
    }
    return {};
}

// Accession numbers -------------------------------------------------------------------------------------------

struct AccessionForm {
    std::string_view begins;
    std::size_t least, most; ///< digits that follow
};

/// Of the archives of sequences, expression, genomes, electron maps (as their own pages describe them).
constexpr auto accession_forms = std::to_array<AccessionForm>({
    {"SRR", 6, 9},  {"ERR", 6, 9},    {"DRR", 6, 9},     {"SRX", 6, 9},     {"ERX", 6, 9},
    {"SRP", 6, 9},  {"ERP", 6, 9},    {"DRP", 6, 9},     {"SRS", 6, 9},     {"ERS", 6, 9},
    {"GSE", 3, 7},  {"GSM", 5, 9},    {"PRJNA", 4, 8},   {"PRJEB", 4, 8},   {"PRJDB", 4, 8},
    {"SAMN", 7, 9}, {"SAMEA", 6, 10}, {"EGAD", 11, 11},  {"EGAS", 11, 11},  {"GCA_", 9, 9},
    {"GCF_", 9, 9}, {"EMD-", 4, 5},   {"EMPIAR-", 5, 5}, {"E-MTAB-", 2, 6}, {"phs", 6, 6},
});

/// The accession that begins here, by its size; zero: none.
std::size_t accession_at(std::string_view here) {
    for (const AccessionForm& form : accession_forms) {
        if (form.begins.front() != here.front() || !here.starts_with(form.begins)) continue;
        std::size_t end = form.begins.size();
        while (end < here.size() && is_digit(here[end]))
            ++end;
        const std::size_t digits = end - form.begins.size();
        if (digits >= form.least && digits <= form.most && (end == here.size() || !is_letter(here[end])))
            return end;
    }
    return 0;
}

/// `Q9Y6K9`, `A0A024R1R8`: six or ten signs (the form that UniProt's help gives). Other codes look so, too: asked
/// only of what stands where a protein does.
bool is_uniprot(std::string_view word) {
    if (word.size() != 6 && word.size() != 10) return false;
    if (!std::ranges::all_of(word, [](char c) { return is_capital(c) || is_digit(c); })) return false;
    if (!is_capital(word[0]) || !is_digit(word[1]) || !is_digit(word[5])) return false;
    const bool old_form = word[0] == 'O' || word[0] == 'P' || word[0] == 'Q';
    if (word.size() == 6 && old_form) return true;
    return !old_form && is_capital(word[2]) && (word.size() == 6 || (is_capital(word[6]) && is_digit(word[9])));
}

/// A digit and three signs, a letter among them: `7xyz`.
bool is_pdb(std::string_view word) {
    return word.size() == 4 && word[0] >= '1' && word[0] <= '9' && std::ranges::all_of(word, is_alnum) &&
           std::ranges::any_of(word.substr(1), is_letter);
}

/// `/x/7xyz.pdb.gz`: what structures and sequences of proteins are called after.
std::string protein_of_file(std::string_view word) {
    static constexpr auto endings =
        std::to_array<std::string_view>({".pdb", ".cif", ".ent", ".mmcif", ".fasta", ".fa", ".faa", ".a3m"});
    std::string_view name = word.substr(word.rfind('/') + 1); // npos + 1 is 0
    if (name.ends_with(".gz")) name.remove_suffix(3);
    const auto ending = std::ranges::find_if(endings, [&](std::string_view end) { return name.ends_with(end); });
    if (ending == endings.end()) return {};
    name.remove_suffix(ending->size());
    if (name.starts_with("AF-")) name = name.substr(3, name.find('-', 3) - 3); // AlphaFold's: AF-P12345-F1-model_v4
    if (is_uniprot(name)) return "UniProt " + std::string(name);
    if (is_pdb(name) && *ending != ".fa" && *ending != ".faa")
        return "PDB " + [](std::string id) {
            std::ranges::transform(id, id.begin(),
                                   [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c; });
            return id;
        }(std::string(name));
    return {};
}

// -------------------------------------------------------------------------------------------------------------

class Unlisted {
  public:
    Unlisted(const Reading& reading, const Lexicon& lexicon) : reading_(reading), lexicon_(lexicon) {}

    std::vector<Named> all() {
        for (const Command& command : reading_.commands) {
            const bool hub = is_in(hub_programs, command.program);
            std::string_view before;
            for (const std::string& arg : command.args) {
                const std::size_t equals = arg.find('=');
                const bool joined = equals != std::string::npos;
                take(joined ? std::string_view(arg).substr(equals + 1) : std::string_view(arg),
                     joined ? std::string_view(arg).substr(0, equals) : before, hub, command.line);
                before = arg;
            }
        }
        for (const Assignment& assignment : reading_.assignments)
            take(assignment.value, assignment.name, false, assignment.line);
        std::vector<Named> list;
        for (const auto& [name, line] : found_)
            list.push_back({name.second, name.first, line, false});
        return list;
    }

  private:
    /// `told`: the option or the variable whose value it is.
    void take(std::string_view word, std::string_view told, bool hub, std::uint32_t line) {
        word = default_of(word);
        if (word.size() < 4) return;
        if (word.find('/') != std::string_view::npos) {
            if (is_model_id(word) && (hub || names_model(told)))
                note(Kind::model, std::string(word), line);
            else if (told.find("data") != std::string_view::npos && told.find("name") != std::string_view::npos &&
                     is_dataset_id(word))
                note(Kind::dataset, std::string(word), line);
        }
        if (word.find('.') != std::string_view::npos) {
            if (auto file = model_of_file(word); !file.empty()) note(Kind::model, std::move(file), line);
            if (auto protein = protein_of_file(word); !protein.empty())
                note(Kind::dataset, std::move(protein), line);
            if (auto repository = repository_in(word); !repository.empty() && !is_listed(repository))
                note(Kind::tool, std::move(repository), line);
        }
        find_accessions(word, line);
    }

    void find_accessions(std::string_view word, std::uint32_t line) {
        for (std::size_t at = 0; at + 6 <= word.size() && accessions_ < most_accessions; ++at) {
            if (!is_letter(word[at]) || (at > 0 && (is_alnum(word[at - 1]) || word[at - 1] == '_'))) continue;
            const std::size_t size = accession_at(word.substr(at));
            if (size == 0) continue;
            accessions_ += note(Kind::dataset, std::string(word.substr(at, size)), line);
            at += size;
        }
    }

    /// The lexicon has a name of its own for what lies there.
    bool is_listed(std::string_view repository) {
        const std::string_view name = repository.substr(repository.find('/') + 1);
        for (const Place place : {Place::word, Place::command, Place::import}) {
            hits_.clear();
            lexicon_.find(name, place, hits_);
            if (!hits_.empty()) return true;
        }
        return false;
    }

    bool note(Kind kind, std::string name, std::uint32_t line) {
        return found_.try_emplace({kind, std::move(name)}, line).second;
    }

    const Reading& reading_;
    const Lexicon& lexicon_;
    std::map<std::pair<Kind, std::string>, std::uint32_t> found_;
    std::vector<Hit> hits_;
    std::size_t accessions_ = 0;
};

} // namespace

std::vector<Named> unlisted_names_of(const Reading& reading, const Lexicon& lexicon) {
    return Unlisted(reading, lexicon).all();
}

} // namespace worklines::script
