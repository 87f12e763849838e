// SPDX-License-Identifier: GPL-2.0-or-later
// Sources as sites have them, and what is read from one.
#pragma once

#include "reporter/accounting/input.h"
#include "reporter/sources/read.h"
#include "tests/reporter/scratch.h"

#include <archive.h>
#include <archive_entry.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace worklines::tests {

inline void write(const std::filesystem::path& file, const std::string& bytes) {
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << bytes;
}

struct Member {
    std::string path, bytes;
    unsigned type = AE_IFREG;
    std::string link = {}; ///< what it points at; a hard link, if it is a file
};

/// `filter`: ARCHIVE_FILTER_GZIP, ...
inline void write_tar(const std::filesystem::path& file, const std::vector<Member>& members,
                      int filter = ARCHIVE_FILTER_NONE) {
    ::archive* const tar = archive_write_new();
    if (archive_write_add_filter(tar, filter) != ARCHIVE_OK || archive_write_set_format_pax(tar) != ARCHIVE_OK ||
        archive_write_open_filename(tar, file.c_str()) != ARCHIVE_OK)
        throw std::runtime_error("cannot write the tar");
    for (const Member& member : members) {
        archive_entry* const entry = archive_entry_new();
        archive_entry_set_pathname(entry, member.path.c_str());
        archive_entry_set_filetype(entry, member.type);
        archive_entry_set_perm(entry, 0600);
        archive_entry_set_size(entry, static_cast<la_int64_t>(member.bytes.size()));
        if (!member.link.empty() && member.type == AE_IFLNK) archive_entry_set_symlink(entry, member.link.c_str());
        if (!member.link.empty() && member.type == AE_IFREG) archive_entry_set_hardlink(entry, member.link.c_str());
        archive_write_header(tar, entry);
        archive_write_data(tar, member.bytes.data(), member.bytes.size());
        archive_entry_free(entry);
    }
    archive_write_free(tar);
}

/// Gives `bytes` in parts of `part` bytes.
inline accounting::Source in_parts(std::string bytes, std::size_t part) {
    return [bytes = std::move(bytes), part, at = std::size_t{0}](char* buffer, std::size_t size) mutable {
        const std::size_t got = bytes.copy(buffer, std::min(part, size), at);
        at += got;
        return Result<std::size_t>(got);
    };
}

/// A script as it was handed on, with its own bytes.
struct Read {
    std::string bytes, source, cluster, user;
    std::int64_t submit_from = 0, submit_to = 0;
};

struct Outcome {
    std::map<std::int64_t, Read> scripts;
    sources::Report report;
};

inline void keep(Outcome& outcome, const sources::KeptScript& kept) {
    outcome.scripts[kept.id] = {
        std::string(kept.bytes), std::string(kept.source), kept.cluster, kept.user, kept.submit_from,
        kept.submit_to};
}

inline Result<Outcome> read(const std::filesystem::path& path, std::uint64_t max_script = 100) {
    Outcome outcome;
    auto report = sources::read(path, {max_script, text::Zone::utc()}, [&](const sources::KeptScript& kept) {
        keep(outcome, kept);
        return Result<void>{};
    });
    if (!report) return report.error();
    outcome.report = *report;
    return outcome;
}

} // namespace worklines::tests
