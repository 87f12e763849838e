// SPDX-License-Identifier: GPL-2.0-or-later
#include "tests/plugin/site.h"

#include "core/hint/advice.h"

#include <cstdlib>
#include <fstream>
#include <stdexcept>
#include <system_error>
#include <vector>

namespace worklines::host {

Site::Site(const std::filesystem::path& below, const std::string& settings) {
    std::string name = below / "worklines-host-XXXXXX";
    if (mkdtemp(name.data()) == nullptr) throw std::system_error(errno, std::generic_category(), name);
    folder_ = name;
    const auto file = folder_ / "worklines.conf";
    std::ofstream(file) << "spool = " << spool().string() << "\nadvice = " << (folder_ / "advice.idx").string()
                        << "\nhints_dir = " << WORKLINES_SOURCE_DIR "/lua/hints\nhints_object = "
                        << WORKLINES_HINTS_OBJECT << "\nspool_floor = 0\n"
                        << settings;
    setenv("WORKLINES_CONF", file.c_str(), 1);
}

Site::~Site() {
    std::error_code ignored;
    std::filesystem::remove_all(folder_, ignored);
}

void Site::write_advice(const std::string& script, std::uint32_t first_uid, std::uint32_t people) const {
    hint::Key key = hint::key_of(first_uid, script, std::nullopt).value();
    std::vector<hint::Entry> entries;
    for (std::uint32_t uid = first_uid; uid < first_uid + people; ++uid) {
        key.uid = uid;
        hint::Entry entry{key, {}};
        for (int run = 0; run < 3; ++run)
            add(entry.history, {.end = 100 + run,
                                .mem_task_bytes = 5 << 20,
                                .mem_upper_bytes = 5 << 20,
                                .mem_asked_bytes = 8LL << 30,
                                .elapsed_s = 20});
        entries.push_back(entry);
    }
    if (auto written = hint::write(folder_ / "advice.idx", std::move(entries)); !written)
        throw std::runtime_error(written.error().line());
}

spool::Status Site::status() const {
    const auto status = spool::load_status(spool() / "status.json");
    return status ? *status : spool::Status{};
}

} // namespace worklines::host
