// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/plugin/host.h"

#include <dlfcn.h>

#include <array>
#include <atomic>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <stdexcept>
#include <utility>

#define OFFERED extern "C" __attribute__((visibility("default")))

namespace {

constexpr std::uint64_t magic = 0x576f726b6c696e65;

struct Head {
    std::uint64_t magic, size;
};
static_assert(sizeof(Head) == 16);

std::atomic<std::int64_t> blocks{0};
std::mutex log_mutex;
std::vector<std::string> log_lines;

void keep_line(const char* format, std::va_list values) {
    std::array<char, 4096> text{};
    std::vsnprintf(text.data(), text.size(), format, values);
    const std::lock_guard lock(log_mutex);
    log_lines.emplace_back(text.data());
}

} // namespace

// What libslurmfull offers under the same names
// ----------------------------------------------------------------------

OFFERED void slurm_error(const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    keep_line(format, values);
    va_end(values);
}

OFFERED void slurm_info(const char* format, ...) {
    std::va_list values;
    va_start(values, format);
    keep_line(format, values);
    va_end(values);
}

OFFERED void* slurm_xcalloc(size_t count, size_t size, bool, bool, const char*, int, const char*) {
    auto* const head = static_cast<Head*>(std::calloc(1, sizeof(Head) + count * size));
    if (head == nullptr) return nullptr;
    *head = {magic, count * size};
    ++blocks;
    return head + 1;
}

OFFERED void slurm_xfree(void** item) {
    if (*item == nullptr) return;
    auto* const head = static_cast<Head*>(*item) - 1;
    if (head->magic != magic) { // what a developer's build of Slurm does
        std::fputs("slurm_xfree: not Slurm's memory\n", stderr);
        std::abort();
    }
    head->magic = 0;
    std::free(head);
    --blocks;
    *item = nullptr;
}

namespace worklines::host {
namespace {

template <class Function>
void find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr) throw std::runtime_error(std::string("the plugin has no ") + name);
}

template <class Desc>
void unset_job_id(Desc& desc) {
    if constexpr (requires { desc.step_id.job_id; })
        desc.step_id.job_id = NO_VAL;
    else
        desc.job_id = NO_VAL;
}

} // namespace

Plugin::Plugin(const std::filesystem::path& file) : library_(dlopen(file.c_str(), RTLD_LAZY)) {
    if (library_ == nullptr) throw std::runtime_error(dlerror());
    const std::uint32_t* version = nullptr;
    int (*init)() = nullptr;
    find(library_, "plugin_version", version);
    find(library_, "init", init);
    find(library_, "fini", fini_);
    find(library_, "job_submit", submit_);
    find(library_, "job_modify", modify_);
    if (*version != SLURM_VERSION_NUMBER) throw std::runtime_error("the plugin was built for another Slurm");
    if (init() != 0) throw std::runtime_error("init() failed");
}

Plugin::~Plugin() {
    fini_();
    dlclose(library_);
}

int Plugin::modify(job_desc_msg_t& job, std::uint32_t submit_uid) const {
#if SLURM_VERSION_NUMBER >= SLURM_VERSION_NUM(23, 2, 0)
    char* message = nullptr;
    const auto call = reinterpret_cast<int (*)(job_desc_msg_t*, void*, std::uint32_t, char**)>(modify_);
    const int code = call(&job, nullptr, submit_uid, &message);
    slurm_free(&message);
    return code;
#else
    return reinterpret_cast<int (*)(job_desc_msg_t*, void*, std::uint32_t)>(modify_)(&job, nullptr, submit_uid);
#endif
}

bool is_loaded(const std::filesystem::path& file) {
    void* const found = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    if (found != nullptr) dlclose(found);
    return found != nullptr;
}

job_desc_msg_t empty_job() {
    job_desc_msg_t desc;
    std::memset(&desc, 0, sizeof desc); // padding too: tests compare bytes
    unset_job_id(desc);
    desc.alloc_sid = desc.delay_boot = desc.group_id = desc.user_id = desc.het_job_offset = NO_VAL;
    desc.max_cpus = desc.min_cpus = desc.max_nodes = desc.min_nodes = desc.num_tasks = NO_VAL;
    desc.nice = desc.priority = desc.site_factor = desc.time_limit = desc.time_min = desc.pn_min_tmp_disk = NO_VAL;
    desc.core_spec = desc.cpus_per_task = desc.pn_min_cpus = desc.reboot = desc.requeue = desc.shared = NO_VAL16;
    desc.ntasks_per_core = desc.ntasks_per_node = desc.ntasks_per_socket = desc.ntasks_per_tres = NO_VAL16;
    desc.threads_per_core = NO_VAL16;
    desc.overcommit = NO_VAL8;
    desc.pn_min_memory = NO_VAL64;
    return desc;
}

Job::Job(std::string script, std::uint32_t uid) : desc(empty_job()) {
    for (int i = 0; i < 97; ++i)
        variables_.push_back("SITE_VARIABLE_" + std::to_string(i) + "=/opt/site/software/tool-" +
                             std::to_string(i));
    variables_.emplace_back("PATH=/usr/local/bin:/usr/bin:/bin");
    variables_.emplace_back("LOADEDMODULES=gcc/12.2:openmpi/4.1:python/3.11");
    variables_.emplace_back("SLURM_SUBMIT_DIR=" + folder_);
    for (std::string& variable : variables_)
        environment_.push_back(variable.data());
    desc.env_size = static_cast<std::uint32_t>(environment_.size());
    environment_.push_back(nullptr);
    arguments_ = {argument_.data(), nullptr};
    desc.environment = environment_.data();
    desc.argc = 1;
    desc.argv = arguments_.data();
    desc.name = name_.data();
    desc.submit_line = line_.data();
    desc.work_dir = folder_.data();
    desc.std_in = null_.data();
    desc.std_out = desc.std_err = out_.data();
    desc.alloc_node = host_.data();
    desc.alloc_sid = 4711;
    desc.min_cpus = 1;
    desc.pn_min_memory = 8192;
    desc.time_limit = 60;
    set(std::move(script), uid);
}

void Job::set(std::string script, std::uint32_t uid) {
    script_ = std::move(script);
    desc.script = script_.data();
    desc.user_id = desc.group_id = uid;
}

void Job::set_name(std::string name) {
    name_ = std::move(name);
    desc.name = name_.data();
}

std::string script(std::size_t bytes, std::uint64_t number) {
    std::string text = "#!/bin/bash\n#SBATCH --mem=8G\n#SBATCH --time=60\nmodule load gcc/12.2 openmpi/4.1\nRUN=" +
                       std::to_string(number) + "\nsrun ./solve --input data/mesh.h5 --run $RUN\n";
    text.reserve(bytes + 80);
    for (int line = 0; text.size() < bytes; ++line)
        text += "srun ./step --part " + std::to_string(line) + " --output results/part.dat\n";
    return text;
}

char* slurm_string(const std::string& text) {
    auto* const copy =
        static_cast<char*>(slurm_xcalloc(1, text.size() + 1, true, false, __FILE__, __LINE__, __func__));
    std::memcpy(copy, text.c_str(), text.size() + 1);
    return copy;
}

void slurm_free(char** text) { slurm_xfree(reinterpret_cast<void**>(text)); }

std::int64_t slurm_blocks() { return blocks; }

std::vector<std::string> take_log() {
    const std::lock_guard lock(log_mutex);
    return std::exchange(log_lines, {});
}

} // namespace worklines::host
