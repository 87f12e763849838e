// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/wording.h"

#include "core/text/duration.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace worklines::hint {
namespace {

struct Form {
    std::string_view name;
    std::string (*text)(double);
};
constexpr std::array<Form, 3> forms{{{"bytes", bytes_text}, {"duration", duration_text}, {"count", count_text}}};

struct Place {
    std::string_view name, form;
};

Place place_of(std::string_view inside) {
    const auto colon = inside.find(':');
    if (colon == std::string_view::npos) return {inside, ""};
    return {inside.substr(0, colon), inside.substr(colon + 1)};
}

const Form* form_named(std::string_view name) {
    const auto* found = std::ranges::find(forms, name, &Form::name);
    return found == forms.end() ? nullptr : found;
}

std::string whole(double value) { return std::to_string(static_cast<long long>(std::clamp(value, -1e18, 1e18))); }

/// One digit after the point below ten, none above; never "2.0".
std::string short_number(double value) {
    const double tenths = std::round(value * 10);
    if (tenths >= 100 || std::fmod(tenths, 10) == 0) return whole(std::round(value));
    return whole(std::floor(tenths / 10)) + "." + whole(std::fmod(tenths, 10));
}

bool digit(char c) { return c >= '0' && c <= '9'; }
char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// "job 7", "Job7", "jobs: 7", "job-id 7".
bool job_and_digits(std::string_view lowered) {
    for (auto at = lowered.find("job"); at != std::string_view::npos; at = lowered.find("job", at + 1)) {
        auto rest = lowered.substr(at + 3);
        for (const std::string_view tail : {"s", "id", "-id", " id", "_id"})
            if (rest.starts_with(tail)) {
                rest.remove_prefix(tail.size());
                break;
            }
        const auto next = rest.find_first_not_of(" \t:=#<");
        if (next != std::string_view::npos && digit(rest[next])) return true;
    }
    return false;
}

/// Word 4 of the line as we write it, and behind the `sbatch:` that Slurm puts before it.
bool number_where_a_job_id_stands(std::string_view line) {
    int word = 0;
    bool inside = false, only_digits = true;
    const auto ends = [&] { return inside && only_digits && (word == 3 || word == 4); };
    for (const char c : line) {
        if (c == ' ') {
            if (ends()) return true;
            inside = false;
            continue;
        }
        if (!inside) {
            inside = only_digits = true;
            ++word;
        }
        only_digits = only_digits && digit(c);
    }
    return ends();
}

} // namespace

std::string count_text(double value) { return short_number(value); }

std::string bytes_text(double bytes) {
    constexpr std::array units{"KB", "MB", "GB", "TB", "PB"};
    double value = std::max(bytes, 0.0) / 1024;
    std::size_t unit = 0;
    while (unit + 1 < units.size() && std::round(value * 10) >= 10240) {
        value /= 1024;
        ++unit;
    }
    return short_number(value) + " " + units.at(unit);
}

std::string duration_text(double seconds) {
    return text::format_duration(std::llround(std::clamp(seconds, 0.0, 1e12)));
}

std::optional<std::string> template_breach(std::string_view text) {
    for (auto open = text.find('{'); open != std::string_view::npos; open = text.find('{', open + 1)) {
        const auto close = text.find('}', open);
        if (close == std::string_view::npos) return "has a `{` without `}`";
        const auto [name, form] = place_of(text.substr(open + 1, close - open - 1));
        if (name.empty()) return "has a `{}` without a name";
        if (!form.empty() && form_named(form) == nullptr)
            return "names the form `" + std::string(form) + "`; there are bytes, duration and count";
    }
    return std::nullopt;
}

Result<std::string> fill(std::string_view text, const Table& figures) {
    std::string line;
    while (!text.empty()) {
        const auto open = text.find('{'), close = text.find('}', open);
        line += text.substr(0, open);
        if (open == std::string_view::npos || close == std::string_view::npos) break;
        const auto [name, form] = place_of(text.substr(open + 1, close - open - 1));
        text.remove_prefix(close + 1);
        const Value* value = figures.find(name);
        if (value == nullptr)
            return Error{"the text names {" + std::string(name) + "}, which fires() did not give", "", ""};
        const auto number = value->number();
        if (number && std::isfinite(*number)) {
            const Form* how = form_named(form);
            line += how != nullptr ? how->text(*number) : count_text(*number);
        } else if (value->text() != nullptr && form.empty()) {
            line += *value->text();
        } else {
            return Error{"fires() gave no fit value for {" + std::string(name) + "}", "", ""};
        }
    }
    return line;
}

std::string line_of(std::string_view text, std::string_view slug) {
    return "worklines: " + std::string(text) + " (worklines explain " + std::string(slug) + ")";
}

std::optional<std::string> breach(std::string_view line) {
    if (text::printable(line) != line) return "is not clean UTF-8 text of one line";
    const auto continues = [](char c) { return (c & 0xc0) == 0x80; };
    if (line.size() - std::ranges::count_if(line, continues) > most_columns)
        return "is longer than " + std::to_string(most_columns) + " columns";
    if (line.empty() || digit(line.front())) return "is empty or starts with a digit";
    std::string lowered(line);
    std::ranges::transform(lowered, lowered.begin(), lower);
    if (lowered.find("submitted batch") != std::string::npos) return "holds the words `Submitted batch`";
    if (job_and_digits(lowered)) return "holds `job` followed by digits";
    if (number_where_a_job_id_stands(line)) return "has a number as its fourth word";
    return std::nullopt;
}

} // namespace worklines::hint
