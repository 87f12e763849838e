// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/report_files.h"

#include <fmt/core.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace worklines::commands {
namespace {

namespace fs = std::filesystem;

constexpr mode_t folder_mode = 0750, file_mode = 0640;

Error failed(const char* what, const fs::path& where) {
    return {fmt::format("{}: {}", what, std::strerror(errno)), where.string(), ""};
}

/// Files written aside; those not yet renamed are removed with it.
class Aside {
  public:
    explicit Aside(fs::path folder) : folder_(std::move(folder)) {}
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;
    ~Aside() {
        for (const auto& [aside, target] : files_)
            unlink(aside.c_str());
        if (made_folder_) rmdir(folder_.c_str()); // only if nothing came of it: it must be empty
    }

    Result<void> make_folder() {
        std::error_code failure;
        if (fs::is_directory(folder_, failure)) return {};
        if (folder_.has_parent_path()) fs::create_directories(folder_.parent_path(), failure);
        if (mkdir(folder_.c_str(), folder_mode) != 0) return failed("cannot make the folder", folder_);
        made_folder_ = true;
        // Whatever cron's umask is.
        if (chmod(folder_.c_str(), folder_mode) != 0) return failed("cannot make the folder", folder_);
        return {};
    }

    Result<void> write(const NamedBytes& file) {
        std::string aside = (folder_ / ("." + file.name + ".XXXXXX")).string();
        const int descriptor = mkostemp(aside.data(), O_CLOEXEC);
        if (descriptor < 0) return failed("cannot write", folder_ / file.name);
        files_.push_back({aside, folder_ / file.name});
        const bool written =
            write_all(descriptor, file.bytes) && fchmod(descriptor, file_mode) == 0 && fsync(descriptor) == 0;
        const Error error = written ? Error{} : failed("cannot write", folder_ / file.name);
        if (close(descriptor) != 0 && written) return failed("cannot write", folder_ / file.name);
        if (!written) return error;
        return {};
    }

    Result<void> rename_all() {
        while (!files_.empty()) {
            const auto& [aside, target] = files_.back();
            if (rename(aside.c_str(), target.c_str()) != 0) return failed("cannot replace", target);
            files_.pop_back();
        }
        return {};
    }

  private:
    static bool write_all(int descriptor, std::string_view bytes) {
        while (!bytes.empty()) {
            const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
            if (written < 0 && errno == EINTR) continue;
            if (written < 0) return false;
            bytes.remove_prefix(static_cast<std::size_t>(written));
        }
        return true;
    }

    struct File {
        fs::path aside, target;
    };
    fs::path folder_;
    std::vector<File> files_;
    bool made_folder_ = false;
};

} // namespace

Result<void> publish(const fs::path& folder, const std::vector<NamedBytes>& files) {
    Aside aside(folder);
    if (auto made = aside.make_folder(); !made) return made;
    for (const NamedBytes& file : files)
        if (auto written = aside.write(file); !written) return written;
    return aside.rename_all();
}

} // namespace worklines::commands
