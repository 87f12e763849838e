// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/spool/reader.h"

#include "core/snapshot/snapshot_json.h"
#include "core/spool/digest.h"
#include "core/spool/frame.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <unordered_set>

namespace worklines::spool {
namespace {

class Scan {
  public:
    Scan(std::string_view bytes, std::uint64_t begin, std::string token, bool growing, const Sink& sink)
        : bytes_(bytes), begin_(begin), token_(std::move(token)), growing_(growing), sink_(sink) {}

    Report run() {
        report_.next = begin_;
        pass_head();
        if (token_.empty()) {
            if (!bytes_.empty()) note(Damage::Kind::no_token, 0, bytes_.size());
            return std::move(report_);
        }
        while (at_ < bytes_.size())
            if (!take_record()) pass_garbage();
        return std::move(report_);
    }

  private:
    enum class Shape : std::uint8_t { intact, cut, bad };

    void note(Damage::Kind kind, std::size_t at, std::size_t size) {
        if (++report_.damage_count <= most_damages) report_.damages.push_back({kind, begin_ + at, size});
    }

    void pass_head() {
        if (begin_ != 0) return;
        const auto token = parse_head(bytes_);
        if (!token) return;
        if (token_.empty()) token_ = *token;
        at_ = bytes_.find('\n');
        at_ = at_ == std::string_view::npos ? bytes_.size() : at_ + 1;
        report_.next = at_;
    }

    /// Whether the framing line and JSON at `at` are those of a record; the script may still be damaged.
    Shape shape(std::size_t at, Frame& frame) const {
        const auto parsed = parse_frame(bytes_.substr(at));
        if (!parsed) return Shape::bad;
        frame = *parsed;
        const std::string_view rest = bytes_.substr(at + frame.line_size);
        // The JSON holds no newline: the next one must stand where the size says. It also keeps the work linear,
        // since no two candidates can then claim the same bytes.
        const std::size_t newline = rest.find('\n');
        if (newline == std::string_view::npos) return frame.json_size >= rest.size() ? Shape::cut : Shape::bad;
        if (newline != frame.json_size) return Shape::bad;
        const std::string_view json = rest.substr(0, newline);
        return frame_check(token_, frame.sequence, json, frame.script_size) == frame.check ? Shape::intact
                                                                                           : Shape::bad;
    }

    /// At `at_`: hands a record on and steps behind it. False: there is none.
    bool take_record() {
        Frame frame;
        if (shape(at_, frame) != Shape::intact) return false;
        const std::size_t start = at_;
        const std::size_t json_at = start + frame.line_size;
        const std::size_t script_at = json_at + frame.json_size + 1;
        const std::string_view rest = bytes_.substr(script_at);

        if (rest.size() <= frame.script_size && growing_) return false; // the rest of it may be on its way
        auto snapshot = snapshot::from_json(bytes_.substr(json_at, frame.json_size));
        if (!snapshot) {
            at_ = script_at;
            note(Damage::Kind::unknown_version, start, at_ - start);
            return true;
        }

        Record record{frame.sequence, begin_ + start, std::move(*snapshot), std::nullopt};
        const bool complete = rest.size() > frame.script_size && rest[frame.script_size] == '\n';
        const std::string_view script = complete ? rest.substr(0, frame.script_size) : std::string_view{};
        if (complete && (script.empty() || is_script(script, record.snapshot))) {
            if (!script.empty()) record.script = script;
            at_ = script_at + frame.script_size + 1;
            report_.next = begin_ + at_;
        } else {
            // What follows the JSON is not this script; another record may begin anywhere in it.
            note(Damage::Kind::script, script_at, std::min<std::size_t>(rest.size(), frame.script_size));
            at_ = script_at;
        }
        if (!seen_.insert(frame.sequence).second) {
            note(Damage::Kind::duplicate, start, at_ - start);
            return true;
        }
        ++report_.records;
        sink_(record);
        return true;
    }

    static bool is_script(std::string_view bytes, const snapshot::Snapshot& snapshot) {
        return snapshot.script && snapshot.script->size == bytes.size() &&
               snapshot.script->sha256 == sha256_hex(bytes);
    }

    /// From `at_` to the next record, or to the end.
    void pass_garbage() {
        const std::size_t start = at_;
        bool other_version = false;
        Frame frame;
        for (std::size_t next = start;; ++next) {
            next = bytes_.find(record_magic, next);
            if (next == std::string_view::npos) {
                at_ = bytes_.size();
                break;
            }
            const Shape found = shape(next, frame);
            if (found == Shape::intact && next != start) {
                at_ = next;
                break;
            }
            if (next == start) other_version = is_other_version(next);
        }
        const bool at_end = at_ == bytes_.size();
        if (at_end && growing_) return; // not yet known to be garbage: the next read begins at report_.next
        const Damage::Kind kind = other_version                 ? Damage::Kind::unknown_version
                                  : at_end && looks_torn(start) ? Damage::Kind::torn_tail
                                                                : Damage::Kind::garbage;
        note(kind, start, at_ - start);
    }

    bool is_other_version(std::size_t at) const {
        const std::string_view version = bytes_.substr(at + record_magic.size());
        const std::size_t digits = version.find_first_not_of("0123456789");
        return digits != std::string_view::npos && digits > 0 && version[digits] == ' ' &&
               version.substr(0, digits) != record_version.substr(0, record_version.size() - 1);
    }

    /// A writer that died in the middle leaves the front of a record.
    bool looks_torn(std::size_t at) const {
        const std::string_view tail = bytes_.substr(at);
        if (!tail.starts_with(record_magic.substr(0, std::min(tail.size(), record_magic.size())))) return false;
        Frame frame;
        return tail.find('\n') == std::string_view::npos || shape(at, frame) != Shape::bad;
    }

    std::string_view bytes_;
    std::uint64_t begin_;
    std::string token_;
    bool growing_;
    const Sink& sink_;
    std::size_t at_ = 0;
    std::unordered_set<std::uint64_t> seen_;
    Report report_;
};

} // namespace

std::string_view damage_text(Damage::Kind kind) {
    constexpr std::array<std::string_view, 6> texts{
        "bytes that are no record",       "an incomplete last record",          "a script that is damaged",
        "a record that was there before", "a record of another format version", "a segment without name and head",
    };
    return texts[static_cast<std::size_t>(kind)];
}

Report read_segment(std::string_view bytes, std::uint64_t begin, std::string token, bool growing,
                    const Sink& sink) {
    return Scan(bytes, begin, std::move(token), growing, sink).run();
}

Result<std::string> load_segment(const std::filesystem::path& file, std::uint64_t begin) {
    const auto fail = [&](const char* what) {
        return Error{std::string(what) + ": " + std::strerror(errno), file.string(), "check who may read it"};
    };
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return fail("cannot open the segment");

    std::string bytes;
    std::array<char, 1u << 16> chunk; // NOLINT: filled by pread
    for (;;) {
        const ssize_t got = pread(fd, chunk.data(), chunk.size(), static_cast<off_t>(begin + bytes.size()));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            const Error error = fail("cannot read the segment");
            close(fd);
            return error;
        }
        if (got == 0) break;
        bytes.append(chunk.data(), static_cast<std::size_t>(got));
    }
    close(fd);
    return bytes;
}

bool is_abandoned(const std::filesystem::path& file) {
    const int fd = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
    if (fd < 0) return false;
    const bool abandoned = flock(fd, LOCK_EX | LOCK_NB) == 0;
    close(fd);
    return abandoned;
}

} // namespace worklines::spool
