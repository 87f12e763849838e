// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/secrets.h"

#include "core/text/words.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace worklines::script {
namespace {

/// A token known by how it begins: `least` more characters of a token follow.
struct Form {
    std::string_view begins, kind;
    std::size_t least;
};

constexpr auto forms = std::to_array<Form>({
    {"hf_", "huggingface-token", 30},
    {"ghp_", "github-token", 30},
    {"gho_", "github-token", 30},
    {"ghs_", "github-token", 30},
    {"github_pat_", "github-token", 40},
    {"glpat-", "gitlab-token", 18},
    {"sk-ant-", "anthropic-key", 30},
    {"sk-", "openai-key", 30},
    {"AKIA", "aws-key", 16},
    {"ASIA", "aws-key", 16},
    {"xoxb-", "slack-token", 20},
    {"xoxp-", "slack-token", 20},
    {"AIza", "google-key", 33},
    {"ya29.", "google-token", 30},
    {"npm_", "npm-token", 30},
    {"pypi-", "pypi-token", 40},
    {"dckr_pat_", "docker-token", 20},
    {"r8_", "replicate-token", 30},
    {"gsk_", "groq-key", 40},
    {"eyJhbGciOi", "jwt", 40},
    {"nvapi-", "nvidia-key", 30},
    {"https://hooks.slack.com/services/", "slack-hook", 20},
    {"https://discord.com/api/webhooks/", "discord-hook", 20},
});

constexpr auto telling_names = std::to_array<std::string_view>(
    {"password", "passwd", "secret", "api_key", "apikey", "access_key", "private_key", "credential", "auth_key"});

bool is_token_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
           c == '.' || c == '/' || c == '+' || c == '=';
}
bool is_name_char(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// Shannon's, in bits a character.
double entropy(std::string_view text) {
    std::array<std::size_t, 256> count{};
    for (const char c : text)
        ++count[static_cast<unsigned char>(c)];
    double bits = 0;
    for (const std::size_t n : count)
        if (n > 0) {
            const double share = static_cast<double>(n) / static_cast<double>(text.size());
            bits -= share * std::log2(share);
        }
    return bits;
}

struct Found {
    std::size_t at, size;
    std::string_view kind;
};

std::size_t token_length(std::string_view text) {
    std::size_t size = 0;
    while (size < text.size() && is_token_char(text[size]))
        ++size;
    return size;
}

/// Characters at which something may begin: of most of a line none is.
constexpr auto may_begin = [] {
    std::array<bool, 256> first{};
    for (const Form& form : forms)
        first[static_cast<unsigned char>(form.begins.front())] = true;
    first['='] = first[':'] = first['-'] = true;
    return first;
}();

std::optional<Found> known_form(std::string_view line, std::size_t at) {
    for (const Form& form : forms)
        if (form.begins.front() == line[at] && line.substr(at).starts_with(form.begins)) {
            const std::size_t more = token_length(line.substr(at + form.begins.size()));
            if (more >= form.least) return Found{at, form.begins.size() + more, form.kind};
        }
    return std::nullopt;
}

/// `NAME=value` or `--name value` where the name tells that the value is a secret and the value looks like one.
std::optional<Found> named_value(std::string_view line, std::size_t equals) {
    std::size_t from = equals;
    while (from > 0 && (is_name_char(line[from - 1]) || line[from - 1] == '-'))
        --from;
    std::string name = text::lowered(line.substr(from, equals - from));
    std::ranges::replace(name, '-', '_');
    if (std::ranges::none_of(telling_names,
                             [&](std::string_view word) { return name.find(word) != std::string::npos; }) &&
        !name.ends_with("_key") && !name.ends_with("token"))
        return std::nullopt;
    std::size_t at = equals + 1;
    while (at < line.size() && (line[at] == '"' || line[at] == '\'' || line[at] == ' '))
        ++at;
    std::size_t size = 0;
    while (at + size < line.size() && line[at + size] != '"' && line[at + size] != '\'' && line[at + size] != ' ' &&
           line[at + size] != ';')
        ++size;
    const std::string_view value = line.substr(at, size);
    if (value.size() < 6 || value.find('$') != std::string_view::npos || value.find('/') == 0 ||
        value.starts_with("~") || value.starts_with("<"))
        return std::nullopt; // a variable, a file, a place to fill in
    const bool password = name.find("passw") != std::string::npos;
    if (!password && (value.size() < 16 || entropy(value) < 3.2)) return std::nullopt;
    return Found{at, size, password ? "password" : "high-entropy"};
}

/// `https://lola:geheim@host`
std::optional<Found> in_url(std::string_view line, std::size_t at) {
    if (!line.substr(at).starts_with("://")) return std::nullopt;
    const std::size_t end = std::min(line.find_first_of("/ \"'", at + 3), line.size());
    const std::string_view host = line.substr(at + 3, end - at - 3);
    const std::size_t sign = host.rfind('@'), colon = host.find(':');
    if (sign == std::string_view::npos || colon == std::string_view::npos || colon > sign ||
        host.find('$') != std::string_view::npos || sign - colon < 4)
        return std::nullopt;
    return Found{at + 3 + colon + 1, sign - colon - 1, "password"};
}

std::vector<Found> found_in(std::string_view line) {
    std::vector<Found> all;
    constexpr std::size_t longest = 4096; // what comes later in a line is data
    line = line.substr(0, longest);
    for (std::size_t at = 0; at < line.size(); ++at) {
        if (!may_begin[static_cast<unsigned char>(line[at])]) continue;
        if (at > 0 && is_name_char(line[at]) && is_name_char(line[at - 1])) continue; // amid a word
        std::optional<Found> one;
        if (line[at] == '=')
            one = named_value(line, at);
        else if (line[at] == ':')
            one = in_url(line, at);
        else if (is_name_char(line[at]))
            one = known_form(line, at);
        else if (line[at] == '-' && line.substr(at).starts_with("-----BEGIN ") &&
                 line.find("PRIVATE KEY-----", at) != std::string_view::npos)
            one = Found{at, line.size() - at, "private-key"};
        if (!one) continue;
        all.push_back(*one);
        at = one->at + one->size;
    }
    return all;
}

} // namespace

std::vector<Secret> secrets_of(std::string_view script) {
    std::vector<Secret> secrets;
    std::uint32_t number = 0;
    for (std::size_t at = 0; at < script.size();) {
        const std::size_t end = std::min(script.find('\n', at), script.size());
        ++number;
        for (const Found& found : found_in(script.substr(at, end - at)))
            if (secrets.empty() || secrets.back().line != number || secrets.back().kind != found.kind)
                secrets.push_back({number, std::string(found.kind)});
        at = end + 1;
    }
    return secrets;
}

std::string without_secrets(std::string_view line) {
    std::string text;
    std::size_t from = 0;
    for (const Found& found : found_in(line)) {
        text += line.substr(from, found.at - from);
        text += "...";
        from = std::min(found.at + found.size, line.size());
    }
    return text += line.substr(from);
}

} // namespace worklines::script
