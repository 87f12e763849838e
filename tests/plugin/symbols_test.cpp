// SPDX-License-Identifier: GPL-2.0-or-later
// What the built objects show to a process that is not ours, and what the core may include.
#define BOOST_TEST_MODULE symbols
#include <boost/test/unit_test.hpp>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <regex>
#include <string>

namespace fs = std::filesystem;

namespace {

std::string output_of(const std::string& command) {
    std::string text;
    FILE* const pipe = popen(command.c_str(), "r");
    BOOST_REQUIRE(pipe != nullptr);
    std::array<char, 4096> buffer{};
    for (std::size_t got = 0; (got = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;)
        text.append(buffer.data(), got);
    BOOST_REQUIRE(pclose(pipe) == 0);
    return text;
}

std::string exported(const std::string& object) {
    return output_of("nm -D --defined-only -P '" + object + "' | cut -d' ' -f1 | LC_ALL=C sort | tr '\\n' ' '");
}

/// Names that the process must bring along, without those of versioned libraries.
std::string wanted(const std::string& object) {
    return output_of("nm -D --undefined-only -P '" + object + "' | cut -d' ' -f1 | grep '^slurm_\\|^spank_' | " +
                     "LC_ALL=C sort | tr '\\n' ' '");
}

} // namespace

BOOST_AUTO_TEST_CASE(each_object_shows_only_what_slurm_asks_for) {
    BOOST_TEST(exported(WORKLINES_JOB_SUBMIT_OBJECT) ==
               "fini init job_modify job_submit plugin_name plugin_type plugin_version ");
    BOOST_TEST(exported(WORKLINES_HINTS_OBJECT) ==
               "worklines_hints_ask worklines_hints_close worklines_hints_open ");
    BOOST_TEST(exported(WORKLINES_SPANK_OBJECT) ==
               "plugin_name plugin_type plugin_version slurm_spank_init slurm_spank_init_post_opt ");
}

BOOST_AUTO_TEST_CASE(of_slurm_only_functions_that_every_version_has_are_called) {
    BOOST_TEST(wanted(WORKLINES_JOB_SUBMIT_OBJECT) == "slurm_error slurm_xcalloc slurm_xfree ");
    BOOST_TEST(wanted(WORKLINES_HINTS_OBJECT) == "");
    BOOST_TEST(wanted(WORKLINES_SPANK_OBJECT) ==
               "slurm_error spank_context spank_job_control_setenv spank_option_register ");
}

#ifndef WORKLINES_SANITIZED
BOOST_AUTO_TEST_CASE(no_object_brings_a_library_that_slurmctld_may_have_in_another_version) {
    for (const char* object : {WORKLINES_JOB_SUBMIT_OBJECT, WORKLINES_HINTS_OBJECT, WORKLINES_SPANK_OBJECT}) {
        const std::string needed = output_of("readelf -d '" + std::string(object) + "' | grep NEEDED || true");
        for (const char* library : {"libstdc++", "libgcc_s", "libcrypto", "libslurm"})
            BOOST_TEST(needed.find(library) == std::string::npos, object << " needs " << library);
    }
}
#endif

BOOST_AUTO_TEST_CASE(no_name_is_unique_in_the_process) { // it would keep the object from being unloaded
    for (const char* object : {WORKLINES_JOB_SUBMIT_OBJECT, WORKLINES_HINTS_OBJECT, WORKLINES_SPANK_OBJECT})
        BOOST_TEST(output_of("readelf -W --dyn-syms '" + std::string(object) + "'").find(" UNIQUE ") ==
                   std::string::npos);
}

BOOST_AUTO_TEST_CASE(the_core_includes_no_header_of_slurm) {
    const std::regex slurms("^\\s*#\\s*include\\s*[<\"](slurm|src/|plugin/)");
    int files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(WORKLINES_SOURCE_DIR "/core")) {
        const auto kind = entry.path().extension();
        if (kind != ".h" && kind != ".cpp") continue;
        ++files;
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);)
            BOOST_TEST(!std::regex_search(line, slurms), entry.path().string() << ": " << line);
    }
    BOOST_TEST(files > 20);
}

BOOST_AUTO_TEST_CASE(of_the_plugin_only_the_shim_includes_a_header_of_slurm) {
    for (const auto& entry : fs::recursive_directory_iterator(WORKLINES_SOURCE_DIR "/plugin")) {
        std::ifstream in(entry.path());
        for (std::string line; std::getline(in, line);)
            if (line.starts_with("#include <slurm/"))
                BOOST_TEST((entry.path().filename() == "versions.h" || entry.path().filename() == "spank.cpp"),
                           entry.path().string() << ": " << line);
    }
}
