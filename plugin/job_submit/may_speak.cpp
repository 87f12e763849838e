// SPDX-License-Identifier: GPL-2.0-or-later
#include "plugin/job_submit/may_speak.h"

#include <algorithm>
#include <string_view>

namespace worklines::job_submit {
namespace {

bool is_off(const std::map<std::string, std::string>& values, const std::string& key) {
    const auto found = values.find(key);
    return found != values.end() && (found->second == "off" || found->second == "0" || found->second == "no");
}

/// Whether a word of the submit line asks for output that a program reads. Long options may be shortened.
bool asks_for_plain_output(std::string_view word) {
    return word.starts_with("--pars") || word.starts_with("--wait") || word == "-W" || word == "-Q" ||
           word.starts_with("--quiet");
}

bool is_read_by_a_program(std::string_view line) {
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        if (asks_for_plain_output(line.substr(0, end))) return true;
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return false;
}

} // namespace

bool may_speak(const snapshot::Snapshot& s, config::Hints hints) {
    if (hints == config::Hints::off || s.call == snapshot::Call::change) return false;
    if (is_off(s.environment, "WORKLINES_HINTS") || is_off(s.spank, "environment") || is_off(s.spank, "hints"))
        return false;
    if (s.from_scrontab || s.job_id || s.het_offset.value_or(0) > 0)
        return false; // once per het job and federation
    if (!s.submit_line || is_read_by_a_program(*s.submit_line))
        return false; // no line: slurmrestd or a program's own client
    return hints == config::Hints::always || s.spank.contains("terminal");
}

} // namespace worklines::job_submit
