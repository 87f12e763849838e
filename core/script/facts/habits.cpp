// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/habits.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

namespace worklines::script {
namespace {

using text::is_in;

using Words = std::vector<std::string_view>;

template <class List>
bool holds_one_of(std::string_view text, const List& parts) {
    return std::ranges::any_of(parts,
                               [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

constexpr auto copies =
    std::to_array<std::string_view>({"rsync", "cp", "mv", "tar", "scp", "rclone", "install", "zip"});
constexpr auto local_places = std::to_array<std::string_view>(
    {"$TMPDIR", "${TMPDIR", "$SLURM_TMPDIR", "${SLURM_TMPDIR", "/scratch", "/lscratch", "/localscratch", "/local/",
     "/tmp/", "/dev/shm", "$LOCAL_SCRATCH", "${LOCAL_SCRATCH", "$LSCRATCH", "$JOBSCRATCH", "$L_SCRATCH",
     "$TMP_LOCAL", "mktemp -d", "/nvme"});
constexpr auto containers =
    std::to_array<std::string_view>({"singularity", "apptainer", "docker", "podman", "podman-hpc", "shifter",
                                     "enroot", "charliecloud", "ch-run", "udocker"});
constexpr auto mailers =
    std::to_array<std::string_view>({"mail", "mailx", "mutt", "sendmail", "s-nail", "msmtp", "swaks", "ntfy"});
constexpr auto hooks = std::to_array<std::string_view>(
    {"ntfy.sh", "hooks.slack.com", "discord.com/api/webhooks", "discordapp.com/api/webhooks", "api.telegram.org",
     "webhook", "api.pushover.net", "pushbullet", "hc-ping.com", "healthchecks.io", "gotify", "office.com/",
     "matrix/client", "NTFY", "WEBHOOK", "SLACK", "TELEGRAM", "HOOK"});
constexpr auto resume_options = std::to_array<std::string_view>(
    {"--resume", "-resume", "--resume-from", "--resume_from", "--resume_from_checkpoint",
     "--resume-from-checkpoint", "--continue", "--skip-existing", "--skip-done", "--skip_existing", "--restart",
     "-cpi", "--rerun-incomplete", "--auto-resume", "--auto_resume", "--continue-from", "--load-checkpoint",
     "--restore", "--append-if-exists"});
constexpr auto dependencies =
    std::to_array<std::string_view>({"afterok", "aftercorr", "afterany", "afternotok", "singleton"});

/// The words of a submit line as they would be after a simple split: what Slurm keeps of it has lost its quotes.
Words words_of(std::string_view line) {
    Words words;
    for (std::size_t at = 0; at < line.size();) {
        const std::size_t end = std::min(line.find(' ', at), line.size());
        if (end > at) words.push_back(line.substr(at, end - at));
        at = end + 1;
    }
    return words;
}

class Finder {
  public:
    Finder(const Reading& reading, std::string_view submit_line)
        : reading_(reading), submit_(words_of(submit_line)) {}

    std::vector<std::string> habits() {
        look_at_options();
        look_at_scratch();
        for (const Command& command : reading_.commands)
            look_at(command);
        for (const Assignment& assignment : reading_.assignments)
            look_at(assignment);
        return {found_.begin(), found_.end()};
    }

  private:
    void add(const char* habit) { found_.insert(habit); }

    /// The value of an option on the submit line, or of a directive that counts; null: not given.
    std::optional<std::string_view> option(std::string_view name, std::string_view letter = {}) const {
        const std::string long_form = "--" + std::string(name);
        for (std::size_t i = 1; i < submit_.size(); ++i) {
            const std::string_view word = submit_[i];
            if (!word.starts_with('-')) break; // the script, and what follows is its own
            if (word == long_form || (!letter.empty() && word == letter))
                return i + 1 < submit_.size() ? submit_[i + 1] : "";
            if (word.starts_with(long_form + "=")) return word.substr(long_form.size() + 1);
            if (!letter.empty() && word.size() > 2 && word.starts_with(letter) && word[1] != '-')
                return word.substr(2);
            if (word.find('=') == std::string_view::npos && i + 1 < submit_.size() &&
                !submit_[i + 1].starts_with('-') && word.size() == 2)
                ++i; // its value
        }
        for (const Directive& directive : reading_.directives)
            if (directive.effective && directive.option == name) return directive.value;
        return std::nullopt;
    }

    void look_at_options() {
        if (const auto nice = option("nice"); nice && !nice->starts_with('-') && *nice != "0") add("nice");
        if (const auto mail = option("mail-type"); mail && !mail->empty() && *mail != "NONE" && *mail != "none")
            add("notify");
        if (const auto dependency = option("dependency", "-d");
            dependency && holds_one_of(*dependency, dependencies))
            add("afterok");
        if (const auto array = option("array", "-a"); array && array->find('%') != std::string_view::npos)
            add("throttle");
        if (option("requeue")) add("requeue");
        if (option("container-image") || option("container")) add("container");
        if (option("signal") && found_.contains("requeue")) add("resume");
    }

    /// Where programs keep caches and settings: nobody works there.
    static bool is_setting(std::string_view name) {
        return name == "TMPDIR" || name == "PATH" || name.find("CACHE") != std::string_view::npos ||
               name.find("CONFIG") != std::string_view::npos || name.starts_with("XDG_") || name.ends_with("_PATH");
    }

    /// Works in a place of the node's own: assigned to a variable, made or gone to.
    void look_at_scratch() {
        const auto is_place = [](const std::string& text) {
            return text.find_first_of("/$ ") != std::string::npos && holds_one_of(text, local_places);
        };
        std::set<std::string_view> names;
        for (const Assignment& assignment : reading_.assignments)
            if (is_place(assignment.value) && !is_setting(assignment.name)) names.insert(assignment.name);
        const auto works_there = [&](const Command& command) {
            static constexpr auto goes = std::to_array<std::string_view>({"cd", "pushd", "mkdir"});
            return (is_in(goes, command.program) || is_in(copies, command.program)) &&
                   std::ranges::any_of(command.args, is_place);
        };
        const auto uses_name = [&](const std::string& arg) {
            return std::ranges::any_of(names, [&](std::string_view name) {
                return arg.find("$" + std::string(name)) != std::string::npos ||
                       arg.find("${" + std::string(name)) != std::string::npos;
            });
        };
        const bool by_name = !names.empty() && std::ranges::any_of(reading_.commands, [&](const Command& command) {
            return std::ranges::any_of(command.args, is_place) || std::ranges::any_of(command.args, uses_name);
        });
        if (by_name || std::ranges::any_of(reading_.commands, works_there)) add("scratch");
        if (found_.contains("scratch") && trap_copies()) add("scratch_trap");
    }

    bool trap_copies() const {
        bool names_function = false, copies_in_function = false;
        for (const Command& command : reading_.commands) {
            const bool copy = is_in(copies, command.program);
            if (command.in_trap && copy) return true;
            names_function = names_function || (command.in_trap && is_in(reading_.functions, command.program));
            copies_in_function = copies_in_function || (command.in_function && copy);
            if (command.program == "trap" && !command.args.empty())
                names_function =
                    names_function || std::ranges::any_of(reading_.functions, [&](const std::string& name) {
                        return command.args.front().find(name) != std::string::npos;
                    });
        }
        return names_function && copies_in_function;
    }

    void look_at(const Command& command) {
        const std::string_view program = command.program;
        const auto has = [&](std::string_view arg) { return is_in(command.args, arg); };
        if (program == "set" && std::ranges::any_of(command.args, [](const std::string& arg) {
                return arg.size() > 1 && arg[0] == '-' && arg[1] != '-' &&
                       arg.find_first_of("eu") != std::string::npos && arg != "-o";
            }))
            add("strict");
        if (program == "set" && (has("errexit") || has("nounset") || has("pipefail"))) add("strict");
        if (is_in(mailers, program)) add("notify");
        if ((program == "curl" || program == "wget" || program == "http") &&
            std::ranges::any_of(command.args, [](const std::string& arg) { return holds_one_of(arg, hooks); }))
            add("notify");
        if (program == "git" && (has("rev-parse") || has("describe") || (has("log") && (has("-1") || has("-n1")))))
            add("provenance");
        if (program == "sbatch" && std::ranges::any_of(command.args, [](const std::string& arg) {
                return holds_one_of(arg, dependencies);
            }))
            add("afterok");
        if (program == "scontrol" && has("requeue")) add("requeue");
        if (is_in(containers, program) ||
            std::ranges::any_of(command.via, [](const std::string& via) { return is_in(containers, via); }))
            add("container");
        if (program == "snakemake") add("resume");
        for (const std::string& arg : command.args) {
            const std::string_view name = std::string_view(arg).substr(0, arg.find('='));
            if (is_in(resume_options, name)) add("resume");
            if (name == "--seed" || name == "seed" || name == "--random-seed" || name == "--random_seed" ||
                name == "--random-state" || name == "-seed" || name == "--seeds")
                add("seeded");
        }
        if (is_isolated(command)) add("isolated");
        if (skips_what_is_done(command)) add("resume");
    }

    static bool is_isolated(const Command& command) {
        static constexpr auto sandboxes =
            std::to_array<std::string_view>({"firejail", "bwrap", "nsjail", "gvisor", "runsc"});
        const auto no_network = [](const std::vector<std::string>& words) {
            for (std::size_t i = 0; i < words.size(); ++i)
                if (words[i] == "--network=none" || words[i] == "--net=none" ||
                    ((words[i] == "--network" || words[i] == "--net") && i + 1 < words.size() &&
                     words[i + 1] == "none"))
                    return true;
            return false;
        };
        return is_in(sandboxes, command.program) || no_network(command.wrapping) || no_network(command.args) ||
               std::ranges::any_of(command.via, [](const std::string& via) { return is_in(sandboxes, via); });
    }

    /// `[ -s out ] && continue`, `if [ -f done ]; then exit 0; fi`, `[ -e x ] || make x`.
    bool skips_what_is_done(const Command& command) {
        static constexpr auto tests = std::to_array<std::string_view>({"[", "[[", "test"});
        static constexpr auto ends = std::to_array<std::string_view>({"continue", "exit", "return", "break"});
        if (is_in(tests, command.program) && std::ranges::any_of(command.args, [](const std::string& arg) {
                return arg == "-e" || arg == "-f" || arg == "-s" || arg == "-d";
            })) {
            tested_at_ = is_in(command.args, std::string_view("!")) ? 0 : command.line;
            return false;
        }
        const bool ends_well =
            is_in(ends, command.program) && (command.args.empty() || command.args.front() == "0");
        return ends_well && tested_at_ != 0 && command.line - tested_at_ <= 3;
    }

    void look_at(const Assignment& assignment) {
        const std::string name = text::lowered(assignment.name);
        if (name == "seed" || name == "seeds" || name == "pythonhashseed" || name == "random_seed") add("seeded");
        if (assignment.value.find("git rev-parse") != std::string::npos ||
            assignment.value.find("git describe") != std::string::npos)
            add("provenance");
    }

    const Reading& reading_;
    Words submit_;
    std::set<std::string> found_;
    std::uint32_t tested_at_ = 0;
};

} // namespace

std::vector<std::string> habits_of(const Reading& reading, std::string_view submit_line) {
    return Finder(reading, submit_line).habits();
}

std::vector<Mistake> mistakes_of(const Reading& reading, std::string_view script) {
    std::vector<Mistake> mistakes;
    for (const Directive& directive : reading.directives)
        if (directive.system == "slurm" && !directive.problem.empty() && directive.problem != "overridden")
            mistakes.push_back({directive.line, "directive-" + directive.problem});
    if (const auto crlf = script.find("\r\n");
        crlf != std::string_view::npos && reading.language == Language::shell)
        mistakes.push_back(
            {static_cast<std::uint32_t>(
                 1 + std::count(script.begin(), script.begin() + static_cast<std::ptrdiff_t>(crlf), '\n')),
             "crlf"});
    std::ranges::stable_sort(mistakes, {}, &Mistake::line);
    return mistakes;
}

} // namespace worklines::script
