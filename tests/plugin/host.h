// SPDX-License-Identifier: GPL-2.0-or-later
// What the job_submit plugin sees of slurmctld: dlopen as Slurm does it, the few functions it calls, and job
// descriptions like sbatch's. For tests and the benchmark; an executable that links it must export its symbols
// (ENABLE_EXPORTS), or the plugin does not find them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include <slurm/slurm.h>
#include <slurm/slurm_version.h>

namespace worklines::host {

/// A job_submit plugin between dlopen() and dlclose(). Throws std::runtime_error where Slurm would not start.
class Plugin {
  public:
    explicit Plugin(const std::filesystem::path& file);
    Plugin(const Plugin&) = delete;
    Plugin& operator=(const Plugin&) = delete;
    ~Plugin(); ///< fini() and dlclose(), as at a reconfiguration that takes it off the list

    int submit(job_desc_msg_t& job, std::uint32_t submit_uid, char** message) const {
        return submit_(&job, submit_uid, message);
    }
    int modify(job_desc_msg_t& job, std::uint32_t submit_uid) const;

  private:
    void* library_ = nullptr;
    int (*submit_)(job_desc_msg_t*, std::uint32_t, char**) = nullptr;
    void* modify_ = nullptr;
    int (*fini_)() = nullptr;
};

/// Whether the file is mapped by this process.
bool is_loaded(const std::filesystem::path& file);

/// As slurm_init_job_desc_msg() leaves it.
job_desc_msg_t empty_job();

/// What `sbatch --mem=8G -t 60 solve.sh` sends for somebody with a hundred environment variables. Owns its strings,
/// which `desc` points to.
class Job {
  public:
    explicit Job(std::string script, std::uint32_t uid = 1000);
    Job(const Job&) = delete;
    Job& operator=(const Job&) = delete;

    void set(std::string script, std::uint32_t uid);
    void set_name(std::string name);

    job_desc_msg_t desc;

  private:
    std::string script_, name_ = "solve.sh", line_ = "sbatch --mem=8G -t 60 solve.sh",
                         folder_ = "/home/ada/project-7", out_ = "/home/ada/project-7/slurm-%j.out",
                         null_ = "/dev/null", host_ = "login1", argument_ = "/home/ada/project-7/solve.sh";
    std::vector<std::string> variables_;
    std::vector<char*> environment_, arguments_;
};

/// A script of this size, or a little more, that differs from those with other numbers and is of one family with
/// them.
std::string script(std::size_t bytes, std::uint64_t number);

// Slurm's memory: what slurm_xcalloc gives has a head of 16 bytes before it that slurm_xfree wants to see.
char* slurm_string(const std::string& text);
void slurm_free(char** text);
/// Blocks that nobody has freed yet.
std::int64_t slurm_blocks();

/// Lines that came through slurm_error and slurm_info, since the last call.
std::vector<std::string> take_log();

} // namespace worklines::host
