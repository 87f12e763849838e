// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/stems.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <string>

namespace worklines::script {
namespace {

struct Stem {
    std::string_view stem, activity; ///< a part that begins so; a stem that ends in `$` is the whole part
    double weight;
};

/// In several languages.
constexpr auto stems = std::to_array<Stem>({
    {"finetun", "finetune", 1.4},     {"data$", "prepare", 0.55},    {"sft", "finetune", 1.4},
    {"dpo", "finetune", 1.4},         {"grpo", "finetune", 1.4},     {"rlhf", "finetune", 1.4},
    {"lora", "finetune", 1.3},        {"qlora", "finetune", 1.4},    {"peft", "finetune", 1.2},
    {"unlearn", "finetune", 0.8},     {"ajust", "finetune", 1.2},    {"ppo", "train", 1.2},
    {"train", "train", 1.2},          {"pretrain", "train", 1.4},    {"entren", "train", 1.2},
    {"trainier", "train", 1.2},       {"entrain", "train", 1.2},     {"fit", "train", 0.8},
    {"tune", "train", 0.7},           {"tuning", "train", 0.7},      {"distil", "train", 0.9},
    {"learn", "train", 0.5},          {"hyperparam", "train", 0.8},  {"hpo$", "train", 0.8},
    {"eval", "evaluate", 1.1},        {"valid", "evaluate", 0.7},    {"test", "evaluate", 0.6},
    {"predi", "evaluate", 0.9},       {"infer", "evaluate", 0.9},    {"judge", "evaluate", 1},
    {"rejudge", "evaluate", 1},       {"score", "evaluate", 0.8},    {"metric", "evaluate", 0.6},
    {"generat", "evaluate", 0.5},     {"attack", "evaluate", 0.8},   {"ablat", "evaluate", 0.5},
    {"zeroshot", "evaluate", 0.7},    {"fewshot", "evaluate", 0.7},  {"transcrib", "evaluate", 0.8},
    {"bench", "benchmark", 1},        {"bandwidth", "benchmark", 1}, {"latency", "benchmark", 1},
    {"pingpong", "benchmark", 1},     {"scaling", "benchmark", 0.6}, {"speedup", "benchmark", 0.7},
    {"perf$", "benchmark", 0.7},      {"serve", "serve", 1.2},       {"server", "serve", 1.2},
    {"serving", "serve", 1.2},        {"deploy", "serve", 0.8},      {"genera", "prepare", 0.5},
    {"preproc", "prepare", 1.2},      {"prep", "prepare", 1},        {"prepar", "prepare", 1.2},
    {"download", "prepare", 1},       {"descarg", "prepare", 1},     {"fetch", "prepare", 1},
    {"convert", "prepare", 1},        {"tokeniz", "prepare", 1},     {"tokenis", "prepare", 1},
    {"split", "prepare", 0.6},        {"filter", "prepare", 0.6},    {"filtra", "prepare", 0.6},
    {"clean", "prepare", 0.6},        {"merge", "prepare", 0.5},     {"export", "prepare", 0.6},
    {"make", "prepare", 0.3},         {"quant", "prepare", 0.6},     {"crop", "prepare", 0.5},
    {"tile", "prepare", 0.5},         {"dataset", "prepare", 0.9},   {"extract", "prepare", 0.8},
    {"create", "prepare", 0.5},       {"crawl", "prepare", 1},       {"scrap", "prepare", 0.8},
    {"curat", "prepare", 0.8},        {"ingest", "prepare", 0.8},    {"parse", "prepare", 0.6},
    {"untar", "prepare", 1},          {"unzip", "prepare", 1},       {"trim", "prepare", 0.8},
    {"demultiplex", "prepare", 0.8},  {"index", "prepare", 0.6},     {"embed", "prepare", 0.4},
    {"featur", "prepare", 0.4},       {"dedup", "prepare", 0.8},     {"shard", "prepare", 0.6},
    {"chunk", "prepare", 0.5},        {"augment", "prepare", 0.5},   {"normali", "prepare", 0.5},
    {"regrid", "prepare", 0.8},       {"interpol", "prepare", 0.5},  {"remap", "prepare", 0.5},
    {"resampl", "prepare", 0.5},      {"subset", "prepare", 0.6},    {"format", "prepare", 0.5},
    {"reformat", "prepare", 0.6},     {"rename", "prepare", 0.6},    {"concat", "prepare", 0.5},
    {"combin", "prepare", 0.4},       {"process", "prepare", 0.4},   {"proc$", "prepare", 0.4},
    {"save", "prepare", 0.4},         {"mesh", "prepare", 0.4},      {"plot", "analyse", 0.6},
    {"figur", "analyse", 0.6},        {"fig$", "analyse", 0.6},      {"analys", "analyse", 1},
    {"analyz", "analyse", 1},         {"analis", "analyse", 1},      {"stat$", "analyse", 0.5},
    {"stats", "analyse", 0.5},        {"statist", "analyse", 0.6},   {"segment", "analyse", 0.6},
    {"tabla", "analyse", 0.5},        {"table", "analyse", 0.5},     {"collect", "analyse", 0.6},
    {"summar", "analyse", 0.6},       {"report", "analyse", 0.5},    {"cluster", "analyse", 0.5},
    {"map", "analyse", 0.4},          {"auswert", "analyse", 1},     {"postproc", "analyse", 0.9},
    {"visuali", "analyse", 0.8},      {"viz$", "analyse", 0.8},      {"compar", "analyse", 0.6},
    {"explor", "analyse", 0.5},       {"explain", "analyse", 0.6},   {"shap$", "analyse", 0.7},
    {"pca$", "analyse", 0.7},         {"gwas", "analyse", 0.8},      {"enrich", "analyse", 0.7},
    {"align", "analyse", 0.5},        {"annot", "analyse", 0.5},     {"assembl", "analyse", 0.8},
    {"count", "analyse", 0.5},        {"call", "analyse", 0.4},      {"correl", "analyse", 0.7},
    {"regress", "analyse", 0.5},      {"glm$", "analyse", 0.7},      {"estimat", "analyse", 0.6},
    {"measur", "analyse", 0.5},       {"detect", "analyse", 0.4},    {"diagnos", "analyse", 0.5},
    {"aggreg", "analyse", 0.6},       {"mean$", "analyse", 0.5},     {"contrast", "analyse", 0.4},
    {"profil", "analyse", 0.5},       {"recon", "analyse", 0.5},     {"qc$", "analyse", 0.7},
    {"mcmc", "analyse", 0.8},         {"enum", "analyse", 0.3},      {"audit", "analyse", 0.5},
    {"simul", "simulate", 1.2},       {"sim$", "simulate", 1},       {"sims$", "simulate", 1},
    {"solve", "simulate", 0.8},       {"solver", "simulate", 0.8},   {"integrat", "simulate", 0.5},
    {"montecarlo", "simulate", 0.8},  {"md$", "simulate", 0.6},      {"npt$", "simulate", 0.8},
    {"nvt$", "simulate", 0.8},        {"equil", "simulate", 0.8},    {"relax", "simulate", 0.8},
    {"scf$", "simulate", 0.8},        {"dft$", "simulate", 0.7},     {"phonon", "simulate", 0.7},
    {"dynam", "simulate", 0.5},       {"dock", "simulate", 0.7},     {"evol", "simulate", 0.5},
    {"scenario", "simulate", 0.6},    {"forward", "simulate", 0.4},  {"ensemble", "simulate", 0.4},
    {"sampl", "simulate", 0.4},       {"sweep", "simulate", 0.4},    {"parsweep", "simulate", 0.4},
    {"scan$", "simulate", 0.4},       {"event", "simulate", 0.6},    {"optimi", "simulate", 0.4},
    {"build", "build", 0.8},          {"compil", "build", 1},        {"install", "build", 0.8},
    {"probe", "maintain", 0.8},       {"health", "maintain", 1},     {"burn", "maintain", 1},
    {"backup", "maintain", 0.9},      {"rsync", "maintain", 0.6},    {"archiv", "maintain", 0.6},
    {"cleanup", "maintain", 0.7},     {"purge", "maintain", 0.8},    {"quota", "maintain", 0.8},
    {"monitor", "maintain", 0.7},     {"check", "maintain", 0.2},    {"jupyter", "interactive", 1},
    {"notebook", "interactive", 0.8}, {"rstudio", "interactive", 1}, {"interactive", "interactive", 0.9},
    {"tunnel", "interactive", 0.7},   {"vscode", "interactive", 1},  {"vnc$", "interactive", 0.8},
});

/// In prose a stem below this may mean anything: "the check of the first table".
constexpr double plain_enough = 1;

bool fits(const Stem& stem, std::string_view part) {
    return stem.stem.ends_with('$') ? part == stem.stem.substr(0, stem.stem.size() - 1)
                                    : part.starts_with(stem.stem);
}

std::map<std::string_view, double> activities_in(std::string_view words, double least) {
    std::map<std::string_view, double> weight;
    const auto is_letter = [](char c) {
        return text::is_small(c) || text::is_capital(c) || static_cast<unsigned char>(c) >= 0x80;
    };
    bool is_after_fine = false; // `fine_tune` is no tuning
    for (std::size_t at = 0; at < words.size();) {
        std::size_t end = at;
        while (end < words.size() && is_letter(words[end]) && (end == at || !text::begins_inside(words, end)))
            ++end;
        const std::string part = text::lowered(words.substr(at, end - at));
        if (is_after_fine && part.starts_with("tun")) {
            weight["finetune"] = 1.4;
        } else if (!part.empty()) {
            for (const Stem& stem : stems)
                if (stem.stem.front() == part.front() && stem.weight >= least && fits(stem, part))
                    weight[stem.activity] = std::max(weight[stem.activity], stem.weight);
        }
        if (!part.empty()) is_after_fine = part == "fine";
        at = std::max(end, at + 1);
    }
    return weight;
}

} // namespace

std::map<std::string_view, double> activities_in_name(std::string_view name) { return activities_in(name, 0); }
std::map<std::string_view, double> activities_in_prose(std::string_view text) {
    return activities_in(text, plain_enough);
}

} // namespace worklines::script
