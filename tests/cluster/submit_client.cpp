// SPDX-License-Identifier: GPL-2.0-or-later
// Submits a batch script through libslurm as any program may: sbatch refuses some scripts (CRLF, NUL) that
// slurmctld takes. Prints the jobs' ids, one a line; with --timing, each behind its latency in microseconds.
#include <slurm/slurm.h>
#include <slurm/slurm_errno.h>

#include <boost/program_options.hpp>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <unistd.h>

namespace po = boost::program_options;

namespace {

struct Request {
    std::string file, name;
    unsigned count = 1;
    bool held = false, timing = false, vary = false;
};

/// Exits where the options are wrong.
Request parse(int argc, char** argv) {
    Request request;
    po::options_description options("submit_client [options] SCRIPT");
    auto add = options.add_options();
    add("help", "");
    add("script", po::value(&request.file)->required(), "");
    add("name", po::value(&request.name)->default_value("client"), "the job's name; %d is the submission's number");
    add("count", po::value(&request.count), "how often");
    add("held", po::bool_switch(&request.held), "submit held jobs");
    add("timing", po::bool_switch(&request.timing), "print latencies too");
    add("vary", po::bool_switch(&request.vary), "a script of its own in each submission");
    po::positional_options_description positional;
    positional.add("script", 1);
    po::variables_map values;
    try {
        po::store(po::command_line_parser(argc, argv).options(options).positional(positional).run(), values);
        po::notify(values);
    } catch (const po::error& error) {
        std::cerr << "submit_client: " << error.what() << '\n';
        std::exit(2);
    }
    return request;
}

std::string numbered(std::string name, unsigned number) {
    const auto at = name.find("%d");
    return at == std::string::npos ? name : name.replace(at, 2, std::to_string(number));
}

/// The job's id, or 0.
std::uint32_t submit(const Request& request, unsigned number, std::string& script, char** environment) {
    job_desc_msg_t desc;
    slurm_init_job_desc_msg(&desc);
    std::string name = numbered(request.name, number);
    std::string folder = "/tmp", line = "submit_client " + request.file, null = "/dev/null";
    desc.name = name.data();
    desc.script = script.data();
    desc.work_dir = folder.data();
    desc.submit_line = line.data();
    desc.std_out = desc.std_err = null.data();
    desc.user_id = getuid();
    desc.group_id = getgid();
    desc.min_cpus = 1;
    desc.environment = environment;
    desc.env_size = 1;
    if (request.held) desc.priority = 0;

    submit_response_msg_t* answer = nullptr;
    if (slurm_submit_batch_job(&desc, &answer) != SLURM_SUCCESS || answer == nullptr) {
        std::cerr << "submit_client: " << slurm_strerror(errno) << '\n';
        return 0;
    }
    const std::uint32_t id = answer->job_id;
    slurm_free_submit_response_response_msg(answer);
    return id;
}

} // namespace

int main(int argc, char** argv) {
    const Request request = parse(argc, argv);
    std::ifstream in(request.file, std::ios::binary);
    std::string script{std::istreambuf_iterator<char>(in), {}};
    if (!in) {
        std::cerr << "submit_client: " << request.file << ": cannot be read\n";
        return 1;
    }
    slurm_init(nullptr);
    std::string variable = "PATH=/usr/bin:/bin";
    char* environment[] = {variable.data(), nullptr};
    const std::size_t plain_size = script.size();
    for (unsigned i = 0; i < request.count; ++i) {
        script.resize(plain_size);
        if (request.vary) script += "# " + std::to_string(getpid()) + '-' + std::to_string(i) + '\n';
        const auto begin = std::chrono::steady_clock::now();
        const std::uint32_t id = submit(request, i, script, environment);
        const auto took = std::chrono::steady_clock::now() - begin;
        if (id == 0) return 1;
        std::printf("%u", id);
        if (request.timing)
            std::printf(" %ld",
                        static_cast<long>(std::chrono::duration_cast<std::chrono::microseconds>(took).count()));
        std::printf("\n");
        std::fflush(stdout);
    }
    return 0;
}
