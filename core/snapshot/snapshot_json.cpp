// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/snapshot/snapshot_json.h"

#include "core/text/utf8.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <concepts>
#include <type_traits>
#include <utility>

namespace worklines::snapshot {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::string_view, 3> call_words{"batch", "interactive", "change"};
constexpr std::string_view hex_digits = "0123456789abcdef";

// To JSON ------------------------------------------------------------------------------------------------------

std::string hex(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size() * 2);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += hex_digits[byte >> 4];
        text += hex_digits[byte & 15];
    }
    return text;
}

Json encode(const std::string& value) {
    if (text::is_utf8(value)) return value;
    return Json{{"hex", hex(value)}};
}
template <std::integral T>
Json encode(T value) {
    return value;
}
Json encode(Call value) { return call_words[static_cast<std::size_t>(value)]; }
Json encode(const ScriptRef& value) {
    Json json{{"sha256", value.sha256}, {"size", value.size}};
    if (!value.kept) json["kept"] = false;
    return json;
}
Json encode(const std::vector<std::string>& values) {
    Json json = Json::array();
    for (const auto& value : values)
        json.push_back(encode(value));
    return json;
}
Json encode(const std::map<std::string, std::string>& values) {
    Json json = Json::object();
    for (const auto& [name, value] : values)
        json[name] = encode(value);
    return json;
}

bool given(const Call&) { return true; }
bool given(const std::string& value) { return !value.empty(); }
bool given(bool value) { return value; }
template <std::integral T>
bool given(T) {
    return true;
}
template <class T>
bool given(const std::vector<T>& values) {
    return !values.empty();
}
bool given(const std::map<std::string, std::string>& values) { return !values.empty(); }

struct Writer {
    Json::object_t& json; // keys are appended: each is visited once, and a search for it would be linear

    template <class T>
    void operator()(const char* key, const T& value) {
        if (given(value)) json.emplace_back(key, encode(value));
    }
    template <class T>
    void operator()(const char* key, const std::optional<T>& value) {
        if (value) json.emplace_back(key, encode(*value));
    }
    void operator()(const char* key, const std::optional<std::uint32_t>& value) {
        if (value) json.emplace_back(key, *value == unlimited ? Json("unlimited") : Json(*value));
    }
};

// From JSON ----------------------------------------------------------------------------------------------------

std::optional<unsigned> digit(char c) {
    const std::size_t at = hex_digits.find(c);
    if (at == std::string_view::npos) return std::nullopt;
    return static_cast<unsigned>(at);
}

bool unhex(const std::string& text, std::string& out) {
    if (text.size() % 2 != 0) return false;
    std::string bytes;
    bytes.reserve(text.size() / 2);
    for (std::size_t i = 0; i < text.size(); i += 2) {
        const auto high = digit(text[i]), low = digit(text[i + 1]);
        if (!high || !low) return false;
        bytes += static_cast<char>(*high << 4 | *low);
    }
    out = std::move(bytes);
    return true;
}

bool decode(const Json& json, std::string& out) {
    if (json.is_string()) {
        out = json.get_ref<const std::string&>();
        return true;
    }
    if (!json.is_object() || json.size() != 1) return false;
    const auto bytes = json.find("hex");
    return bytes != json.end() && bytes->is_string() && unhex(bytes->get_ref<const std::string&>(), out);
}
bool decode(const Json& json, bool& out) {
    if (!json.is_boolean()) return false;
    out = json.get<bool>();
    return true;
}
template <std::integral T>
bool decode(const Json& json, T& out) {
    if (!json.is_number_integer()) return false;
    if (json.is_number_unsigned()) {
        const auto value = json.get<std::uint64_t>();
        if (!std::in_range<T>(value)) return false;
        out = static_cast<T>(value);
        return true;
    }
    const auto value = json.get<std::int64_t>();
    if (!std::in_range<T>(value)) return false;
    out = static_cast<T>(value);
    return true;
}
bool decode(const Json& json, Call& out) {
    if (!json.is_string()) return false;
    const auto word = std::find(call_words.begin(), call_words.end(), json.get_ref<const std::string&>());
    if (word == call_words.end()) return false;
    out = static_cast<Call>(word - call_words.begin());
    return true;
}
bool decode(const Json& json, ScriptRef& out) {
    if (!json.is_object()) return false;
    const auto sha = json.find("sha256"), size = json.find("size"), kept = json.find("kept");
    if (sha == json.end() || size == json.end() || !decode(*sha, out.sha256) || !decode(*size, out.size))
        return false;
    return kept == json.end() || decode(*kept, out.kept);
}
bool decode(const Json& json, std::vector<std::string>& out) {
    if (!json.is_array()) return false;
    for (const auto& item : json)
        if (!decode(item, out.emplace_back())) return false;
    return true;
}
bool decode(const Json& json, std::map<std::string, std::string>& out) {
    if (!json.is_object()) return false;
    for (const auto& [name, value] : json.items())
        if (!decode(value, out[name])) return false;
    return true;
}

/// Looks at the keys in the order that our writer gives them.
class InOrder {
  public:
    explicit InOrder(const Json::object_t& json) : next_(json.begin()), end_(json.end()) {}

    const Json* find(const char* key) {
        if (next_ == end_ || next_->first != key) return nullptr;
        return &(next_++)->second;
    }
    bool all_seen() const { return next_ == end_; }

  private:
    Json::object_t::const_iterator next_, end_;
};

/// Takes keys in any order, at the price of a search for each.
class AnyOrder {
  public:
    explicit AnyOrder(const Json::object_t& json) : json_(json) {}

    const Json* find(const char* key) const {
        const auto found = json_.find(key);
        return found == json_.end() ? nullptr : &found->second;
    }

  private:
    const Json::object_t& json_;
};

template <class Keys>
struct Reader {
    Keys& keys;
    std::string bad_key; ///< the first key whose value is of another kind

    template <class T>
    void operator()(const char* key, T& value) {
        if (const Json* found = keys.find(key)) note(key, decode(*found, value));
    }
    template <class T>
    void operator()(const char* key, std::optional<T>& value) {
        const Json* const found = keys.find(key);
        if (found == nullptr) return;
        T decoded{};
        if constexpr (std::is_same_v<T, std::uint32_t>) {
            if (*found == "unlimited") {
                value = unlimited;
                return;
            }
        }
        const bool good = decode(*found, decoded);
        note(key, good);
        if (good) value = std::move(decoded);
    }

    void note(const char* key, bool good) {
        if (!good && bad_key.empty()) bad_key = key;
    }
};

template <class Keys>
Result<Snapshot> read(Keys& keys) {
    Snapshot snapshot;
    Reader<Keys> reader{keys, {}};
    visit_fields(snapshot, reader);
    if (!reader.bad_key.empty()) return Error{"a value of the wrong kind", "`" + reader.bad_key + "`", ""};
    return snapshot;
}

} // namespace

std::string to_json(const Snapshot& snapshot) {
    Json json = Json::object();
    auto& object = json.get_ref<Json::object_t&>();
    object.reserve(32);
    visit_fields(snapshot, Writer{object});
    return json.dump();
}

Result<Snapshot> from_json(std::string_view line) {
    const Json json = Json::parse(line, nullptr, /*allow_exceptions=*/false);
    if (!json.is_object()) return Error{"a snapshot that is not a JSON object", "", ""};
    const auto& object = json.get_ref<const Json::object_t&>();
    InOrder in_order(object);
    auto snapshot = read(in_order);
    if (in_order.all_seen()) return snapshot;
    AnyOrder any_order(object); // a key that we do not know, or another writer
    return read(any_order);
}

} // namespace worklines::snapshot
