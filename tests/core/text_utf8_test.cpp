// SPDX-License-Identifier: GPL-2.0-or-later
#define BOOST_TEST_MODULE text_utf8
#include "core/text/utf8.h"

#include <boost/test/unit_test.hpp>

#include <string>

namespace text = worklines::text;

BOOST_AUTO_TEST_CASE(well_formed_text_is_told_from_the_rest) {
    for (const char* good : {"", "abc", "añb", "€", "😀", "\xf4\x8f\xbf\xbf"})
        BOOST_TEST(text::is_utf8(good), good);
    for (const char* bad : {"\x80", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "a\xff"})
        BOOST_TEST(!text::is_utf8(bad));
}

BOOST_AUTO_TEST_CASE(each_invalid_byte_is_replaced) {
    BOOST_TEST(text::replace_invalid("caf\xe9 \xe2\x82 ok €", "?") == "caf? ?? ok €");
}

BOOST_AUTO_TEST_CASE(what_steers_a_terminal_is_not_printed) { // S11
    BOOST_TEST(text::printable("a\x1b[31mred\x07") == "a?[31mred?");
    BOOST_TEST(text::printable("two\nlines\tand a tab") == "two lines and a tab");
    BOOST_TEST(text::printable("\xc2\x9b"
                               "31m") == "?31m"); // C1 CSI
    BOOST_TEST(text::printable("\xe2\x80\xae"
                               "gpj.exe") == "?gpj.exe"); // right-to-left override
    BOOST_TEST(text::printable("naïve – “quoted” 😀") == "naïve – “quoted” 😀");
}

BOOST_AUTO_TEST_CASE(a_cut_never_leaves_half_a_character) {
    const std::string text = "ab€cd"; // the sign has three bytes
    const std::size_t expected[] = {0, 1, 2, 2, 2, 5, 6, 7, 7};
    for (std::size_t most = 0; most < 9; ++most)
        BOOST_TEST(text::cut_utf8(text, most).size() == expected[most]);
}
