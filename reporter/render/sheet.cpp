// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/render/sheet.h"

#include "reporter/render/figure.h"

#include <fmt/format.h>

#include <algorithm>

namespace worklines::render {
namespace {

using portrait::Hours;
using portrait::Portrait;
using Row = std::vector<Cell>;

template <class... Values>
std::string filled(std::string_view pattern, const Values&... values) {
    return fmt::format(fmt::runtime(pattern), values...);
}

Cell gpu_hours(const Portrait& portrait, const Hours& part, const Language& words) {
    if (!portrait.gpus_in_accounting) return {hours(std::nullopt, words)};
    return {hours(part.gpu, words), {Bar::Of::gpu, part.gpu, portrait.hours.gpu}};
}

Cell cpu_hours(const Portrait& portrait, const Hours& part, const Language& words) {
    return {hours(part.cpu, words), {Bar::Of::cpu, part.cpu, portrait.hours.cpu}};
}

Row total(std::string_view name, std::string figure) { return {{std::string(name)}, {std::move(figure)}}; }

std::string used(double known, const std::optional<double>& part, const Language& words) {
    if (!part) return std::string(words.unknown);
    return filled(words.used_measured, share(*part, words), share(known, words));
}

Section totals(const Portrait& portrait, const Language& words) {
    const std::string joined = filled(words.joined_jobs, count(portrait.joined_jobs, words),
                                      count(portrait.jobs, words), share(portrait.joined_share, words));
    const portrait::Measured& measured = portrait.measured;
    Section section{std::string(words.totals), {}, {{""}, {"", true}}};
    section.rows = {
        total(words.gpu_hours, gpu_hours(portrait, portrait.hours, words).text),
        total(words.cpu_hours, hours(portrait.hours.cpu, words)),
        total(words.jobs, count(portrait.jobs, words)),
        total(words.submissions, count(portrait.submissions, words)),
        total(words.never_started, count(portrait.never_started, words)),
        total(words.users, count(portrait.users, words)),
        total(words.scripts, count(portrait.scripts, words)),
        total(words.joined, joined),
        total(words.gpu_used, used(measured.gpu_share, measured.gpu_used, words)),
        total(words.cpu_used, used(measured.cpu_share, measured.cpu_used, words)),
        total(words.memory_used, filled(words.only_measured, share(measured.memory_share, words))),
    };
    return section;
}

void add_names(Row& row, const std::vector<std::string>& names) {
    row.push_back({fmt::format("{}", fmt::join(names, ", "))});
}

/// What scripts say about the lines; nothing if nothing is known of any.
std::vector<Section> about_lines(const Portrait& portrait, const Language& words) {
    Section said{std::string(words.summary)};
    said.columns = {{std::string(words.line)},   {std::string(words.summary)},    {std::string(words.tools)},
                    {std::string(words.models)}, {std::string(words.benchmarks)}, {std::string(words.datasets)}};
    for (const portrait::Line& line : portrait.lines) {
        if (line.summary.empty() && line.tools.empty() && line.models.empty() && line.benchmarks.empty() &&
            line.datasets.empty())
            continue;
        Row row{{line.title}, {line.summary}};
        for (const auto* names : {&line.tools, &line.models, &line.benchmarks, &line.datasets})
            add_names(row, *names);
        said.rows.push_back(std::move(row));
    }
    if (said.rows.empty()) return {};
    return {std::move(said)};
}

std::string_view title_of(const Portrait& portrait, std::string_view id) {
    const auto found = std::ranges::find(portrait.lines, id, &portrait::Line::id);
    return found == portrait.lines.end() ? id : found->title;
}

/// `22 evaluations start when a training ends well`.
std::string said(const portrait::Edge& edge, const Language& words) {
    const Dependency& way = dependency(words, edge.type);
    const Activity& waiting = activity(words, edge.to_activity);
    const bool is_one = edge.jobs == 1;
    return filled(is_one ? way.one : way.many, count(edge.jobs, words), is_one ? waiting.one : waiting.many,
                  activity(words, edge.from_activity).a);
}

std::vector<Section> edges(const Portrait& portrait, const Language& words) {
    if (portrait.edges.empty()) return {};
    Section section{std::string(words.edges)};
    section.columns = {
        {std::string(words.first)}, {std::string(words.then)}, {std::string(words.how), false, true}};
    for (const portrait::Edge& edge : portrait.edges) {
        const std::string_view then = edge.to == edge.from ? words.same_line : title_of(portrait, edge.to);
        section.rows.push_back(
            {{std::string(title_of(portrait, edge.from))}, {std::string(then)}, {said(edge, words)}});
    }
    return {std::move(section)};
}

Section waits(const Portrait& portrait, const Language& words) {
    Section section{std::string(words.waits)};
    section.columns = {{std::string(words.size)},
                       {std::string(words.runs), true},
                       {std::string(words.median), true},
                       {std::string(words.p90), true},
                       {std::string(words.longest), true}};
    for (const portrait::Wait& one : portrait.waits)
        section.rows.push_back(
            {{one.size}, {count(one.runs, words)}, {wait(one.median_s)}, {wait(one.p90_s)}, {wait(one.max_s)}});
    if (section.rows.empty()) return {section.heading, {std::string(words.unknown)}};
    return section;
}

std::vector<Section> habits(const Portrait& portrait, const Language& words) {
    if (portrait.habits.empty()) return {};
    Section section{std::string(words.habits), {}, {{std::string(words.habit)}, {std::string(words.share), true}}};
    for (const auto& [name, part] : portrait.habits)
        section.rows.push_back({{name}, {share(part, words), {Bar::Of::cpu, part, 1}}});
    return {std::move(section)};
}

/// Of people who opted out there are hours and no jobs: an id leads to the person.
Cell jobs_left_out(const portrait::Excluded& one, const Language& words) {
    if (one.jobs.empty()) return {std::string(words.unknown)};
    return {count(one.jobs.size(), words), {}, one.jobs};
}

Section excluded(const Portrait& portrait, const Language& words) {
    Section section{std::string(words.excluded)};
    if (portrait.excluded.empty()) {
        section.paragraphs.emplace_back(words.none);
        return section;
    }
    section.paragraphs.emplace_back(words.excluded_note);
    section.columns = {{std::string(words.reason)},
                       {std::string(words.jobs), true},
                       {std::string(words.gpu_hours), true},
                       {std::string(words.cpu_hours), true}};
    for (const portrait::Excluded& one : portrait.excluded)
        section.rows.push_back({{std::string(meaning(words.reasons, one.reason))},
                                jobs_left_out(one, words),
                                {gpu_hours(portrait, one.hours, words).text},
                                {hours(one.hours.cpu, words)}});
    return section;
}

Section method(const Portrait& portrait, const Language& words) {
    Section section{std::string(words.method), {std::string(words.reserved_hours)}};
    if (!portrait.gpus_in_accounting) section.paragraphs.emplace_back(words.no_gpus);
    section.columns = {{std::string(words.origin)}, {std::string(words.jobs), true}};
    for (const auto& [evidence, jobs] : portrait.joined_by)
        section.rows.push_back({{std::string(meaning(words.evidence, evidence))}, {count(jobs, words)}});
    if (section.rows.empty()) section.columns.clear();
    return section;
}

} // namespace

Section lines_section(const Portrait& portrait, const Language& words) {
    Section section{std::string(words.lines)};
    section.columns = {
        {std::string(words.line)},       {std::string(words.gpu_hours), true}, {std::string(words.cpu_hours), true},
        {std::string(words.jobs), true}, {std::string(words.users), true},     {std::string(words.scripts), true}};
    for (const portrait::Line& line : portrait.lines)
        section.rows.push_back({{line.title},
                                gpu_hours(portrait, line.hours, words),
                                cpu_hours(portrait, line.hours, words),
                                {count(line.jobs, words)},
                                {count(line.users, words)},
                                {count(line.scripts, words)}});
    if (section.rows.empty()) return {section.heading, {std::string(words.none)}};
    return section;
}

Sheet sheet(const Portrait& portrait, const Language& words) {
    Sheet sheet{
        filled(words.title, portrait.cluster), filled(words.period, portrait.period.from, portrait.period.to), {}};
    const auto add = [&](std::vector<Section> sections) {
        for (Section& section : sections)
            sheet.sections.push_back(std::move(section));
    };
    add({totals(portrait, words), lines_section(portrait, words)});
    add(about_lines(portrait, words));
    add(edges(portrait, words));
    add({waits(portrait, words)});
    add(habits(portrait, words));
    add({excluded(portrait, words), method(portrait, words)});
    return sheet;
}

} // namespace worklines::render
