/* SPDX-License-Identifier: GPL-2.0-or-later
 * The border between job_submit_worklines.so and worklines_hints.so: three C functions and a version number.
 * Nothing thrown crosses it; nothing here is kept by the callee after it returns. */
#pragma once

#include <stddef.h>
#include <stdint.h>

#define WORKLINES_HINTS_ABI 1

#ifdef __cplusplus
extern "C" {
#endif

/* What the engine is opened with. Strings live as long as the call. */
struct worklines_hints_settings {
    const char* advice;            /* path of the advice index; it may be missing, or appear and change later */
    const char* hints_dir;         /* colon list of folders with rules */
    int64_t quiet_s;               /* the same hint stays away from the same person for so long */
    void (*log)(const char* line); /* at most a few lines in all: which rule was switched off, and why */
};

/* uid, name and script alone decide whether anything is known of this person's earlier runs: only then is the
 * snapshot parsed, which takes longer than all the rest. */
struct worklines_hints_request {
    uint32_t uid;     /* whose job it is */
    const char* name; /* the job's name; NULL: not given */
    size_t name_size;
    const char* snapshot_json; /* as in core/spool/FORMAT.md, NUL-terminated */
    size_t snapshot_size;
    const char* script; /* NULL: none */
    size_t script_size;
    int64_t now; /* seconds since the epoch */
};

/* `abi` is the caller's WORKLINES_HINTS_ABI; NULL if it is not ours or memory is short. */
void* worklines_hints_open(uint32_t abi, const struct worklines_hints_settings* settings);

/* Writes at most three lines with a newline each, NUL-terminated, and returns their length without the NUL; 0: no
 * hint. Safe in several threads. */
size_t worklines_hints_ask(void* engine, const struct worklines_hints_request* request, char* text,
                           size_t capacity);

void worklines_hints_close(void* engine);

#ifdef __cplusplus
}
#endif
