// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/config/config.h"

#include "core/config/keys.h"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>

namespace worklines::config {
namespace {

std::string_view trim(std::string_view text) {
    constexpr std::string_view blanks = " \t\r";
    const std::size_t first = text.find_first_not_of(blanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(blanks) - first + 1);
}

std::string unquote(std::string_view value) {
    if (value.size() >= 2 && value.front() == '"' && value.back() == '"') value = value.substr(1, value.size() - 2);
    return std::string(value);
}

std::optional<Error> set(Config& config, std::string_view line, const std::string& where) {
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) return Error{"not a `key = value` line", where, "mend or remove it"};
    const std::string name(trim(line.substr(0, equals)));
    const std::string value = unquote(trim(line.substr(equals + 1)));

    const auto known = std::find_if(keys().begin(), keys().end(), [&](const Key& key) { return key.name == name; });
    if (known == keys().end()) {
        const auto near = nearest_key(name);
        return Error{"unknown key `" + name + "`", where,
                     near ? "did you mean `" + std::string(*near) + "`?" : "see worklines.conf(5)"};
    }
    if (!known->set(config, value))
        return Error{"`" + name + "` cannot be `" + value + "`", where, "it takes " + std::string(known->takes)};
    return std::nullopt;
}

} // namespace

Loaded parse(std::string_view text, const std::string& name) {
    Loaded loaded;
    std::size_t number = 0;
    while (!text.empty()) {
        ++number;
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trim(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == '#') continue;
        if (auto problem = set(loaded.config, line, name + ":" + std::to_string(number)))
            loaded.problems.push_back(std::move(*problem));
    }
    return loaded;
}

std::filesystem::path default_path() {
    const char* const named = std::getenv("WORKLINES_CONF");
    return named != nullptr && *named != '\0' ? named : "/etc/worklines/worklines.conf";
}

Result<Loaded> load(const std::filesystem::path& file, bool must_exist) {
    std::ifstream in(file, std::ios::binary);
    if (!in) {
        const int reason = errno;
        if (reason == ENOENT && !must_exist) return Loaded{};
        return Error{std::string("cannot read the settings: ") + std::strerror(reason), file.string(),
                     "check the path and its permissions"};
    }
    const std::string text{std::istreambuf_iterator<char>(in), {}};
    if (in.bad()) return Error{"cannot read the settings", file.string(), "it must be a file"};
    return parse(text, file.string());
}

} // namespace worklines::config
