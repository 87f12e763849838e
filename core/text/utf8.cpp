// SPDX-License-Identifier: GPL-2.0-or-later
#include "core/text/utf8.h"

namespace worklines::text {

std::size_t utf8_sequence(std::string_view bytes) {
    if (bytes.empty()) return 0;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(bytes[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return 1;
    if (lead < 0xc2 || lead > 0xf4) return 0;

    const std::size_t length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    if (bytes.size() < length) return 0;
    // The second byte's range is narrower after these leads: overlong forms, surrogates, beyond U+10FFFF.
    const unsigned char low = lead == 0xe0 ? 0xa0 : lead == 0xf0 ? 0x90 : 0x80;
    const unsigned char high = lead == 0xed ? 0x9f : lead == 0xf4 ? 0x8f : 0xbf;
    if (byte(1) < low || byte(1) > high) return 0;
    for (std::size_t i = 2; i < length; ++i)
        if ((byte(i) & 0xc0) != 0x80) return 0;
    return length;
}

bool is_utf8(std::string_view bytes) {
    while (!bytes.empty()) {
        const std::size_t length = utf8_sequence(bytes);
        if (length == 0) return false;
        bytes.remove_prefix(length);
    }
    return true;
}

std::string replace_invalid(std::string_view bytes, std::string_view instead) {
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t length = utf8_sequence(bytes);
        text += length == 0 ? instead : bytes.substr(0, length);
        bytes.remove_prefix(length == 0 ? 1 : length);
    }
    return text;
}

namespace {

/// Characters of several bytes that act on the text around them instead of being shown.
bool steers_display(std::string_view sequence) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(sequence[i]); };
    if (sequence.size() == 2) return byte(0) == 0xc2 && byte(1) < 0xa0; // C1
    if (sequence.size() != 3 || byte(0) != 0xe2) return false;
    const unsigned char last = byte(2);
    if (byte(1) == 0x80)
        return (last >= 0xa8 && last <= 0xae) || last == 0x8e || last == 0x8f; // U+2028-202E, marks
    return byte(1) == 0x81 && last >= 0xa6 && last <= 0xa9;                    // U+2066-2069
}

} // namespace

std::string printable(std::string_view bytes) {
    std::string text;
    text.reserve(bytes.size());
    while (!bytes.empty()) {
        const std::size_t length = utf8_sequence(bytes);
        const std::string_view sequence = bytes.substr(0, length == 0 ? 1 : length);
        const auto lead = static_cast<unsigned char>(sequence.front());
        if (lead == '\t' || lead == '\n' || lead == '\r')
            text += ' ';
        else if (length == 0 || lead < 0x20 || lead == 0x7f || steers_display(sequence))
            text += '?';
        else
            text += sequence;
        bytes.remove_prefix(sequence.size());
    }
    return text;
}

std::string_view cut_utf8(std::string_view bytes, std::size_t most) {
    if (bytes.size() <= most) return bytes;
    for (std::size_t back = 1; back <= 3 && back <= most; ++back) {
        const std::size_t length = utf8_sequence(bytes.substr(most - back));
        if (length == 0) continue;
        return bytes.substr(0, length > back ? most - back : most);
    }
    return bytes.substr(0, most);
}

} // namespace worklines::text
