// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/folder.h"

#include <cerrno>
#include <cstring>
#include <memory>

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace worklines::sources {
namespace {

constexpr int deepest = 16; // each level holds a descriptor

struct CloseFolder {
    void operator()(DIR* folder) const { ::closedir(folder); }
};
using Folder = std::unique_ptr<DIR, CloseFolder>;

class Walk {
  public:
    Walk(const std::string& top, const Options& options, const Sink& sink, Report& report)
        : top_(top), options_(options), sink_(sink), report_(report) {}

    /// `path`: of the folder below the top, with a slash behind it.
    Result<void> folder(Folder folder, const std::string& path, int depth) {
        while (true) {
            errno = 0;
            const dirent* const entry = ::readdir(folder.get());
            if (entry == nullptr) break;
            const std::string name = entry->d_name;
            if (name == "." || name == "..") continue;
            if (auto done = this->entry(::dirfd(folder.get()), name, path + name, depth); !done) return done;
        }
        if (errno != 0) unreadable(path, std::strerror(errno));
        return {};
    }

  private:
    Result<void> entry(int parent, const std::string& name, const std::string& path, int depth) {
        // O_NONBLOCK: a pipe in the folder must not hold us.
        const int descriptor = ::openat(parent, name.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (descriptor < 0) {
            if (errno == ELOOP)
                ++report_.links;
            else if (errno != ENOENT && errno != ENXIO) // gone by now; a socket
                unreadable(path, std::strerror(errno));
            return {};
        }
        struct stat status {};
        if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
            Folder below(::fdopendir(descriptor));
            if (!below) ::close(descriptor);
            if (below && depth < deepest) return folder(std::move(below), path + '/', depth + 1);
            unreadable(path, below ? "too many folders in each other" : std::strerror(errno));
            return {};
        }
        auto done = S_ISREG(status.st_mode) ? file(descriptor, status.st_size, path) : Result<void>{};
        ::close(descriptor);
        return done;
    }

    Result<void> file(int descriptor, off_t size, const std::string& path) {
        if (is_companion(path)) return {};
        const auto named = name_of(path, options_.zone);
        if (!named) {
            ++report_.unnamed;
            return {};
        }
        if (static_cast<std::uint64_t>(size) > options_.max_script + named->ends_in_nul) {
            ++report_.too_large;
            return {};
        }
        bytes_.resize(static_cast<std::size_t>(size));
        std::size_t filled = 0;
        while (filled < bytes_.size()) {
            const ssize_t got = ::read(descriptor, bytes_.data() + filled, bytes_.size() - filled);
            if (got < 0 && errno == EINTR) continue;
            if (got < 0) {
                unreadable(path, std::strerror(errno));
                return {};
            }
            if (got == 0) break; // it was cut meanwhile
            filled += static_cast<std::size_t>(got);
        }
        bytes_.resize(filled);
        return hand_on(*named, bytes_, "folder", sink_, report_);
    }

    void unreadable(const std::string& path, std::string_view why) {
        ++report_.unreadable;
        report_.note(top_ + '/' + path, why);
    }

    const std::string& top_;
    const Options& options_;
    const Sink& sink_;
    Report& report_;
    std::string bytes_;
};

} // namespace

Result<void> read_folder(int descriptor, const std::string& name, const Options& options, const Sink& sink,
                         Report& report) {
    Folder top(::fdopendir(descriptor));
    if (!top) {
        ::close(descriptor);
        return Error{std::string("cannot read the folder: ") + std::strerror(errno), name, ""};
    }
    return Walk(name, options, sink, report).folder(std::move(top), "", 0);
}

} // namespace worklines::sources
