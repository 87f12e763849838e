// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/collect_scripts.h"

#include <fmt/core.h>
#include <fmt/ostream.h>

#include <charconv>
#include <fstream>
#include <iterator>

namespace worklines::commands {
namespace {

namespace fs = std::filesystem;

Result<std::string> read_file(const fs::path& file, std::uint64_t size) {
    std::ifstream stream(file, std::ios::binary);
    std::string bytes(size, '\0');
    if (!stream.read(bytes.data(), static_cast<std::streamsize>(size)) && !stream.eof())
        return Error{"cannot read the script", file.string(), "check its permissions"};
    bytes.resize(static_cast<std::size_t>(stream.gcount()));
    return bytes;
}

Result<void> add_file(archive::Archive& archive, const fs::directory_entry& entry, const std::string& cluster,
                      std::uint64_t max_script, ScriptsReport& report) {
    const auto id = job_id_of_name(entry.path().filename().string());
    if (!id) {
        ++report.unnamed;
        return {};
    }
    std::error_code failure;
    const std::uint64_t size = entry.file_size(failure);
    if (failure) return Error{"cannot read the script: " + failure.message(), entry.path().string(), ""};
    if (size > max_script) {
        ++report.too_large;
        return {};
    }
    const auto bytes = read_file(entry.path(), size);
    if (!bytes) return bytes.error();
    ++report.scripts;
    return archive.add_script_by_id(cluster, *id, *bytes, "folder");
}

Result<void> add_folder(archive::Archive& archive, const fs::path& folder, const std::string& cluster,
                        std::uint64_t max_script, ScriptsReport& report) {
    std::error_code failure;
    fs::recursive_directory_iterator entries(folder, failure);
    for (; !failure && entries != fs::recursive_directory_iterator(); entries.increment(failure)) {
        std::error_code ignored; // a file that is gone by now is none
        if (entries->is_symlink(ignored) || !entries->is_regular_file(ignored)) continue;
        if (const auto done = add_file(archive, *entries, cluster, max_script, report); !done) return done;
    }
    if (failure) return Error{"cannot read the folder: " + failure.message(), folder.string(), ""};
    return {};
}

} // namespace

std::optional<std::int64_t> job_id_of_name(std::string_view name) {
    for (const std::string_view prefix : {"slurm-", "slurm_", "job.", "job_", "job-"})
        if (name.starts_with(prefix)) {
            name.remove_prefix(prefix.size());
            break;
        }
    std::int64_t id = 0;
    if (name.empty() || name.front() < '0' || name.front() > '9') return std::nullopt;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), id);
    if (error != std::errc{} || id <= 0 || id > UINT32_MAX) return std::nullopt;
    const std::string_view behind(end, static_cast<std::size_t>(name.data() + name.size() - end));
    return behind.empty() || behind.front() == '.' || behind.front() == '_' ? std::optional(id) : std::nullopt;
}

Result<ScriptsReport> collect_scripts(archive::Archive& archive, const fs::path& path, const std::string& cluster,
                                      std::uint64_t max_script) {
    std::error_code failure;
    if (!fs::is_directory(path, failure))
        return Error{failure ? "cannot read the scripts: " + failure.message() : "not a folder", path.string(),
                     "name a folder of files such as 104295.sh"};
    if (const auto begun = archive.begin(); !begun) return begun.error();
    ScriptsReport report;
    auto done = add_folder(archive, path, cluster, max_script, report);
    if (done) done = archive.commit();
    if (done) return report;
    archive.rollback();
    return done.error();
}

void print(std::ostream& out, const ScriptsReport& report) {
    fmt::print(out, "scripts: {} kept by job id\n", report.scripts);
    if (report.unnamed > 0) fmt::print(out, "  {} files have no job id for a name\n", report.unnamed);
    if (report.too_large > 0) fmt::print(out, "  {} are larger than max_script\n", report.too_large);
}

} // namespace worklines::commands
