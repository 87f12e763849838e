// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/purpose.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace worklines::script {
namespace {

using text::is_in;
using text::lowered;

constexpr double enough = 0.25; ///< weight of evidence below which nothing is said

/// What is run tells more than what is named, and that more than what a comment says.
double weight_of(Place place, bool in_comment) {
    switch (place) {
    case Place::command:
        return 1;
    case Place::import:
        return 0.9;
    case Place::module:
    case Place::image:
        return 0.7;
    case Place::path:
        return 0.6;
    case Place::word:
        return in_comment ? 0.35 : 0.5;
    }
    return 0;
}

struct Stem {
    std::string_view stem, activity;
    double weight;
};

/// Parts of the names that people give to what they run, in several languages; a part of a name that begins so
/// counts.
constexpr auto stems = std::to_array<Stem>({
    {"finetun", "finetune", 1.4}, {"fine", "finetune", 0.8},     {"sft", "finetune", 1.4},
    {"dpo", "finetune", 1.4},     {"ppo", "train", 1.2},         {"grpo", "finetune", 1.4},
    {"rlhf", "finetune", 1.4},    {"lora", "finetune", 1.3},     {"qlora", "finetune", 1.4},
    {"ajust", "finetune", 1.2},   {"train", "train", 1.2},       {"pretrain", "train", 1.4},
    {"entren", "train", 1.2},     {"trainier", "train", 1.2},    {"entrain", "train", 1.2},
    {"fit", "train", 0.8},        {"eval", "evaluate", 1.1},     {"valid", "evaluate", 0.7},
    {"test", "evaluate", 0.6},    {"predi", "evaluate", 0.9},    {"infer", "evaluate", 0.9},
    {"judge", "evaluate", 1},     {"rejudge", "evaluate", 1},    {"score", "evaluate", 0.8},
    {"metric", "evaluate", 0.6},  {"generat", "evaluate", 0.5},  {"genera", "prepare", 0.5},
    {"bench", "benchmark", 1},    {"attack", "evaluate", 0.8},   {"serve", "serve", 1.2},
    {"server", "serve", 1.2},     {"preproc", "prepare", 1.2},   {"prep", "prepare", 1},
    {"prepar", "prepare", 1.2},   {"download", "prepare", 1},    {"descarg", "prepare", 1},
    {"fetch", "prepare", 1},      {"convert", "prepare", 1},     {"tokeniz", "prepare", 1},
    {"tokenis", "prepare", 1},    {"split", "prepare", 0.6},     {"filter", "prepare", 0.6},
    {"filtra", "prepare", 0.6},   {"clean", "prepare", 0.6},     {"merge", "prepare", 0.5},
    {"export", "prepare", 0.6},   {"make", "prepare", 0.3},      {"quant", "prepare", 0.6},
    {"crop", "prepare", 0.5},     {"tile", "prepare", 0.5},      {"plot", "analyse", 0.6},
    {"figur", "analyse", 0.6},    {"analys", "analyse", 1},      {"analyz", "analyse", 1},
    {"analis", "analyse", 1},     {"stat", "analyse", 0.5},      {"segment", "analyse", 0.6},
    {"tabla", "analyse", 0.5},    {"table", "analyse", 0.5},     {"collect", "analyse", 0.6},
    {"summar", "analyse", 0.6},   {"report", "analyse", 0.5},    {"cluster", "analyse", 0.5},
    {"map", "analyse", 0.4},      {"auswert", "analyse", 1},     {"simul", "simulate", 1.2},
    {"solve", "simulate", 0.8},   {"integrat", "simulate", 0.5}, {"build", "build", 0.8},
    {"compil", "build", 1},       {"install", "build", 0.8},     {"probe", "maintain", 0.8},
    {"health", "maintain", 1},    {"burn", "maintain", 1},       {"backup", "maintain", 0.8},
    {"check", "maintain", 0.3},
});

constexpr auto interpreters = std::to_array<std::string_view>(
    {"python", "python3", "python2", "Rscript", "R", "julia", "matlab", "perl", "octave", "node", "java", "ruby",
     "lua", "stata", "stata-mp", "accelerate", "torchrun", "deepspeed"});
constexpr auto shells = std::to_array<std::string_view>({"bash", "sh", "zsh", "source", "."});

class Weighing {
  public:
    Weighing(const Reading& reading, const std::vector<Sighting>& sightings, const Lexicon& lexicon)
        : reading_(reading), sightings_(sightings), lexicon_(lexicon) {}

    Purpose purpose() {
        weigh_sightings();
        for (const Command& command : reading_.commands)
            weigh(command);
        for (const Directive& directive : reading_.directives)
            if (directive.option == "job-name") weigh_name(directive.value, directive.line, 0.5, "the job's name ");
        if (activities_.empty() && only_submits()) add({1, "only submits other jobs", "", "other", 1});
        Purpose purpose;
        double domain_share = 0, activity_share = 0;
        std::tie(purpose.domain, domain_share) = heaviest(domains_);
        std::tie(purpose.activity, activity_share) = heaviest(activities_);
        purpose.confidence = purpose.domain == "unknown" && purpose.activity == "unknown"
                                 ? 0
                                 : std::min(domain_share, activity_share);
        std::ranges::stable_sort(evidence_, {}, &Evidence::line);
        purpose.evidence = std::move(evidence_);
        return purpose;
    }

