// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/accounting/columns.h"

#include <algorithm>

namespace worklines::accounting {
namespace {

constexpr std::array<ColumnInfo, column_count> table{{
    {"JobID", true, ""},
    {"JobIDRaw", true, "array tasks are told apart by their number only"},
    {"Cluster", true, ""},
    {"User", true, "persons are told apart by number only"},
    {"UID", true, "snapshots are joined by what else is known"},
    {"Account", true, ""},
    {"Partition", true, ""},
    {"QOS", true, ""},
    {"Submit", true, "nothing can be joined with snapshots"},
    {"Eligible", true, "waiting times are unknown"},
    {"Start", true, "hours cannot be placed in time"},
    {"End", true, "hours cannot be placed in time"},
    {"ElapsedRaw", true, ""},
    {"Elapsed", false, ""},
    {"TimelimitRaw", true, ""},
    {"Timelimit", false, ""},
    {"State", true, "what became of a job is unknown"},
    {"ReqCPUS", true, ""},
    {"AllocCPUS", true, ""},
    {"ReqMem", true, "memory asked for is unknown"},
    {"ReqTRES", true, ""},
    {"AllocTRES", true, "GPUs are unknown"},
    {"ReqGRES", false, ""},
    {"AllocGRES", false, ""},
    {"NNodes", true, ""},
    {"NodeList", true, ""},
    {"NTasks", true, ""},
    {"MaxRSS", true, "memory used is unknown"},
    {"TotalCPU", true, "CPU time used is unknown"},
    {"TRESUsageInMax", true, ""},
    {"TRESUsageInTot", true, ""},
    {"Restarts", true, ""},
    {"Reason", true, ""},
    {"JobName", true, ""},
    {"WorkDir", true, "snapshots are joined without it"},
    {"SubmitLine", true, "snapshots are joined without it"},
    {"AdminComment", true, ""}, // jobstats leaves its summary there
}};

constexpr std::array<std::string_view, 12> free_texts{"JobName",      "WorkDir",       "SubmitLine", "Comment",
                                                      "AdminComment", "SystemComment", "Extra",      "StdOut",
                                                      "StdErr",       "StdIn",         "Container",  "WCKey"};

bool same_name(std::string_view a, std::string_view b) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// What stands between the first column's name and the second's.
std::string_view find_delimiter(std::string_view line) {
    const auto name_end = std::find_if_not(line.begin(), line.end(), is_name_char);
    const auto delimiter_end = std::find_if(name_end, line.end(), is_name_char);
    return line.substr(static_cast<std::size_t>(name_end - line.begin()),
                       static_cast<std::size_t>(delimiter_end - name_end));
}

std::vector<std::string_view> split(std::string_view line, std::string_view delimiter) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = delimiter.empty() ? std::string_view::npos : line.find(delimiter);
        parts.push_back(line.substr(0, end));
        if (end == std::string_view::npos) return parts;
        line.remove_prefix(end + delimiter.size());
    }
}

void place(Layout& layout, std::string_view name, std::size_t at) {
    for (std::size_t i = 0; i < column_count; ++i)
        if (same_name(table[i].name, name) && layout.index[i] == Layout::absent) layout.index[i] = at;
    if (is_free_text(name)) layout.free_text.push_back(at);
}

} // namespace

const ColumnInfo& info(Column column) { return table[static_cast<std::size_t>(column)]; }

bool is_free_text(std::string_view name) {
    return std::any_of(free_texts.begin(), free_texts.end(), [&](auto known) { return same_name(known, name); });
}

Result<Layout> parse_header(std::string_view line, std::string_view delimiter) {
    const char* const how = "make it with `sacct -a -D -P -o JobID,JobIDRaw,Submit,...`";
    Layout layout;
    layout.index.fill(Layout::absent);
    if (line.ends_with('\r')) {
        layout.crlf = true;
        line.remove_suffix(1);
    }
    layout.header = line;
    if (delimiter.empty()) delimiter = find_delimiter(line);
    const bool is_blank = !delimiter.empty() && delimiter.find_first_not_of(' ') == std::string_view::npos;
    if (is_blank && line.find("JobID") != std::string_view::npos)
        return Error{"columns are cut to a width and cannot be told apart", "", "use sacct's -P"};
    layout.delimiter = delimiter;

    std::vector<std::string_view> names = split(line, delimiter);
    layout.trailing = names.size() > 1 && names.back().empty();
    if (layout.trailing) names.pop_back();
    layout.columns = names.size();
    for (std::size_t i = 0; i < names.size(); ++i)
        place(layout, names[i], i);

    if (!layout.has(Column::job_id))
        return Error{"not a dump of sacct: its first line has no column JobID", "", how};
    if (!layout.has(Column::submit) && !layout.has(Column::eligible) && !layout.has(Column::start))
        return Error{"the dump has none of the columns Submit, Eligible, Start", "", how};
    return layout;
}

std::vector<std::string> missing(const Layout& layout) {
    std::vector<std::string> lines;
    for (std::size_t i = 0; i < column_count; ++i)
        if (layout.index[i] == Layout::absent && !table[i].consequence.empty())
            lines.push_back(std::string(table[i].name).append(": ").append(table[i].consequence));
    return lines;
}

} // namespace worklines::accounting
