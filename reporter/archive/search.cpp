// SPDX-License-Identifier: GPL-2.0-or-later
// Full text over scripts and job names. Scripts are unpacked one by one: a hundred thousand take a second or two,
// and no index of every word that people wrote lies beside them.
#include "reporter/archive/impl.h"

#include "core/text/words.h"

#include <algorithm>

namespace worklines::archive {
namespace {

using text::small;

std::size_t find_in(std::string_view text, std::string_view wanted) {
    const auto at = std::search(text.begin(), text.end(), wanted.begin(), wanted.end(),
                                [](char a, char b) { return small(a) == small(b); });
    return at == text.end() ? std::string_view::npos : static_cast<std::size_t>(at - text.begin());
}

std::string_view line_at(std::string_view text, std::size_t at) {
    const std::size_t from = at == 0 ? 0 : text.rfind('\n', at - 1) + 1; // npos + 1 is 0
    return text.substr(from, text.find('\n', from) - from);
}

} // namespace

Result<std::vector<SearchHit>> Archive::search(const std::string& cluster, std::string_view wanted,
                                               std::size_t most) {
    return guarded([&] {
        std::vector<SearchHit> hits;
        const auto number = impl_->texts.find(cluster);
        if (!number || wanted.empty()) return hits;
        // The latest run of each script, or of each name where there is no script.
        Statement rows = impl_->db.prepare("SELECT script, name, user, id_raw, max(submit) FROM (SELECT "
                                           "coalesce((SELECT script FROM snapshot WHERE id = r.snapshot), " +
                                           fitting_by_id("script") +
                                           ") AS script, q.name, q.user, r.id_raw - r.behind AS id_raw, r.submit" +
                                           " FROM record r JOIN request q ON q.id = r.request WHERE r.cluster = ?) "
                                           "GROUP BY script, CASE WHEN script IS NULL THEN name END" +
                                           " ORDER BY max(submit) DESC");
        rows.bind(1, *number);
        while (hits.size() < most && rows.step()) {
            SearchHit hit;
            hit.name = impl_->texts.get(rows.integer(1));
            hit.user = impl_->texts.get(rows.integer(2));
            hit.job = std::to_string(rows.integer(3));
            hit.submit = rows.integer(4);
            if (!rows.is_null(0)) {
                const std::string bytes = impl_->scripts.get(rows.integer(0));
                if (const std::size_t at = find_in(bytes, wanted); at != std::string_view::npos) {
                    hit.line = static_cast<std::uint32_t>(
                        1 + std::count(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
                    hit.text = line_at(bytes, at);
                    hits.push_back(std::move(hit));
                    continue;
                }
            }
            if (find_in(hit.name, wanted) != std::string_view::npos) {
                hit.text = hit.name;
                hits.push_back(std::move(hit));
            }
        }
        return hits;
    });
}

} // namespace worklines::archive
