// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/hint/advice.h"

#include "core/script/family_key.h"
#include "core/script/hash64.h"

#include <algorithm>
#include <array>

namespace worklines::hint {
namespace {

/// What Slurm or a habit calls very different requests: salloc's default, sbatch's, and programs that run others.
constexpr std::array<std::string_view, 14> says_nothing{"interactive", "allocation", "sbatch",  "wrap", "bash",
                                                        "sh",          "zsh",        "tcsh",    "csh",  "fish",
                                                        "env",         "python",     "python#", "test"};

} // namespace

std::uint64_t name_key(std::string_view job_name) {
    job_name = job_name.substr(job_name.rfind('/') + 1); // npos + 1 is 0
    script::Hash64 hash;
    std::array<char, 12> begin{};
    bool in_number = false;
    for (const char c : job_name) {
        const bool digit = c >= '0' && c <= '9';
        if (digit && in_number) continue;
        in_number = digit;
        if (hash.size() < begin.size()) begin[hash.size()] = digit ? '#' : c;
        hash.byte(digit ? '#' : static_cast<unsigned char>(c));
    }
    if (hash.size() == 0) return 0;
    if (hash.size() <= begin.size()) {
        const std::string_view stem(begin.data(), hash.size());
        if (stem == "#" || std::ranges::find(says_nothing, stem) != says_nothing.end()) return 0;
    }
    return hash.value();
}

std::optional<Key> key_of(std::uint32_t uid, std::optional<std::string_view> script,
                          std::optional<std::string_view> job_name) {
    const Key key = script ? Key{uid, KeyKind::family, script::family_key(*script)}
                           : Key{uid, KeyKind::name, name_key(job_name.value_or(""))};
    return key.hash == 0 ? std::nullopt : std::optional(key);
}

} // namespace worklines::hint
