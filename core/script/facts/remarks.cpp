// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/script/facts/remarks.h"

#include "core/script/facts/secrets.h"
#include "core/text/words.h"

#include <cld2/public/compact_lang_det.h>

#include <algorithm>
#include <array>
#include <cstdio>

namespace worklines::script {
namespace {

using text::lowered;

constexpr std::size_t enough_for_language = 24; // characters: shorter ones are guesses

struct Sign {
    std::string_view word, kind;
};

/// In the languages that people of HPC centres in Europe and America write; the first that stands in the text
/// decides.
constexpr auto signs = std::to_array<Sign>({
    {"earlier i thought", "correction"},
    {"i was wrong", "correction"},
    {"fixed", "correction"},
    {"fix:", "correction"},
    {"corrected", "correction"},
    {"correction", "correction"},
    {"corregido", "correction"},
    {"corrección", "correction"},
    {"antes pensaba", "correction"},
    {"antes creía", "correction"},
    {"korrigiert", "correction"},
    {"berichtigt", "correction"},
    {"korrektur", "correction"},
    {"corrigé", "correction"},
    {"corretto", "correction"},
    {"corrigido", "correction"},
    {"in truth", "correction"},
    {"en realidad", "correction"},
    {"todo", "todo"},
    {"fixme", "todo"},
    {"xxx", "todo"},
    {"pendiente", "todo"},
    {"à faire", "todo"},
    {"zu tun", "todo"},
    {"because", "reason"},
    {"so that", "reason"},
    {"otherwise", "reason"},
    {"porque", "reason"},
    {"para que", "reason"},
    {"ya que", "reason"},
    {"así ", "reason"},
    {"weil", "reason"},
    {"damit", "reason"},
    {"sonst", "reason"},
    {"parce que", "reason"},
    {"car ", "reason"},
    {"perché", "reason"},
    {"perquè", "reason"},
    {"warning", "warning"},
    {"careful", "warning"},
    {"never ", "warning"},
    {"do not ", "warning"},
    {"don't", "warning"},
    {"ojo", "warning"},
    {"cuidado", "warning"},
    {"no tocar", "warning"},
    {"achtung", "warning"},
    {"vorsicht", "warning"},
    {"attention", "warning"},
    {"attenzione", "warning"},
    {"atenção", "warning"},
    {"atenció", "warning"},
    {"note", "note"},
    {"nota", "note"},
    {"hinweis", "note"},
    {"remarque", "note"},
});

bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (static_cast<unsigned char>(c) & 0x80) != 0;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// One walk through the text: at each beginning of a word the signs that begin with its letter.
std::string kind_of(std::string_view text) {
    const std::string low = lowered(text);
    std::size_t first = signs.size();
    for (std::size_t at = 0; at < low.size(); ++at) {
        if (!is_letter(low[at]) || (at > 0 && is_letter(low[at - 1]))) continue;
        const std::string_view here = std::string_view(low).substr(at);
        for (std::size_t i = 0; i < first; ++i) {
            const std::string_view word = signs[i].word;
            if (word.front() != here.front() || !here.starts_with(word)) continue;
            const bool goes_on =
                here.size() > word.size() && is_letter(word.back()) && is_letter(here[word.size()]);
            if (!goes_on) first = i;
        }
    }
    return first == signs.size() ? "plain" : std::string(signs[first].kind);
}

std::string language_of(std::string_view text) {
    if (text.size() < enough_for_language) return "und";
    bool reliable = false;
    const CLD2::Language language =
        CLD2::DetectLanguage(text.data(), static_cast<int>(text.size()), true, &reliable);
    return reliable ? CLD2::LanguageCode(language) : "und";
}

/// The first date in the text: 2026-03-05, or 5.3.2026. What may be read in two ways, as 05/03/2026, is none.
std::string date_of(std::string_view text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (!is_digit(text[at]) || (at > 0 && is_digit(text[at - 1]))) continue;
        const std::string piece(text.substr(at, 11));
        int first = 0, second = 0, third = 0, used = 0;
        int year = 0, month = 0, day = 0;
        if (std::sscanf(piece.c_str(), "%4d-%2d-%2d%n", &first, &second, &third, &used) == 3 && used >= 8) {
            year = first, month = second, day = third;
        } else if (std::sscanf(piece.c_str(), "%2d.%2d.%4d%n", &first, &second, &third, &used) == 3 && used >= 8) {
            day = first, month = second, year = third;
        }
        if (year < 1990 || year > 2100 || month < 1 || month > 12 || day < 1 || day > 31) continue;
        std::array<char, 16> iso;
        std::snprintf(iso.data(), iso.size(), "%04d-%02d-%02d", year, month, day);
        return iso.data();
    }
    return {};
}

bool says_something(std::string_view text) {
    const auto letters = std::ranges::count_if(text, is_letter);
    return letters >= 4 && !text.starts_with("SBATCH") && !text.starts_with("PBS") && !text.starts_with("BSUB") &&
           text.find_first_of(" \t") != std::string_view::npos;
}

} // namespace

std::vector<Remark> remarks_of(const Reading& reading) {
    std::vector<Remark> remarks;
    for (const Comment& comment : reading.comments) {
        if (!says_something(comment.text)) continue;
        Remark remark{comment.line, "und", "code", without_secrets(comment.text), {}};
        if (!comment.code) {
            remark.language = language_of(comment.text);
            remark.kind = kind_of(comment.text);
            remark.date = date_of(comment.text);
        }
        remarks.push_back(std::move(remark));
    }
    return remarks;
}

} // namespace worklines::script
