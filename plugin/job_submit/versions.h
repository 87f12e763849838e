// SPDX-License-Identifier: GPL-2.0-or-later
// All that differs between Slurm 21.08 and 26.05 in what we use, and the functions that slurmctld exports without
// declaring them in an installed header. Nothing else looks at SLURM_VERSION_NUMBER.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>
#include <slurm/slurm_version.h>
extern "C" {
#include <slurm/spank.h> // for slurm_info and slurm_error
}

// 23.02 gave job_modify a message for the user. job_record_t is in no installed header.
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
#define WORKLINES_JOB_MODIFY_ARGS job_desc_msg_t *job_desc, void *, uint32_t submit_uid, char **
#else
#define WORKLINES_JOB_MODIFY_ARGS job_desc_msg_t *job_desc, void *, uint32_t submit_uid
#endif

// Same signatures in every version. Weak: where one is missing there are no hints, instead of no slurmctld.
extern "C" {
__attribute__((weak)) void* slurm_xcalloc(size_t count, size_t size, bool clear, bool try_, const char* file,
                                          int line, const char* func);
__attribute__((weak)) void slurm_xfree(void** item);
}

namespace worklines::job_submit {

/// 25.11 moved the id into step_id.
template <class Desc>
std::uint32_t job_id_of(const Desc& desc) {
    if constexpr (requires { desc.step_id.job_id; })
        return desc.step_id.job_id;
    else
        return desc.job_id;
}

/// Since 23.02.
template <class Desc>
const char* container_id_of(const Desc& desc) {
    if constexpr (requires { desc.container_id; })
        return desc.container_id;
    else
        return nullptr;
}

/// Since 22.05.
template <class Desc>
const char* prefer_of(const Desc& desc) {
    if constexpr (requires { desc.prefer; })
        return desc.prefer;
    else
        return nullptr;
}

/// As Slurm writes it, "22.05.8", with zeros behind.
constexpr std::array<char, 10> slurm_version() {
    constexpr unsigned numbers[] = {SLURM_VERSION_MAJOR(SLURM_VERSION_NUMBER),
                                    SLURM_VERSION_MINOR(SLURM_VERSION_NUMBER),
                                    SLURM_VERSION_MICRO(SLURM_VERSION_NUMBER)};
    std::array<char, 10> text{};
    std::size_t at = 0;
    for (unsigned part = 0; part < 3; ++part) {
        if (part > 0) text[at++] = '.';
        if (numbers[part] >= 100) text[at++] = static_cast<char>('0' + numbers[part] / 100);
        if (numbers[part] >= 10 || part < 2) text[at++] = static_cast<char>('0' + numbers[part] / 10 % 10);
        text[at++] = static_cast<char>('0' + numbers[part] % 10);
    }
    return text;
}

} // namespace worklines::job_submit
