// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/job_submit/hints_object.h"

#include <dlfcn.h>

#include <array>

namespace worklines::job_submit {
namespace {

constexpr int open_flags =
#ifdef __SANITIZE_ADDRESS__ // it refuses DEEPBIND
    RTLD_NOW | RTLD_LOCAL;
#else
    RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND;
#endif

/// Beside the object that this code is in.
std::filesystem::path default_object() {
    Dl_info info{};
    if (dladdr(reinterpret_cast<const void*>(&default_object), &info) == 0 || info.dli_fname == nullptr) return {};
    return std::filesystem::path(info.dli_fname).parent_path() / "worklines_hints.so";
}

template <class Function>
bool find(void* library, const char* name, Function& function) {
    function = reinterpret_cast<Function>(dlsym(library, name));
    return function != nullptr;
}

} // namespace

Result<std::shared_ptr<const HintsObject>> HintsObject::open(const config::Config& config,
                                                             void (*log)(const char*)) {
    const auto path = config.hints_object.empty() ? default_object() : config.hints_object;
    std::shared_ptr<HintsObject> object(new HintsObject);
    object->library_ = dlopen(path.c_str(), open_flags);
    if (object->library_ == nullptr)
        return Error{std::string("no hints: ") + dlerror(), path.string(), "install it, or set hints = off"};

    decltype(&worklines_hints_open) open = nullptr;
    if (!find(object->library_, "worklines_hints_open", open) ||
        !find(object->library_, "worklines_hints_ask", object->ask_) ||
        !find(object->library_, "worklines_hints_close", object->close_))
        return Error{"no hints: not the object we know", path.string(), "install both plugins of one version"};

    std::string folders;
    for (const auto& folder : config.hints_dir)
        folders += (folders.empty() ? "" : ":") + folder.string();
    const worklines_hints_settings settings{config.advice.c_str(), folders.c_str(), config.hints_quiet_s, log};
    object->engine_ = open(WORKLINES_HINTS_ABI, &settings);
    if (object->engine_ == nullptr)
        return Error{"no hints: another version of the interface", path.string(),
                     "install both plugins of one version"};
    return std::shared_ptr<const HintsObject>(std::move(object));
}

HintsObject::~HintsObject() {
    if (engine_ != nullptr) close_(engine_);
    if (library_ != nullptr) dlclose(library_);
}

std::string HintsObject::ask(const worklines_hints_request& request) const {
    std::array<char, 2048> text{};
    const std::size_t size = ask_(engine_, &request, text.data(), text.size());
    return {text.data(), size < text.size() ? size : 0};
}

} // namespace worklines::job_submit
