// SPDX-License-Identifier: GPL-2.0-or-later
#include "reporter/sources/json_lines.h"

#include "reporter/accounting/job.h"
#include "reporter/sources/lines.h"
#include "reporter/sources/told_time.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>

namespace worklines::sources {
namespace {

using nlohmann::json;

/// A byte of a script takes up to six in JSON; the rest is for the other keys.
constexpr std::size_t bytes_per_byte = 6, other_keys = 1 << 20;

enum class Field { none, id, script, submit, user, cluster };

struct Key {
    std::string_view name;
    Field field;
};

/// Of those for one field the first is the best.
constexpr std::array<Key, 13> keys{{{"jobid", Field::id},
                                    {"jobidraw", Field::id},
                                    {"job", Field::id},
                                    {"id", Field::id},
                                    {"script", Field::script},
                                    {"batchscript", Field::script},
                                    {"jobscript", Field::script},
                                    {"submit", Field::submit},
                                    {"submittime", Field::submit},
                                    {"submitted", Field::submit},
                                    {"user", Field::user},
                                    {"username", Field::user},
                                    {"cluster", Field::cluster}}};

std::string plain(std::string_view key) {
    std::string text;
    for (const char c : key)
        if (c != '_' && c != '-') text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return text;
}

/// Takes the object's own values as they come by. No tree is built: a line may nest a million deep.
class Object : public nlohmann::json_sax<json> {
  public:
    struct Value {
        std::size_t rank = keys.size(); ///< of its key; keys.size(): not there
        std::string text;
    };
    const Value& of(Field field) const { return values_[static_cast<std::size_t>(field)]; }
    const std::string& why() const { return why_; }

    bool null() override { return true; }
    bool boolean(bool) override { return true; }
    bool number_integer(number_integer_t value) override { return take(std::to_string(value)); }
    bool number_unsigned(number_unsigned_t value) override { return take(std::to_string(value)); }
    bool number_float(number_float_t value, const string_t&) override {
        // An epoch with a fraction. What is no time is no job id either.
        return value >= 0 && value < 1e15 ? take(std::to_string(static_cast<std::int64_t>(value))) : true;
    }
    bool string(string_t& value) override { return take(std::move(value)); }
    bool binary(binary_t&) override { return true; }
    bool start_object(std::size_t) override { return begin(); }
    bool start_array(std::size_t) override {
        if (depth_ == 0) return refuse("not an object");
        return begin();
    }
    bool end_object() override { return end(); }
    bool end_array() override { return end(); }
    bool key(string_t& name) override {
        if (depth_ != 1) return true;
        const std::string text = plain(name);
        rank_ = static_cast<std::size_t>(
            std::find_if(keys.begin(), keys.end(), [&](const Key& key) { return key.name == text; }) -
            keys.begin());
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return refuse("not JSON"); // the library's message would quote the script
    }

  private:
    bool begin() {
        ++depth_;
        return true;
    }
    bool end() {
        --depth_;
        return true;
    }
    bool refuse(const char* why) {
        why_ = why;
        return false;
    }
    bool take(std::string value) {
        if (depth_ == 0) return refuse("not an object");
        if (depth_ != 1 || rank_ == keys.size()) return true;
        Value& known = values_[static_cast<std::size_t>(keys[rank_].field)];
        if (rank_ < known.rank) known = {rank_, std::move(value)};
        return true;
    }

    int depth_ = 0;
    std::size_t rank_ = keys.size();
    std::array<Value, 6> values_;
    std::string why_;
};

/// The job that its script is kept under; a step has none.
std::optional<std::int64_t> id_of(const std::string& text) {
    const auto id = accounting::parse_job_id(text);
    return id && id->step.empty() && id->base > 0 && id->base <= UINT32_MAX ? std::optional(id->base)
                                                                            : std::nullopt;
}

bool is_blank(std::string_view line) { return line.find_first_not_of(" \t\r") == line.npos; }

} // namespace

Result<void> read_json_lines(accounting::Source source, const std::string& name, const Options& options,
                             const Sink& sink, Report& report) {
    Lines lines(std::move(source), options.max_script * bytes_per_byte + other_keys);
    const auto unreadable = [&](std::uint64_t line, std::string_view why) {
        ++report.unreadable;
        report.note(name + ':' + std::to_string(line), why);
    };
    while (const auto line = lines.next()) {
        std::string_view text = line->text;
        if (line->number == 1 && text.starts_with("\xef\xbb\xbf")) text.remove_prefix(3);
        if (line->too_long) {
            ++report.too_large;
            continue;
        }
        if (is_blank(text)) continue;
        Object object;
        if (!json::sax_parse(text, &object)) {
            unreadable(line->number, object.why());
            continue;
        }
        const auto id = id_of(object.of(Field::id).text);
        const Object::Value& script = object.of(Field::script);
        if (!id) {
            ++report.unnamed;
        } else if (script.rank == keys.size()) {
            unreadable(line->number, "no script");
        } else if (script.text.size() > options.max_script) {
            ++report.too_large;
        } else {
            KeptScript kept;
            kept.id = *id;
            kept.bytes = script.text;
            kept.source = "JSON Lines";
            kept.cluster = object.of(Field::cluster).text;
            kept.user = object.of(Field::user).text;
            set_submit(kept, object.of(Field::submit).text, options.zone);
            ++report.scripts;
            if (auto done = sink(kept); !done) return done;
        }
    }
    if (lines.error()) return *lines.error();
    return {};
}

} // namespace worklines::sources
