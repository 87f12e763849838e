// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/purpose.h"

#include "core/script/facts/programs.h"
#include "core/script/facts/stems.h"
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

/// Options that only trainings have; they say little, since an evaluation may take them too.
constexpr auto training_options = std::to_array<std::string_view>({"--epochs",
                                                                   "--epoch",
                                                                   "--num-epochs",
                                                                   "--num-train-epochs",
                                                                   "--n-epochs",
                                                                   "--max-epochs",
                                                                   "--lr",
                                                                   "--learning-rate",
                                                                   "--weight-decay",
                                                                   "--warmup-steps",
                                                                   "--total-timesteps",
                                                                   "--train-batch-size",
                                                                   "--per-device-train-batch-size",
                                                                   "--gradient-accumulation-steps",
                                                                   "--grad-accum",
                                                                   "--train-data",
                                                                   "--train-dir",
                                                                   "--train-file",
                                                                   "--dropout",
                                                                   "--final-dropout",
                                                                   "--optimizer"});

/// What is mostly done in a field, for the scripts of it that do not say.
constexpr auto customs = std::to_array<std::pair<std::string_view, std::string_view>>({
    {"llm", "train"},
    {"vision", "train"},
    {"medical-imaging", "train"},
    {"speech-audio", "train"},
    {"rl-robotics", "train"},
    {"graph-ml", "train"},
    {"ml-general", "train"},
    {"protein-structure", "simulate"},
    {"genomics", "analyse"},
    {"single-cell", "analyse"},
    {"cryo-em", "analyse"},
    {"neuroimaging", "analyse"},
    {"molecular-dynamics", "simulate"},
    {"quantum-chemistry", "simulate"},
    {"materials", "simulate"},
    {"cfd", "simulate"},
    {"engineering", "simulate"},
    {"weather-climate", "simulate"},
    {"earth-observation", "analyse"},
    {"lidar-3d", "analyse"},
    {"ecology", "analyse"},
    {"seismology", "simulate"},
    {"astro", "simulate"},
    {"particle-physics", "simulate"},
    {"plasma", "simulate"},
    {"quantum-computing", "simulate"},
    {"statistics", "simulate"},
    {"econ-social", "simulate"},
    {"rendering", "simulate"},
    {"big-data", "analyse"},
    {"computer-architecture", "simulate"},
    {"hpc-benchmark", "benchmark"},
    {"system-care", "maintain"},
    {"teaching", "other"},
});

class Weighing {
  public:
    Weighing(const Reading& reading, const std::vector<Sighting>& sightings, const Lexicon& lexicon)
        : reading_(reading), sightings_(sightings), lexicon_(lexicon) {}

