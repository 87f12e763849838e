// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/commands/report_portrait.h"

#include "reporter/commands/common.h"
#include "reporter/portrait/compose.h"
#include "reporter/portrait/counters.h"

namespace worklines::commands {

Result<Material> material_of(archive::Archive& archive, const config::Config& config, const std::string& cluster,
                             const Period& period) {
    const auto lexicon = script::Lexicon::load(config.lexicon_dir);
    if (!lexicon) return lexicon.error();
    const auto known_until = archive.known_until(cluster);
    if (!known_until) return known_until.error();
    if (!*known_until)
        return Error{"the archive has no records of this cluster", cluster,
                     "name another with --cluster, or run `worklines collect`"};
    auto runs = archive.runs(cluster, period.from_s, period.to_s);
    if (!runs) return runs.error();
    auto notes = lines::read_scripts(
        *runs, [&](std::uint32_t script) { return archive.script(runs->scripts[script].sha256); }, *lexicon);
    if (!notes) return notes.error();
    auto opted_out = archive.opted_out();
    if (!opted_out) return opted_out.error();
    const auto wishes = lines::read_wishes(config.lines);
    if (!wishes) return wishes.error();
    auto lines = lines::assign(*runs, *notes, *wishes);
    return Material{cluster,           **known_until,    std::move(*runs),
                    std::move(*notes), std::move(lines), std::move(*opted_out)};
}

Result<Material> material_of(const config::Config& config, const Period& period) {
    auto archive = archive::Archive::open(config.archive, archive::Archive::Mode::read);
    if (!archive) return archive.error();
    const auto cluster = cluster_of(config, *archive);
    if (!cluster) return cluster.error();
    return material_of(*archive, config, *cluster, period);
}

portrait::Portrait portrait_of(const Material& material, const Period& period) {
    const portrait::Span span{period.from_s, period.to_s, material.known_until_s};
    return portrait::compose(material.runs, material.notes, material.lines,
                             portrait::count(material.runs, span, material.opted_out), material.cluster,
                             {text::format_date(period.from), text::format_date(period.to)});
}

} // namespace worklines::commands
