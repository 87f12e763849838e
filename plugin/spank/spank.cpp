// SPDX-License-Identifier: GPL-2.0-or-later
// spank/worklines: what the job_submit plugin cannot know on its own: whether a person looks at stderr, and what
// the person's switches say. Runs in sbatch, srun and salloc on the submit host; elsewhere it does nothing.
extern "C" {
#include <slurm/spank.h>
}
#include <slurm/slurm_version.h>

#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>

#define EXPORTED extern "C" __attribute__((visibility("default")))

// The SPANK_PLUGIN macro gives these internal linkage in C++.
EXPORTED const char plugin_name[];
EXPORTED const char plugin_type[];
EXPORTED const unsigned int plugin_version;
const char plugin_name[] = "worklines";
const char plugin_type[] = "spank";
const unsigned int plugin_version = SLURM_VERSION_NUMBER;

namespace {

bool on_submit_host() {
    const spank_context_t context = spank_context();
    return context == S_CTX_ALLOCATOR || context == S_CTX_LOCAL;
}

/// Slurm passes the value on by itself; here it is only checked.
int check_hints(int, const char* value, int) {
    if (value != nullptr && (std::strcmp(value, "on") == 0 || std::strcmp(value, "off") == 0)) return 0;
    slurm_error("--hints takes on or off");
    return -1;
}

char option_name[] = "hints";
char option_takes[] = "on|off";
char option_usage[] = "hints of Worklines at submission: on (the default) or off";

} // namespace

EXPORTED int slurm_spank_init(spank_t spank, int, char**) {
    spank_option option{option_name, option_takes, option_usage, 1, 0, check_hints};
    spank_option_register(spank, &option); // in every context, or a step would not know the option
    return 0;
}

EXPORTED int slurm_spank_init_post_opt(spank_t spank, int, char**) {
    if (!on_submit_host()) return 0;
    // Set here and not in slurm_spank_init, where srun would lose it.
    if (isatty(STDERR_FILENO) != 0) spank_job_control_setenv(spank, "WORKLINES_TERMINAL", "1", 1);
    if (const char* hints = std::getenv("WORKLINES_HINTS"))
        spank_job_control_setenv(spank, "WORKLINES_HINTS", hints, 1);
    return 0;
}