    Purpose purpose() {
        weigh_sightings();
        for (const Command& command : reading_.commands)
            weigh(command);
        for (const Directive& directive : reading_.directives)
            if (directive.option == "job-name") weigh_job_name(directive);
        if (training_option_ != 0 && !activities_.contains("train") && !activities_.contains("finetune"))
            add({training_option_, "an option of trainings", "", "train", 0.4});
        if (activities_.empty() && only_submits(reading_)) add({1, "only submits other jobs", "", "other", 1});
        if (only_moves_files(reading_))
            add({1, "only moves files", is_unsaid(domains_) ? "system-care" : "", "maintain", 0.8});
        guess();
        apply_techniques();
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

    static bool is_unsaid(const Sums& sums) {
        return std::ranges::none_of(sums, [](const auto& one) { return one.second >= enough; });
    }

    /// Each entry once, where it tells most: a tool named in every line is one tool. Words of a field are chance
    /// once, and hardly so in many lines.
    void weigh_sightings() {
        struct Best {
            Sighting sighting;
            double lines = 0;
        };
        std::map<std::uint32_t, Best> best;
        for (const Sighting& one : sightings_) {
            const auto [known, is_new] = best.try_emplace(one.entry, Best{one});
            Sighting& so_far = known->second.sighting;
            if (!is_new && weight_of(one.place, one.in_comment) > weight_of(so_far.place, so_far.in_comment))
                so_far = one;
            known->second.lines += 1;
            if (one.place == Place::command && lexicon_.entries()[one.entry].kind != Kind::system)
                tool_lines_.insert(one.line);
        }
        static constexpr auto places =
            std::to_array<std::string_view>({"command", "import", "module", "image", "path", "word"});
        for (const auto& [number, found] : best) {
            const Sighting& one = found.sighting;
            const Entry& entry = lexicon_.entries()[number];
            double weight = entry.weight * weight_of(one.place, one.in_comment);
            if (entry.kind == Kind::field) weight *= 1 + 0.15 * (std::min(found.lines, 5.0) - 1);
            if (weight <= 0 || (entry.domain.empty() && entry.activity.empty())) continue;
            // A comment names what others do, too: it tells of the field and not of what is done here.
            add({one.line,
                 entry.name + " by " +
                     (one.in_comment ? "comment" : std::string(places[static_cast<std::size_t>(one.place)])),
                 entry.domain, one.in_comment ? "" : entry.activity, weight});
        }
    }

    void weigh(const Command& command) {
        const std::string_view named =
            tool_lines_.contains(command.line) && !runs_a_script(command) && !is_shell(command)
                ? std::string_view() // the lexicon speaks for it
                : what_it_runs(command);
        if (!named.empty()) {
            const std::size_t slash = named.find_last_of('/');
            const std::size_t folder = slash == std::string_view::npos ? 0 : slash + 1;
            // What is run only in some cases may be beside what the job is for.
            weigh_name(named.substr(folder), command.line, command.in_condition ? 0.5 : 1, "");
            folders_.emplace_back(command.line, named.substr(0, folder));
        }
        if (const double weight = builds(command); weight > 0)
            add({command.line, command.program + " builds", "", "build", weight});
        for (const std::string& arg : command.args) {
            if (runs_a_script(command) || is_shell(command)) weigh_argument(arg, command.line);
            std::string option = lowered(std::string_view(arg).substr(0, arg.find('=')));
            std::ranges::replace(option, '_', '-');
            if (option.starts_with("--") && std::ranges::find(option, ' ') == option.end()) {
                if (option == "--do-train" || option == "--train") add({command.line, option, "", "train", 0.6});
                if (training_option_ == 0 && is_in(training_options, option)) training_option_ = command.line;
                if (option == "--do-eval" || option == "--eval" || option == "--eval-only" || option == "--test" ||
                    option == "--do-predict")
                    add({command.line, option, "", "evaluate", 0.5});
                if (option == "--lora-r" || option == "--use-peft" || option == "--lora-alpha" ||
                    option == "--use-lora")
                    add({command.line, option, "", "finetune", 0.8});
            }
        }
    }

    /// `main.py train`, `--mode eval`, `stage=finetune`: one plain word that says what is done.
    void weigh_argument(std::string_view arg, std::uint32_t line) {
        arg.remove_prefix(arg.find('=') == std::string_view::npos ? 0 : arg.find('=') + 1);
        if (arg.size() > 16 || !std::ranges::all_of(arg, [](char c) { return text::is_small(c) || c == '_'; }))
            return;
        for (const auto& [activity, one] : activities_in_prose(arg))
            if (names_.insert("=" + std::string(activity)).second)
                add({line, "the argument " + std::string(arg), "", std::string(activity), 0.5 * one});
    }

    /// Each activity once for each name.
    void weigh_name(std::string_view name, std::uint32_t line, double factor, std::string_view what) {
        if (!names_.insert(lowered(name)).second) return;
        for (const auto& [activity, one] : activities_in_name(name))
            add({line, std::string(what) + std::string(name), "", std::string(activity), one * factor});
    }

    /// "test" is what people call a job that they try out, whatever it does.
    void weigh_job_name(const Directive& directive) {
        if (!lowered(directive.value).starts_with("test"))
            weigh_name(directive.value, directive.line, 0.5, "the job's name ");
    }

    /// Learning and statistics are ways to work in a field, where one shows.
    void apply_techniques() {
        static constexpr auto techniques = std::to_array<std::string_view>({"ml-general", "statistics"});
        const bool has_field = std::ranges::any_of(
            domains_, [](const auto& one) { return one.second >= enough && !is_in(techniques, one.first); });
        if (!has_field) return;
        for (auto& [domain, weight] : domains_)
            if (is_in(techniques, domain)) weight *= 0.5;
    }

    /// Where what is run does not tell: from its folders, from what people say of it, from what is mostly done.
    void guess() {
        if (is_unsaid(activities_))
            for (const auto& [line, folder] : folders_)
                weigh_name(folder, line, 0.5, "in ");
        if (is_unsaid(activities_)) guess_by_prose();
        if (is_unsaid(domains_)) guess_domain();
        if (is_unsaid(activities_)) {
            const auto [domain, share] = heaviest(domains_);
            const auto custom =
                std::ranges::find(customs, domain, [](const auto& one) { return std::string(one.first); });
            // A GPU for Python learns, also where most is analysed.
            if (custom != customs.end() &&
                !(custom->second == "analyse" && asks_for_gpu(reading_) && runs_python()))
                add({1, "mostly done in " + domain, "", std::string(custom->second), enough});
        }
        if (is_unsaid(activities_)) guess_by_program();
    }

    void guess_by_prose() {
        const auto weigh_prose = [this](std::string_view text, std::uint32_t line) {
            for (const auto& [activity, one] : activities_in_prose(text))
                if (said_.insert(std::string(activity)).second)
                    add({line, "said in words", "", std::string(activity), one * enough});
        };
        for (const Command& command : reading_.commands)
            if (command.program == "echo" || command.program == "printf")
                for (const std::string& arg : command.args)
                    weigh_prose(arg, command.line);
        for (const Comment& comment : reading_.comments)
            if (!comment.code) weigh_prose(comment.text, comment.line);
    }

    /// Machine learning looks alike in all fields; what R does is mostly statistics.
    void guess_domain() {
        const std::string activity = heaviest(activities_).first;
        if (activity == "finetune" || activity == "serve")
            add({1, "mostly language models", "llm", "", enough});
        else if (activity == "train" || training_option_ != 0 || domains_.contains("ml-general"))
            add({1, "some training", "ml-general", "", enough});
        else if (std::ranges::any_of(reading_.commands, [](const Command& command) {
                     return command.program == "Rscript" || command.program == "R" || command.program == "r";
                 }))
            add({1, "R", "statistics", "", enough});
    }

    static bool is_own_python(const Command& command) {
        return without_version(command.program) == "python" && !what_it_runs(command).empty();
    }
    bool runs_python() const { return std::ranges::any_of(reading_.commands, is_own_python); }

    /// A GPU for Python learns; what else people write themselves computes something.
    void guess_by_program() {
        for (const Command& command : reading_.commands) {
            const std::string_view program = without_version(command.program);
            if (is_own_python(command) && asks_for_gpu(reading_)) {
                add({command.line, "Python with a GPU", "", "train", enough});
                if (is_unsaid(domains_)) add({command.line, "Python with a GPU", "ml-general", "", enough});
            } else if (program == "matlab" || program == "julia" ||
                       (is_launched(command) && !runs_a_script(command) && !is_shell(command) &&
                        program != "hostname")) {
                add({command.line, "a program of their own", "", "simulate", enough});
            } else {
                continue;
            }
            return;
        }
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
    std::set<std::string> names_, said_;
    std::vector<std::pair<std::uint32_t, std::string_view>> folders_; ///< of what is run
    std::set<std::uint32_t> tool_lines_;                              ///< that run what the lexicon knows
    std::uint32_t training_option_ = 0;                               ///< its line
};

} // namespace

Purpose purpose_of(const Reading& reading, const std::vector<Sighting>& sightings, const Lexicon& lexicon) {
    return Weighing(reading, sightings, lexicon).purpose();
}

} // namespace worklines::script
