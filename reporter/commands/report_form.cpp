// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/report_form.h"

#include "core/text/nearest.h"
#include "reporter/commands/report_public.h"
#include "reporter/render/render.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

namespace worklines::commands {
namespace {

std::string json(const portrait::Portrait& portrait, const render::Language&) { return render::json(portrait); }

constexpr std::array<Format, 4> formats{{
    {"html", "html", render::html},
    {"md", "md", render::markdown},
    {"text", "txt", render::text},
    {"json", "json", json},
}};
constexpr std::array<std::string_view, 2> audiences{staff_audience, public_audience};

/// `given` is none of `known`, which an option takes.
Error none_of(std::string_view given, std::span<const std::string_view> known, const char* option) {
    const auto near = text::nearest(given, known);
    const std::string todo =
        near ? fmt::format("did you mean `{}`?", *near) : fmt::format("it takes {}", fmt::join(known, ", "));
    return {fmt::format("no such value: {}", given), option, todo};
}

const Format* format_of(std::string_view name) {
    const auto found = std::ranges::find(formats, name, &Format::name);
    return found == formats.end() ? nullptr : &*found;
}

} // namespace

Result<std::vector<const Format*>> formats_of(const std::string& names) {
    std::vector<const Format*> chosen;
    for (std::size_t at = 0; at <= names.size();) {
        const std::size_t end = std::min(names.find(',', at), names.size());
        const std::string name = names.substr(at, end - at);
        const Format* const format = format_of(name);
        if (format == nullptr) {
            std::vector<std::string_view> known;
            for (const Format& one : formats)
                known.push_back(one.name);
            return none_of(name, known, "--format");
        }
        if (std::ranges::find(chosen, format) == chosen.end()) chosen.push_back(format);
        at = end + 1;
    }
    return chosen;
}

Result<const render::Language*> language_of(const std::string& code) {
    if (const render::Language* const language = render::language(code)) return language;
    std::vector<std::string_view> known;
    for (const render::Language& one : render::languages())
        known.push_back(one.code);
    return none_of(code, known, "--lang");
}

Result<void> check_audience(const std::string& audience) {
    if (std::ranges::find(audiences, audience) == audiences.end())
        return none_of(audience, audiences, "--audience");
    return {};
}

std::vector<NamedBytes> rendered(const portrait::Portrait& portrait, std::string_view audience,
                                 const std::vector<const Format*>& formats, const render::Language& language) {
    std::vector<NamedBytes> files;
    for (const Format* format : formats)
        files.push_back({fmt::format("{}.{}", audience, format->extension), format->render(portrait, language)});
    return files;
}

} // namespace worklines::commands
