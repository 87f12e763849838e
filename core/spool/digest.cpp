// SPDX-License-Identifier: GPL-2.0-or-later
#define OPENSSL_SUPPRESS_DEPRECATED // see digest.h for why not EVP
#include "core/spool/digest.h"

namespace worklines::spool {

Sha256::Sha256() { SHA256_Init(&state_); }

Sha256& Sha256::add(std::string_view bytes) {
    SHA256_Update(&state_, bytes.data(), bytes.size());
    return *this;
}

std::string Sha256::hex() {
    unsigned char digest[SHA256_DIGEST_LENGTH];
    SHA256_Final(digest, &state_);
    std::string text;
    text.reserve(2 * sizeof digest);
    for (const unsigned char byte : digest) {
        text += "0123456789abcdef"[byte >> 4];
        text += "0123456789abcdef"[byte & 15];
    }
    return text;
}

std::string sha256_hex(std::string_view bytes) { return Sha256().add(bytes).hex(); }

} // namespace worklines::spool
