// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/spool/segment.h"

#include "core/spool/frame.h"

#include <sys/random.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <ctime>
#include <random>
#include <system_error>

namespace worklines::spool {
namespace {

std::string utc(std::int64_t now_s, const char* format) {
    const std::time_t seconds = now_s;
    std::tm parts{};
    gmtime_r(&seconds, &parts);
    std::array<char, 40> text{};
    return {text.data(), std::strftime(text.data(), text.size(), format, &parts)};
}

} // namespace

std::optional<SegmentName> parse_segment_name(std::string_view file_name) {
    SegmentName name;
    name.sealed = file_name.ends_with(sealed_suffix);
    if (!name.sealed && !file_name.ends_with(open_suffix)) return std::nullopt;
    const std::string_view stem = file_name.substr(0, file_name.rfind('.'));
    const std::size_t dash = stem.find('-');
    if (dash == std::string_view::npos || !is_token(stem.substr(dash + 1))) return std::nullopt;
    name.stem = stem;
    name.token = stem.substr(dash + 1);
    return name;
}

std::string random_token() {
    std::array<unsigned char, token_size / 2> bytes{};
    if (getrandom(bytes.data(), bytes.size(), GRND_NONBLOCK) != static_cast<ssize_t>(bytes.size())) {
        // Only in the first moments of a boot: better a weaker token than a submission that waits.
        std::random_device device;
        std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<unsigned char>(device()); });
    }
    std::string token;
    for (const unsigned char byte : bytes) {
        token += "0123456789abcdef"[byte >> 4];
        token += "0123456789abcdef"[byte & 15];
    }
    return token;
}

std::string segment_stem(std::int64_t now_s, std::string_view token) {
    return utc(now_s, "%Y%m%dT%H%M%SZ-").append(token);
}

std::string utc_time(std::int64_t now_s) { return utc(now_s, "%Y-%m-%dT%H:%M:%SZ"); }

std::string utc_day(std::int64_t now_s) { return utc(now_s, "%Y%m%d"); }

Result<std::vector<std::filesystem::path>> list_segments(const std::filesystem::path& folder) {
    std::error_code error;
    std::vector<std::filesystem::path> found;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error))
        if (parse_segment_name(it->path().filename().string())) found.push_back(it->path());
    if (error)
        return Error{"cannot list the spool: " + error.message(), folder.string(),
                     "check the path and who may read it"};
    std::sort(found.begin(), found.end());
    return found;
}

} // namespace worklines::spool
