// SPDX-License-Identifier: GPL-2.0-or-later
// The rendered JSON against packaging/schema/report.schema.json: exactly its keys, and values of its types. A small
// reader of the part of JSON Schema that the file uses, so that the tests need no other validator.
#define BOOST_TEST_MODULE render_schema
#include "reporter/render/render.h"

#include "tests/reporter/render_portrait.h"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <fstream>
#include <set>
#include <string>

using namespace worklines;
using Json = nlohmann::json;

namespace {

const Json& schema() {
    static const Json file = [] {
        std::ifstream stream(std::string(WORKLINES_SOURCE_DIR) + "/packaging/schema/report.schema.json");
        return Json::parse(stream);
    }();
    return file;
}

bool is_of(const Json& value, const std::string& type) {
    if (type == "object") return value.is_object();
    if (type == "array") return value.is_array();
    if (type == "string") return value.is_string();
    if (type == "integer") return value.is_number_integer();
    if (type == "number") return value.is_number();
    return type == "null" && value.is_null();
}

void check_type(const Json& value, const Json& type, const std::string& where) {
    const Json types = type.is_array() ? type : Json::array({type});
    BOOST_TEST(std::ranges::any_of(types, [&](const Json& one) { return is_of(value, one); }),
               where << " is " << value.type_name() << ", not " << type);
}

void check(const Json& value, const Json& rule, const std::string& where);

void check_object(const Json& value, const Json& rule, const std::string& where) {
    const Json properties = rule.value("properties", Json::object());
    for (const auto& [key, inner] : value.items()) {
        if (properties.contains(key))
            check(inner, properties[key], where + "." + key);
        else if (rule["additionalProperties"].is_object())
            check(inner, rule["additionalProperties"], where + "." + key);
        else
            BOOST_TEST(false, where << " has a key that the schema does not: " << key);
    }
    for (const std::string key : rule.value("required", Json::array()))
        BOOST_TEST(value.contains(key), where << " lacks " << key);
}

void check(const Json& value, const Json& rule, const std::string& where) {
    if (rule.contains("$ref")) {
        const std::string name = rule["$ref"].get<std::string>().substr(1); // "#/$defs/line"
        check(value, schema().at(Json::json_pointer(name)), where);
    }
    if (rule.contains("type")) check_type(value, rule["type"], where);
    if (rule.contains("const")) BOOST_TEST(value == rule["const"], where);
    if (value.is_number() && rule.contains("minimum"))
        BOOST_TEST(value.get<double>() >= rule["minimum"].get<double>(), where);
    if (value.is_number() && rule.contains("maximum"))
        BOOST_TEST(value.get<double>() <= rule["maximum"].get<double>(), where);
    if (value.is_object() && rule.contains("additionalProperties")) check_object(value, rule, where);
    if (value.is_array() && rule.contains("items"))
        for (std::size_t i = 0; i < value.size(); ++i)
            check(value[i], rule["items"], where + "[" + std::to_string(i) + "]");
}

std::set<std::string> keys_of(const Json& object) {
    std::set<std::string> keys;
    for (const auto& [key, value] : object.items())
        keys.insert(key);
    return keys;
}

} // namespace

BOOST_AUTO_TEST_CASE(a_full_report_keeps_the_schema) {
    check(Json::parse(render::json(test::month())), schema(), "report");
}

BOOST_AUTO_TEST_CASE(an_empty_report_keeps_the_schema_and_does_not_know_gpu_hours) {
    const Json report = Json::parse(render::json({}));
    check(report, schema(), "report");
    BOOST_TEST(report["gpu_hours"].is_null());
    BOOST_TEST(report["cpu_hours"] == 0.0);
}

BOOST_AUTO_TEST_CASE(every_key_of_the_schema_is_required_and_rendered) {
    const Json report = Json::parse(render::json(test::month()));
    const auto all_of = [](const Json& rendered, const Json& rule) {
        BOOST_TEST(keys_of(rendered) == keys_of(rule["properties"]), boost::test_tools::per_element());
        BOOST_TEST(rule["required"].get<std::set<std::string>>() == keys_of(rule["properties"]),
                   boost::test_tools::per_element());
    };
    all_of(report, schema());
    all_of(report["lines"][0], schema()["$defs"]["line"]);
    all_of(report["edges"][0], schema()["$defs"]["edge"]);
}
