// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/spool/status.h"

#include "core/text/utf8.h"

#include <nlohmann/json.hpp>

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <cstring>

namespace worklines::spool {
namespace {

constexpr std::size_t block = 4096;
constexpr std::size_t longest_text = 500; // three of them and the figures stay well inside a block

std::string shortened(std::string text) {
    if (text.size() > longest_text) text.resize(longest_text);
    while (!text::is_utf8(text))
        text.pop_back();
    return text;
}

template <class S, class V>
void visit_fields(S& status, V&& v) {
    v("pid", status.pid);
    v("started", status.started);
    v("updated", status.updated);
    v("kept", status.kept);
    v("deferred", status.deferred);
    v("waiting", status.waiting);
    v("lost", status.lost);
    v("last_kept", status.last_kept);
    v("last_lost", status.last_lost);
    v("problem", status.problem);
    v("last_problem", status.last_problem);
    v("last_problem_at", status.last_problem_at);
    v("warning", status.warning);
}

struct ToJson {
    nlohmann::ordered_json& json;
    template <class T>
    void operator()(const char* key, const T& value) {
        if constexpr (std::is_same_v<T, std::string>)
            json[key] = shortened(value);
        else
            json[key] = value;
    }
};

struct FromJson {
    const nlohmann::json& json;
    template <class T>
    void operator()(const char* key, T& value) {
        const auto found = json.find(key);
        if (found == json.end()) return;
        if (std::is_same_v<T, std::string> ? found->is_string() : found->is_number_integer())
            value = found->get<T>();
    }
};

std::string read_block(int fd) {
    std::array<char, block> bytes{};
    const ssize_t got = pread(fd, bytes.data(), bytes.size(), 0);
    return {bytes.data(), got > 0 ? static_cast<std::size_t>(got) : 0};
}

Error cannot(const char* what, const std::filesystem::path& file) {
    return {std::string(what) + ": " + std::strerror(errno), file.string(), "check the path and its permissions"};
}

} // namespace

std::string to_json(const Status& status) {
    nlohmann::ordered_json json{{"schema", 1}};
    visit_fields(status, ToJson{json});
    return json.dump();
}

Result<Status> parse_status(std::string_view text, const std::string& where) {
    const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object())
        return Error{"not a status file", where, "the plugin writes it anew with the next submission"};
    Status status;
    visit_fields(status, FromJson{json});
    return status;
}

Result<Status> load_status(const std::filesystem::path& file) {
    const Descriptor fd(::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_CLOEXEC));
    if (!fd) return cannot("cannot read the status", file);
    return parse_status(read_block(fd.get()), file.string());
}

Result<StatusFile> StatusFile::open(const std::filesystem::path& file) {
    Descriptor fd(::open(file.c_str(), O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC, 0600));
    if (!fd) return cannot("cannot open the status file", file);
    struct stat info {};
    if (fstat(fd.get(), &info) != 0) return cannot("cannot look at the status file", file);
    if (!S_ISREG(info.st_mode) || info.st_uid != geteuid())
        return Error{"the status file is not ours", file.string(), "remove it"};
    const auto before = parse_status(read_block(fd.get()), file.string());
    StatusFile opened(file, std::move(fd), before ? *before : Status{});
    if (info.st_size < static_cast<off_t>(block) && !opened.write(opened.before_))
        return cannot("cannot write the status file", file);
    return opened;
}

bool StatusFile::write(const Status& status) {
    std::string text = to_json(status);
    text.resize(block - 1, ' ');
    text += '\n';
    return pwrite(fd_.get(), text.data(), text.size(), 0) == static_cast<ssize_t>(text.size());
}

bool StatusFile::in_place() const {
    struct stat named {
    }, held{};
    return lstat(path_.c_str(), &named) == 0 && fstat(fd_.get(), &held) == 0 && named.st_dev == held.st_dev &&
           named.st_ino == held.st_ino;
}

} // namespace worklines::spool
