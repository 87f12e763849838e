// SPDX-License-Identifier: GPL-2.0-or-later
// The segment reader on any bytes, alone and around records that are intact: those must be found.
#include "core/snapshot/snapshot_json.h"
#include "core/spool/digest.h"
#include "core/spool/frame.h"
#include "core/spool/reader.h"

#include <cstdlib>

using namespace worklines;

namespace {

const std::string token = "00112233445566778899aabbccddeeff";

std::string intact_record(std::uint64_t sequence, const std::string& script) {
    snapshot::Snapshot s;
    s.name = "intact";
    if (!script.empty()) s.script = {spool::sha256_hex(script), script.size(), true};
    const std::string json = snapshot::to_json(s);
    return spool::frame_line(token, sequence, json, script.size()) + json + '\n' + script + '\n';
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const auto ignore = [](const spool::Record&) {};
    spool::read_segment(bytes, 0, "", false, ignore);
    spool::read_segment(bytes, size / 2, token, true, ignore);
    static_cast<void>(snapshot::from_json(bytes));

    std::string segment = spool::head_line(token, "2026-12-01T05:34:35Z");
    segment += intact_record(0, std::string(bytes)); // as hostile a script as the fuzzer can find
    segment += bytes;
    segment += intact_record(1, "#!/bin/sh\n");
    std::size_t found = 0;
    spool::read_segment(segment, 0, token, false, [&](const spool::Record&) { ++found; });
    if (found != 2) std::abort();
    return 0;
}
