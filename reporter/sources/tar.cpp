// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/tar.h"

#include <algorithm>

namespace worklines::sources {
namespace {

/// At most `limit` bytes; a sparse member may be larger than its place in the tar.
Result<std::string> bytes_of(Stream& stream, std::uint64_t limit) {
    std::string bytes(static_cast<std::size_t>(std::min(stream.size(), limit)), '\0');
    std::size_t filled = 0;
    while (filled < bytes.size()) {
        const auto got = stream.read(bytes.data() + filled, bytes.size() - filled);
        if (!got) return got.error();
        if (*got == 0) break;
        filled += *got;
    }
    bytes.resize(filled);
    return bytes;
}

} // namespace

Result<void> read_tar(Stream& stream, const std::string& name, const Options& options, const Sink& sink,
                      Report& report) {
    std::uint64_t member = 1;
    const auto broken = [&](const Error& error) {
        ++report.unreadable;
        report.note(name + ": member " + std::to_string(member), error.what);
        return Result<void>{};
    };
    while (true) {
        const std::string path = stream.path();
        if (stream.is_link()) {
            ++report.links;
        } else if (stream.is_file() && !is_companion(path)) {
            const auto named = name_of(path, options.zone);
            if (!named) {
                ++report.unnamed;
            } else if (stream.size() > options.max_script + named->ends_in_nul) {
                ++report.too_large;
            } else {
                const auto bytes = bytes_of(stream, options.max_script + named->ends_in_nul);
                if (!bytes) return broken(bytes.error());
                if (auto done = hand_on(*named, *bytes, "tar", sink, report); !done) return done;
            }
        }
        ++member;
        const auto step = stream.next();
        if (!step) return broken(step.error());
        if (*step == Stream::Step::end) return {};
    }
}

} // namespace worklines::sources
