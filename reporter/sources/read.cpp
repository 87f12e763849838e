// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/read.h"

#include "reporter/sources/batch_script.h"
#include "reporter/sources/folder.h"
#include "reporter/sources/json_lines.h"
#include "reporter/sources/stream.h"
#include "reporter/sources/tar.h"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace worklines::sources {
namespace {

constexpr std::size_t most_notes = 5;
constexpr std::string_view kinds =
    "name a folder or tar of files such as 104295.sh, JSON Lines, or what sacct --batch-script printed";

/// A descriptor that is closed at the end, unless somebody else will.
class Descriptor {
  public:
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    int number() const { return number_; }
    int release() { return std::exchange(number_, -1); }

  private:
    int number_;
};

/// The bytes that were looked at, then the rest.
accounting::Source source_of(std::string begin, Stream& stream) {
    return [begin = std::move(begin), &stream](char* buffer, std::size_t size) mutable -> Result<std::size_t> {
        if (begin.empty()) return stream.read(buffer, size);
        const std::size_t part = begin.copy(buffer, size);
        begin.erase(0, part);
        return part;
    };
}

/// Once more from its begin, for those scripts whose id comes with no other.
Result<void> read_unambiguous(int descriptor, const std::string& name, const Options& options, const Sink& sink,
                              const Ambiguous& ambiguous, Report& report) {
    if (::lseek(descriptor, 0, SEEK_SET) != 0)
        return Error{std::string("cannot be read twice: ") + std::strerror(errno), name, ""};
    auto stream = Stream::open(descriptor, name);
    if (!stream) return stream.error();
    if (const auto step = stream->next(); !step) return step.error();
    const auto take = [&](const KeptScript& kept) {
        if (!ambiguous.contains(kept.id)) return sink(kept);
        --report.scripts;
        return Result<void>{};
    };
    report.ambiguous = ambiguous.count();
    return read_batch_scripts(source_of({}, *stream), name, options, take, report);
}

Result<void> read_text(Stream& stream, int descriptor, const std::string& name, const Options& options,
                       const Sink& sink, Report& report) {
    std::string begin(4096, '\0');
    const auto got = stream.read(begin.data(), begin.size());
    if (!got) return got.error();
    begin.resize(*got);
    if (begin.starts_with(batch_script_header)) {
        Ambiguous ambiguous;
        Report first_look;
        const auto look = [&](const KeptScript& kept) {
            ambiguous.add(kept);
            return Result<void>{};
        };
        const auto done = read_batch_scripts(source_of(std::move(begin), stream), name, options, look, first_look);
        return done ? read_unambiguous(descriptor, name, options, sink, ambiguous, report) : done;
    }
    const std::size_t first = begin.find_first_not_of(" \t\r\n\xef\xbb\xbf");
    if (first == begin.npos || begin[first] != '{') return Error{"not scripts of jobs", name, std::string(kinds)};
    return read_json_lines(source_of(std::move(begin), stream), name, options, sink, report);
}

Result<void> read_file(int descriptor, const std::string& name, const Options& options, const Sink& sink,
                       Report& report) {
    auto stream = Stream::open(descriptor, name);
    if (!stream) return stream.error();
    const auto step = stream->next();
    if (!step) return step.error();
    if (*step == Stream::Step::end) return {}; // empty: as many scripts as in an empty folder
    return stream->is_tar() ? read_tar(*stream, name, options, sink, report)
                            : read_text(*stream, descriptor, name, options, sink, report);
}

} // namespace

void Report::note(const std::string& where, std::string_view what) {
    if (notes.size() < most_notes) notes.push_back(where + ": " + std::string(what));
}

Result<void> hand_on(const Named& named, std::string_view bytes, std::string_view source, const Sink& sink,
                     Report& report) {
    if (named.ends_in_nul && bytes.ends_with('\0')) bytes.remove_suffix(1);
    KeptScript kept;
    kept.id = named.id;
    kept.bytes = bytes;
    kept.source = named.layout.empty() ? source : named.layout;
    if (named.submit_to > 0) {
        kept.submit_from = named.submit_from;
        kept.submit_to = named.submit_to;
    }
    ++report.scripts;
    return sink(kept);
}

Result<Report> read(const std::filesystem::path& path, const Options& options, const Sink& sink) {
    const std::string name = path.string();
    Descriptor file(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));
    struct stat status {};
    if (file.number() < 0 || ::fstat(file.number(), &status) != 0)
        return Error{std::string("cannot read the scripts: ") + std::strerror(errno), name, std::string(kinds)};
    Report report;
    Result<void> done;
    if (S_ISDIR(status.st_mode))
        done = read_folder(file.release(), name, options, sink, report);
    else if (S_ISREG(status.st_mode))
        done = read_file(file.number(), name, options, sink, report);
    else
        done = Error{"neither a folder nor a file", name, std::string(kinds)};
    if (!done) return done.error();
    return report;
}

} // namespace worklines::sources
