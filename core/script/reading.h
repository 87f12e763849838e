// SPDX-License-Identifier: GPL-2.0-or-later
// What a batch script says, before anybody asks what it is for: its interpreter, directives, commands and comments,
// each with its line (from 1). Read, never run: nothing is executed, sourced or expanded by a shell.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace worklines::script {

enum class Language : std::uint8_t { shell, csh, python, r, perl, fish, julia, lua, matlab, other, binary, empty };

/// One option of one `#SBATCH` line; a line with several gives several. `hetjob` parts the components of a het job.
struct Directive {
    std::uint32_t line = 0;
    std::string option;    ///< long form without dashes: "mem", also for a short one; as written if unknown
    std::string value;     ///< without quotes; empty for a flag
    bool effective = true; ///< false where Slurm does not see it, or refuses it
    std::string problem;   ///< why not: "after-command", "space-after-hash", "unknown", "variable", "foreign",
                           ///< "overridden"; else empty
    std::string system = "slurm"; ///< or "pbs", "lsf", "sge"
};

struct Redirection {
    std::string target; ///< as a word: see Command::args
    bool output = true; ///< false for `<`
};

/// A simple command as the shell would run it, seen through its wrappers: `srun -n 4 singularity exec a.sif python
/// train.py` is program `python` via `srun` and `singularity`. Words are without quotes, with variables that are
/// constant in the script filled in; what is not constant stays as written (`$SLURM_JOB_ID`, `$(date)`).
struct Command {
    std::uint32_t line = 0;
    std::string program; ///< without its folder
    std::vector<std::string> args;
    std::vector<std::string> via;      ///< wrappers, outermost first
    std::vector<std::string> wrapping; ///< the wrappers' own arguments: images, `--dependency=...`
    std::vector<std::string> assigned; ///< `NAME=value` before the command
    std::vector<Redirection> redirections;
    std::uint16_t depth = 0; ///< nesting of compound commands around it
    bool in_loop = false, in_function = false, in_condition = false, in_trap = false, in_background = false;
    bool substituted = false; ///< inside $( ), ` `, <( )
    bool piped_to_next = false;
};

/// `NAME=value` as a command of its own, export, declare, readonly, local.
struct Assignment {
    std::uint32_t line = 0;
    std::string name, value; ///< value as a word
    bool exported = false;
};

/// Text between `<<EOF` and its end. A here-document that is a script, or is fed to an interpreter, is read on its
/// own: its commands are among the reading's, with their own lines.
struct HereDocument {
    std::uint32_t line = 0; ///< of its first line
    std::string_view text;  ///< into the script
    std::string fed_to;     ///< program it is stdin of
    Language language = Language::other;
};

struct Comment {
    std::uint32_t line = 0;
    std::string_view text; ///< without the mark and the blanks around; into the script
    bool code = false;     ///< commented-out code
};

/// Of a script in python, R, julia ...: and of here-documents and `-c` texts in these.
struct Import {
    std::uint32_t line = 0;
    std::string module; ///< dotted: "torch.nn"
};

/// Views point into the script that was read, which has to outlive them.
struct Reading {
    std::string interpreter; ///< of `#!`, without folder and env: "bash", "python3"; empty without `#!`
    Language language = Language::empty;
    std::vector<Directive> directives;
    std::vector<Directive>
        inner_directives; ///< of scripts inside here-documents: Slurm sees them when those are submitted
    std::vector<Command> commands;
    std::vector<Assignment> assignments;
    std::vector<HereDocument> here_documents;
    std::vector<Comment> comments;
    std::vector<Import> imports;
    std::vector<std::string> functions; ///< names the script defines
    bool cut = false; ///< a limit was met (nesting, commands); what is here is right, and more was there
};

/// Linear in the script's size; bounded depth and memory whatever the bytes are; throws only for lack of memory.
Reading read(std::string_view script);

} // namespace worklines::script
