// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE snapshot_json
#include "core/snapshot/snapshot_json.h"

#include <boost/test/unit_test.hpp>

#include <random>

using namespace worklines;
using snapshot::Snapshot;

namespace {

/// Fills every field there is, so that one that the list forgets is missed.
struct Fill {
    std::mt19937& random;

    std::string bytes() {
        std::string text;
        for (std::size_t n = random() % 20; n > 0; --n)
            text += static_cast<char>(random() % 255 + 1);
        return text + "x";
    }
    void operator()(const char*, std::string& v) { v = bytes(); }
    void operator()(const char*, std::optional<std::string>& v) {
        if (random() % 3 != 0) v = random() % 4 == 0 ? "" : bytes();
    }
    template <std::integral T>
    void operator()(const char*, T& v) {
        v = static_cast<T>(random());
    }
    template <std::integral T>
    void operator()(const char*, std::optional<T>& v) {
        if (random() % 3 != 0) v = random() % 4 == 0 ? T{0} : static_cast<T>(random());
    }
    void operator()(const char*, bool& v) { v = random() % 2 == 0; }
    void operator()(const char*, snapshot::Call& v) { v = static_cast<snapshot::Call>(random() % 3); }
    void operator()(const char*, std::optional<snapshot::ScriptRef>& v) {
        if (random() % 2 == 0) v = {std::string(64, 'a'), random(), random() % 2 == 0};
    }
    void operator()(const char*, std::vector<std::string>& v) { v = {bytes(), "", bytes()}; }
    void operator()(const char*, std::map<std::string, std::string>& v) { v = {{"A", bytes()}, {"B", ""}}; }
};

} // namespace

BOOST_AUTO_TEST_CASE(every_field_comes_back_whatever_its_bytes) {
    std::mt19937 random(1);
    for (int round = 0; round < 500; ++round) {
        Snapshot s;
        visit_fields(s, Fill{random});
        const std::string json = snapshot::to_json(s);
        BOOST_TEST(json.find('\n') == std::string::npos);
        const auto back = snapshot::from_json(json);
        BOOST_REQUIRE_MESSAGE(back, json);
        BOOST_TEST((*back == s));
    }
}

BOOST_AUTO_TEST_CASE(not_given_and_zero_and_unlimited_are_three_things) {
    Snapshot s;
    BOOST_TEST(snapshot::to_json(s).find("time_limit_min") == std::string::npos);
    s.time_limit_min = 0;
    BOOST_TEST(snapshot::to_json(s).find("\"time_limit_min\":0") != std::string::npos);
    s.time_limit_min = snapshot::unlimited;
    BOOST_TEST(snapshot::to_json(s).find("\"time_limit_min\":\"unlimited\"") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(what_is_not_a_snapshot_is_refused_and_the_key_is_named) {
    for (const char* bad : {"", "[]", "nonsense", "{\"uid\":", "{\"uid\":-1}", "{\"uid\":\"x\"}", "{\"name\":7}",
                            "{\"name\":{\"hex\":\"0g\"}}", "{\"script\":{\"size\":3}}", "{\"call\":\"walk\"}"})
        BOOST_TEST(!snapshot::from_json(bad), bad);
    BOOST_TEST(snapshot::from_json("{\"uid\":\"x\"}").error().where == "`uid`");
}

BOOST_AUTO_TEST_CASE(keys_of_a_later_writer_are_ignored) {
    const auto s = snapshot::from_json("{\"uid\":7,\"colour\":\"blue\"}");
    BOOST_REQUIRE(s);
    BOOST_TEST(s->uid == 7u);
}