  private:
    using Sums = std::map<std::string, double>;

    void add(Evidence evidence) {
        if (!evidence.domain.empty()) domains_[evidence.domain] += evidence.weight;
        if (!evidence.activity.empty()) activities_[evidence.activity] += evidence.weight;
        evidence_.push_back(std::move(evidence));
    }

    /// Each entry once, where it tells most: a tool named in every line is one tool.
    void weigh_sightings() {
        std::map<std::uint32_t, Sighting> best;
        for (const Sighting& one : sightings_) {
            const auto [known, is_new] = best.try_emplace(one.entry, one);
            if (!is_new &&
                weight_of(one.place, one.in_comment) > weight_of(known->second.place, known->second.in_comment))
                known->second = one;
        }
        static constexpr auto places =
            std::to_array<std::string_view>({"command", "import", "module", "image", "path", "word"});
        for (const auto& [number, one] : best) {
            const Entry& entry = lexicon_.entries()[number];
            const double weight = entry.weight * weight_of(one.place, one.in_comment);
            if (weight <= 0 || (entry.domain.empty() && entry.activity.empty())) continue;
            // A comment names what others do, too: it tells of the field and not of what is done here.
            add({one.line,
                 entry.name + " by " +
                     (one.in_comment ? "comment" : std::string(places[static_cast<std::size_t>(one.place)])),
                 entry.domain, one.in_comment ? "" : entry.activity, weight});
        }
    }

    void weigh(const Command& command) {
        std::string_view named;
        if (is_in(interpreters, command.program) || is_in(shells, command.program)) {
            for (std::size_t i = 0; i < command.args.size(); ++i) {
                const std::string& arg = command.args[i];
                if (arg == "-m" && i + 1 < command.args.size()) {
                    named = command.args[i + 1];
                    break;
                }
                if (arg.starts_with('-') || arg == "launch" || arg == "run") continue;
                named = arg;
                break;
            }
            if (is_in(shells, command.program) && named.find("activate") != std::string_view::npos) return;
        } else if (command.program.find('.') != std::string::npos ||
                   command.program.find('_') != std::string::npos) {
            named = command.program; // a program of their own
        }
        if (!named.empty() && !command.in_condition)
            weigh_name(named.substr(named.rfind('/') + 1), command.line, 1, "");
        for (const std::string& arg : command.args) {
            const std::string option = lowered(std::string_view(arg).substr(0, arg.find('=')));
            if (option == "--do_train" || option == "--train" || option == "--do-train")
                add({command.line, option, "", "train", 0.6});
            if (option == "--do_eval" || option == "--eval" || option == "--eval-only" || option == "--test" ||
                option == "--do_predict")
                add({command.line, option, "", "evaluate", 0.5});
            if (option == "--lora-r" || option == "--lora_r" || option == "--use_peft" ||
                option == "--lora-alpha" || option == "--use-lora")
                add({command.line, option, "", "finetune", 0.8});
        }
    }

    /// `train_gnn.py`: its parts by their stems, each activity once for each name.
    void weigh_name(std::string_view name, std::uint32_t line, double factor, std::string_view what) {
        const std::string low = lowered(name);
        if (!names_.insert(low).second) return;
        std::map<std::string_view, double> weight;
        for (std::size_t at = 0; at < low.size();) {
            const std::size_t end = std::min(low.find_first_of("_-./ 0123456789", at), low.size());
            const std::string_view part = std::string_view(low).substr(at, end - at);
            for (const Stem& stem : stems)
                if (!part.empty() && part.front() == stem.stem.front() && part.starts_with(stem.stem))
                    weight[stem.activity] = std::max(weight[stem.activity], stem.weight);
            at = end + 1;
        }
        for (const auto& [activity, one] : weight)
            add({line, std::string(what) + std::string(name), "", std::string(activity), one * factor});
    }

    bool only_submits() const {
        static constexpr auto else_said =
            std::to_array<std::string_view>({"sbatch", "echo", "cd", "sleep", "mkdir", "export", "set", "squeue"});
        return std::ranges::any_of(reading_.commands,
                                   [](const Command& command) { return command.program == "sbatch"; }) &&
               std::ranges::all_of(reading_.commands,
                                   [](const Command& command) { return is_in(else_said, command.program); });
    }

    static std::pair<std::string, double> heaviest(const Sums& sums) {
        double all = 0, most = 0;
        std::string best = "unknown";
        for (const auto& [name, weight] : sums) {
            all += weight;
            if (weight > most) {
                most = weight;
                best = name;
            }
        }
        if (most < enough) return {"unknown", 0};
        return {best, most / all};
    }

    const Reading& reading_;
    const std::vector<Sighting>& sightings_;
    const Lexicon& lexicon_;
    Sums domains_, activities_;
    std::vector<Evidence> evidence_;
    std::set<std::string> names_;
};

} // namespace

Purpose purpose_of(const Reading& reading, const std::vector<Sighting>& sightings, const Lexicon& lexicon) {
    return Weighing(reading, sightings, lexicon).purpose();
}

} // namespace worklines::script
