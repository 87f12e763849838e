// SPDX-License-Identifier: GPL-2.0-or-later
// SHA-256, streaming. OpenSSL's plain functions and not its EVP layer: EVP registers exit handlers and loads
// configuration, and neither has a place in a plugin that may be unloaded from slurmctld.
#pragma once

#include <openssl/sha.h>

#include <string>
#include <string_view>

namespace worklines::spool {

class Sha256 {
  public:
    Sha256();
    Sha256& add(std::string_view bytes);
    std::string hex(); ///< 64 lower-case digits; ends the digest

  private:
    SHA256_CTX state_;
};

std::string sha256_hex(std::string_view bytes);

} // namespace worklines::spool
