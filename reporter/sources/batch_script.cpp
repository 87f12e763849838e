// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/batch_script.h"

#include "core/spool/digest.h"
#include "reporter/accounting/job.h"
#include "reporter/sources/lines.h"

#include <charconv>

namespace worklines::sources {
namespace {

constexpr std::size_t dashes = 80;

/// The job that a header names; 0: it is a line of a script.
std::int64_t id_of_header(const Line& line) {
    if (!line.ended || line.too_long || !line.text.starts_with(batch_script_header)) return 0;
    const auto id = accounting::parse_job_id(line.text.substr(batch_script_header.size()));
    return id && id->step.empty() && id->base > 0 && id->base <= UINT32_MAX ? id->base : 0;
}

bool is_rule(const Line& line) {
    return line.ended && !line.too_long && line.text.size() == dashes &&
           line.text.find_first_not_of('-') == line.text.npos;
}

/// The script that is being read, up to the limit.
class Body {
  public:
    explicit Body(std::uint64_t limit) : limit_(limit + 1) {} // the newline that sacct adds

    void begin(std::int64_t id) {
        id_ = id;
        bytes_.clear();
        too_large_ = false;
    }
    void add(const Line& line) {
        const std::size_t size = line.text.size() + (line.ended ? 1 : 0);
        too_large_ = too_large_ || line.too_long || bytes_.size() + size > limit_;
        if (too_large_ || !id_) return;
        bytes_ += line.text;
        if (line.ended) bytes_ += '\n';
    }
    Result<void> hand_on(const Sink& sink, Report& report) {
        if (!id_) return {};
        KeptScript kept;
        kept.id = *id_;
        kept.bytes = bytes_;
        kept.source = "sacct";
        id_.reset();
        if (too_large_) {
            ++report.too_large;
            return {};
        }
        if (kept.bytes.ends_with('\n')) kept.bytes.remove_suffix(1);
        if (kept.bytes.empty() || kept.bytes == "NONE\n" || kept.bytes == "NONE") return {}; // none is stored
        ++report.scripts;
        return sink(kept);
    }

  private:
    std::uint64_t limit_;
    std::optional<std::int64_t> id_; ///< nothing: before the first header
    std::string bytes_;
    bool too_large_ = false;
};

} // namespace

Result<void> read_batch_scripts(accounting::Source source, const std::string& name, const Options& options,
                                const Sink& sink, Report& report) {
    Lines lines(std::move(source), options.max_script + 1);
    Body body(options.max_script);
    std::string header;  ///< a line that is one if dashes follow
    std::int64_t id = 0; // that `header` names
    while (const auto line = lines.next()) {
        if (id != 0 && is_rule(*line)) {
            if (auto done = body.hand_on(sink, report); !done) return done;
            body.begin(id);
            id = 0;
            continue;
        }
        if (id != 0) body.add({header, line->number - 1});
        id = id_of_header(*line);
        if (id != 0)
            header = line->text;
        else
            body.add(*line);
    }
    if (id != 0) body.add({header, 0});
    if (lines.error()) {
        // The last script may be half there.
        ++report.unreadable;
        report.note(name, lines.error()->what);
        return {};
    }
    return body.hand_on(sink, report);
}

void Ambiguous::add(const KeptScript& kept) {
    std::uint64_t digest = 0;
    const std::string hex = spool::sha256_hex(kept.bytes).substr(0, 16);
    std::from_chars(hex.data(), hex.data() + hex.size(), digest, 16);
    const auto [known, is_new] = ids_.try_emplace(kept.id, Seen{digest, false});
    if (is_new || known->second.several || known->second.digest == digest) return;
    known->second.several = true;
    ++count_;
}

bool Ambiguous::contains(std::int64_t id) const {
    const auto known = ids_.find(id);
    return known != ids_.end() && known->second.several;
}

} // namespace worklines::sources
