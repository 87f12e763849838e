// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/lines/purpose_title.h"

#include "reporter/lines/most.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace worklines::lines {
namespace {

using Words = std::pair<std::string_view, std::string_view>;

constexpr std::size_t most_names = 3;
constexpr double seldom = 0.05; ///< of a line's scripts: a name in fewer does not speak for the line

constexpr auto fields = std::to_array<Words>({
    {"llm", "Language models"},
    {"vision", "Computer vision"},
    {"medical-imaging", "Medical imaging"},
    {"speech-audio", "Speech and sound"},
    {"rl-robotics", "Robots and reinforcement learning"},
    {"graph-ml", "Learning on graphs"},
    {"ml-general", "Machine learning"},
    {"security", "Security"},
    {"protein-structure", "Protein structures"},
    {"genomics", "Genomics"},
    {"single-cell", "Single-cell genomics"},
    {"cryo-em", "Cryo-electron microscopy"},
    {"neuroimaging", "Neuroimaging"},
    {"molecular-dynamics", "Molecular dynamics"},
    {"quantum-chemistry", "Quantum chemistry"},
    {"materials", "Materials"},
    {"cfd", "Fluid dynamics"},
    {"engineering", "Engineering"},
    {"weather-climate", "Weather and climate"},
    {"earth-observation", "Earth observation"},
    {"lidar-3d", "LiDAR point clouds"},
    {"ecology", "Ecology"},
    {"seismology", "Seismology"},
    {"astro", "Astrophysics"},
    {"particle-physics", "Particle physics"},
    {"plasma", "Plasma physics"},
    {"quantum-computing", "Quantum computing"},
    {"statistics", "Statistics"},
    {"econ-social", "Economics and society"},
    {"rendering", "Rendering"},
    {"big-data", "Data processing"},
    {"computer-architecture", "Computer architecture"},
    {"hpc-benchmark", "Benchmarks of the machine"},
    {"system-care", "Care of the cluster"},
    {"teaching", "Teaching"},
});

constexpr auto doings = std::to_array<Words>({
    {"train", "training"},
    {"finetune", "fine-tuning"},
    {"evaluate", "evaluation"},
    {"serve", "serving"},
    {"prepare", "preparation of data"},
    {"simulate", "simulation"},
    {"analyse", "analysis"},
    {"benchmark", "benchmarks"},
    {"build", "builds"},
    {"maintain", "checks"},
    {"interactive", "interactive work"},
});

std::string_view words_for(const auto& table, std::string_view slug) {
    const auto known = std::ranges::find(table, slug, &Words::first);
    return known == table.end() ? std::string_view() : known->second;
}

/// What a line's families say, each with a weight of one.
struct Said {
    std::map<std::string, double> domains, activities;
    std::map<std::uint32_t, double> names; ///< share of the families
    double families = 0;
};

Said said_by(const Line& line, const Lines& lines, const Notes& notes) {
    Said said;
    for (const std::uint32_t number : line.families) {
        const auto& scripts = lines.families[number].scripts;
        if (scripts.empty()) continue;
        said.families += 1;
        const double part = 1 / static_cast<double>(scripts.size());
        for (const std::uint32_t script : scripts) {
            const ScriptNotes& one = notes.scripts[script];
            said.domains[one.domain] += part;
            said.activities[one.activity] += part;
            for (const std::uint32_t name : one.names)
                said.names[name] += part;
        }
    }
    return said;
}

/// The names that set a line apart: many of its scripts have them, and few other lines (class-based TF-IDF).
std::vector<std::string> telling_names(const Said& said, const std::map<std::uint32_t, double>& lines_with,
                                       double lines, const Notes& notes) {
    std::vector<std::pair<double, std::string>> found;
    for (const auto& [number, count] : said.names) {
        const NameUsed& name = notes.names[number];
        const double share = count / said.families;
        if (!name.known || name.kind == script::Kind::method || share < seldom) continue;
        const double kind = name.kind == script::Kind::model ? 0.6 : 1; // models come and go
        found.emplace_back(kind * share * std::log((lines + 1) / lines_with.at(number)), name.name);
    }
    std::ranges::sort(found, [](const auto& a, const auto& b) {
        return a.first != b.first ? a.first > b.first : a.second < b.second;
    });
    if (found.size() > most_names) found.resize(most_names);
    std::vector<std::string> names;
    for (auto& [weight, name] : found)
        names.push_back(std::move(name));
    return names;
}

} // namespace

std::vector<std::string> titles_of(const Lines& lines, const Notes& notes) {
    std::vector<Said> said;
    std::map<std::uint32_t, double> lines_with;
    for (const Line& line : lines.lines) {
        said.push_back(said_by(line, lines, notes));
        for (const auto& [name, count] : said.back().names)
            lines_with[name] += 1;
    }
    std::vector<std::string> titles;
    for (std::size_t i = 0; i < said.size(); ++i) {
        const std::string_view field = words_for(fields, most_of(said[i].domains)),
                               doing = words_for(doings, most_of(said[i].activities));
        const auto names = telling_names(said[i], lines_with, static_cast<double>(said.size()), notes);
        std::string title(field);
        if (!field.empty() && !doing.empty()) title += ": " + std::string(doing);
        if (field.empty() && !names.empty())
            title = doing.empty() ? "Work"
                                  : std::string(1, static_cast<char>(doing[0] - 32)) + std::string(doing.substr(1));
        std::string list;
        for (const std::string& name : names)
            list += (list.empty() ? "" : ", ") + name;
        if (!title.empty() && !list.empty()) title += " (" + list + ")";
        if (title.empty())
            for (const std::uint32_t family : lines.lines[i].families)
                if (title.empty() && !lines.families[family].scripts.empty())
                    title = notes.scripts[lines.families[family].scripts.front()].title;
        titles.push_back(std::move(title));
    }
    return titles;
}

} // namespace worklines::lines
