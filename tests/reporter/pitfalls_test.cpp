// SPDX-License-Identifier: GPL-2.0-or-later
// The catalogue of pitfalls as a table: for each entry that is about accounting a tiny dump, and what must come out
// at the other end of reader, archive and counters. February 2026 in Madrid, unless an entry says otherwise. A and
// N numbers are the catalogue's; `source` is where others got hurt.
#define BOOST_TEST_MODULE reporter_pitfalls
#include "core/text/calendar.h"
#include "reporter/accounting/dump.h"
#include "reporter/archive/archive.h"
#include "reporter/portrait/counters.h"
#include "tests/reporter/scratch.h"

#include <boost/test/unit_test.hpp>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

using namespace worklines;

namespace {

struct Figures {
    std::uint64_t jobs = 0;
    double gpu_hours = 0, cpu_hours = 0;
    std::uint64_t never_started = 0;
    std::string_view excluded = {}; ///< `orphan 7 48.0g 96.0c`, one after another
    std::uint64_t users = 1;
};

struct Pitfall {
    const char* name;   ///< number and what the data are
    const char* source; ///< project and thread, or Slurm's own word
    std::string dump;
    Figures right;
    const char *from = "2026-02-01", *to = "2026-03-01";
};

const std::string header =
    "JobID|JobIDRaw|User|Submit|Start|End|ElapsedRaw|TimelimitRaw|State|AllocCPUS|AllocTRES|JobName\n";

/// Lola's two hours on the 10th, on 4 CPUs: what most entries vary.
struct Row {
    std::string_view id = "7", raw = {}, user = "lola", submit = "2026-02-10T07:00:00",
                     start = "2026-02-10T08:00:00", end = "2026-02-10T10:00:00", elapsed = "7200", limit = "1440",
                     state = "COMPLETED", cpus = "4", tres = "billing=4,cpu=4,gres/gpu=1,mem=16G,node=1",
                     name = "train";

    operator std::string() const;
};

Row::operator std::string() const {
    std::string line;
    for (const std::string_view field :
         {id, raw.empty() ? id : raw, user, submit, start, end, elapsed, limit, state, cpus, tres, name})
        line.append(line.empty() ? "" : "|").append(field);
    return line + '\n';
}

const std::string long_name(300, 'n');

/// A job of somebody else that ends weeks later, so that accounting is known up to then; beyond the period.
const Row later{.id = "9999",
                .user = "omar",
                .submit = "2026-04-01T00:00:00",
                .start = "2026-04-01T00:00:00",
                .end = "2026-04-01T01:00:00",
                .elapsed = "3600"};

std::string rows(std::initializer_list<Row> all) {
    std::string dump = header;
    for (const Row& row : all)
        dump += std::string(row);
    return dump;
}

const std::vector<Pitfall> catalogue{
    {"A1 typed and untyped GPUs name the same devices",
     "Slurm, AllocTRES with typed gres",
     rows({Row{.tres = "billing=8,cpu=8,gres/gpu:h100=2,gres/gpu=2,mem=64G,node=1"}}),
     {1, 4, 8}},
    {"A1 the untyped entry first",
     "Slurm, AllocTRES with typed gres",
     rows({Row{.tres = "cpu=4,gres/gpu=3,gres/gpu:a100=1,gres/gpu:h100=2"}}),
     {1, 6, 8}},
    {"A2 only typed GPUs",
     "AccountingStorageTRES=gres/gpu:a100 without gres/gpu",
     rows({Row{.tres = "cpu=4,gres/gpu:a100=1,gres/gpu:h100=1"}}),
     {1, 4, 8}},
    {"A3 no GPUs in accounting",
     "AccountingStorageTRES at its default",
     rows({Row{.tres = "billing=4,cpu=4,mem=16G,node=1"}}),
     {1, 0, 8}},
    {"A32 MIG slices are devices of their type",
     "Slurm, gres.conf with AutoDetect and MIG",
     rows({Row{.tres = "cpu=4,gres/gpu:1g.10gb=1,gres/gpu=1"}, Row{.id = "8", .tres = "cpu=4,gres/gpu:1g.5gb=2"}}),
     {2, 6, 16}},
    {"A32 MIG slices as a gres of their own",
     "sites that named them before Slurm 21.08 knew MIG",
     rows({Row{.tres = "cpu=4,gres/mig-1g.5gb=1,node=1"}}),
     {1, 2, 8}},
    {"A32 shards are parts of GPUs that are not known",
     "Slurm, gres/shard",
     rows({Row{.tres = "cpu=4,gres/shard=4,node=1"}}),
     {1, 0, 8}},
    {"A5 limits that are none",
     "Slurm, TimelimitRaw in words",
     rows({Row{.end = "2026-02-12T08:00:00", .elapsed = "172800", .limit = "UNLIMITED"},
           Row{.id = "8", .end = "2026-02-12T08:00:00", .elapsed = "172800", .limit = "Partition_Limit"},
           Row{.id = "9", .end = "2026-02-12T08:00:00", .elapsed = "172800", .limit = ""},
           Row{.id = "10", .end = "2026-02-12T08:00:00", .elapsed = "172800", .limit = "0"},
           Row{.id = "11", .end = "2026-02-12T08:00:00", .elapsed = "172800", .limit = "4294967295"}}),
     {5, 240, 960}},
    {"A6 cancelled by somebody while it ran", "Slurm, State", rows({Row{.state = "CANCELLED by 1004"}}), {1, 2, 8}},
    {"A6 a state cut to the column's width",
     "sacct -o State%10",
     rows({Row{.state = "CANCELLED+"}, Row{.id = "8", .state = "OUT_OF_ME+"}}),
     {2, 4, 16}},
    {"A7 RUNNING long past its limit, gone in fact",
     "sacctmgr show runawayjobs; Slurm until 25.11.3 (N1)",
     rows({Row{.end = "Unknown", .elapsed = "4000000", .limit = "2880", .state = "RUNNING"}, later}),
     {0, 0, 0, 0, "orphan 7 448.0g 1792.0c", 0}},
    {"A7 RUNNING within its limit is no orphan",
     "N1",
     rows({Row{.start = "2026-02-27T00:00:00",
               .end = "Unknown",
               .elapsed = "176400",
               .limit = "4320",
               .state = "RUNNING"}}),
     {1, 48, 192}},
    {"A8 closed long after the limit",
     "slurmctld down over a weekend; sacctmgr fix runawayjobs",
     rows({Row{.end = "2026-02-11T03:00:00", .elapsed = "68400", .limit = "60", .state = "COMPLETED"},
           Row{.id = "8", .end = "2026-02-11T03:00:00", .elapsed = "68400", .limit = "60", .state = "FAILED"}}),
     {2, 2, 8, 0, "over_limit 7 18.0g 72.0c over_limit 8 18.0g 72.0c"}},
    {"A8 killed a little late is nothing to list",
     "Slurm, OverTimeLimit and KillWait",
     rows({Row{.end = "2026-02-10T09:00:30", .elapsed = "3630", .limit = "60", .state = "TIMEOUT"}}),
     {1, 1, 4}},
    {"A9 requeued: each run counts, the job once",
     "sacct --duplicates",
     rows({Row{.state = "REQUEUED"}, Row{.submit = "2026-02-10T10:00:00",
                                         .start = "2026-02-10T11:00:00",
                                         .end = "2026-02-10T12:00:00",
                                         .elapsed = "3600"}}),
     {1, 3, 12}},
    {"A9 the same row twice is one run",
     "dumps of overlapping windows, put together",
     rows({Row{}, Row{}}),
     {1, 2, 8}},
    {"A9 preempted, then node failure, then done",
     "sacct --duplicates",
     rows({Row{.state = "PREEMPTED"},
           Row{.submit = "2026-02-10T10:00:00",
               .start = "2026-02-10T11:00:00",
               .end = "2026-02-10T12:00:00",
               .elapsed = "3600",
               .state = "NODE_FAIL"},
           Row{.submit = "2026-02-10T12:00:00",
               .start = "2026-02-10T12:00:10",
               .end = "2026-02-10T12:30:10",
               .elapsed = "1800"}}),
     {1, 3.5, 14}},
    {"A11 over the first of the month",
     "XDMoD, TACC Stats: jobs counted in the month they end",
     rows({Row{.submit = "2026-01-31T20:00:00",
               .start = "2026-01-31T22:00:00",
               .end = "2026-02-01T03:00:00",
               .elapsed = "18000"}}),
     {1, 3, 12}},
    {"A11 the other month's part",
     "XDMoD, TACC Stats: jobs counted in the month they end",
     rows({Row{.submit = "2026-01-31T20:00:00",
               .start = "2026-01-31T22:00:00",
               .end = "2026-02-01T03:00:00",
               .elapsed = "18000"}}),
     {1, 2, 8},
     "2026-01-01",
     "2026-02-01"},
    {"A11 still running at the border",
     "Slurm, End Unknown",
     rows({Row{.start = "2026-02-28T22:00:00", .end = "Unknown", .elapsed = "14400", .state = "RUNNING"}}),
     {1, 2, 8}},
    {"A12 the clock goes forward",
     "Europe's 29 March 2026: 02:00 is 03:00",
     rows({Row{.submit = "2026-03-29T00:00:00",
               .start = "2026-03-29T01:30:00",
               .end = "2026-03-29T03:30:00",
               .elapsed = "3600"}}),
     {1, 1, 4},
     "2026-03-01",
     "2026-04-01"},
    {"A12 the clock goes back",
     "Europe's 25 October 2026: 02:30 comes twice",
     rows({Row{.submit = "2026-10-25T00:00:00",
               .start = "2026-10-25T01:30:00",
               .end = "2026-10-25T02:30:00",
               .elapsed = "7200"}}),
     {1, 2, 8},
     "2026-10-01",
     "2026-11-01"},
    {"A13 suspended for an hour", "Slurm, ElapsedRaw leaves it out", rows({Row{.elapsed = "3600"}}), {1, 1, 4}},
    {"A14 an array: tasks, a remainder that waits, the last with the array's id",
     "Slurm, JobID of arrays",
     rows({Row{.id = "123_[5-10%2]",
               .raw = "123",
               .start = "Unknown",
               .end = "Unknown",
               .elapsed = "0",
               .state = "PENDING",
               .cpus = "0",
               .tres = ""},
           Row{.id = "123_4", .raw = "130"}, Row{.id = "123_3", .raw = "129"}, Row{.id = "200_2", .raw = "200"}}),
     {3, 6, 24, 6}},
    {"A14 without JobIDRaw tasks stay apart",
     "dumps with JobID only",
     "JobID|User|Submit|Start|End|ElapsedRaw|State|AllocCPUS\n"
     "123_1|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|7200|COMPLETED|4\n"
     "123_2|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|7200|COMPLETED|4\n",
     {2, 0, 16}},
    {"A15 het jobs: each component counts",
     "Slurm, JobID 12+0",
     rows({Row{.id = "12+0", .raw = "12"}, Row{.id = "12+1", .raw = "13", .cpus = "2", .tres = "cpu=2"}}),
     {2, 2, 12}},
    {"A16 steps never count",
     "apel#160; seff forks",
     rows({Row{}, Row{.id = "7.batch", .user = "", .name = "batch"},
           Row{.id = "7.extern", .user = "", .name = "extern"}, Row{.id = "7.0", .user = "", .name = "python"},
           Row{.id = "7.interactive", .user = "", .name = "interactive"}}),
     {1, 2, 8}},
    {"A16 steps of tasks and of components",
     "Slurm, JobID 123_4.0 and 12+1.0",
     rows({Row{.id = "123_4", .raw = "130"}, Row{.id = "123_4.0", .raw = "130.0"}, Row{.id = "12+1", .raw = "13"},
           Row{.id = "12+1.0", .raw = "13.0"}}),
     {2, 4, 16}},
    {"A20 names with delimiters, newlines, quotes and emoji",
     "slurm2sql; apel parsers split at every |",
     rows({Row{.name = "a|b|c"}, Row{.id = "8", .name = "two\nlines"},
           Row{.id = "9", .name = "\"q\" '\xf0\x9f\x98\x80' `x`"}, Row{.id = "10", .name = long_name},
           Row{.id = "11", .name = "8|COMPLETED\n\n|"}}),
     {5, 10, 40}},
    {"A21 times that are none",
     "Slurm, Unknown, None and the epoch's first day",
     rows({Row{.start = "Unknown", .end = "Unknown", .elapsed = "0", .state = "PENDING", .cpus = "0"},
           Row{.id = "8",
               .start = "None",
               .end = "2026-02-10T10:00:00",
               .elapsed = "0",
               .state = "CANCELLED by 1",
               .cpus = "0"},
           Row{.id = "9",
               .start = "1970-01-01T01:00:00",
               .end = "2026-02-10T10:00:00",
               .elapsed = "0",
               .state = "CANCELLED",
               .cpus = "0"}}),
     {0, 0, 0, 3, "", 0}},
    {"A22 cancelled before it started",
     "Slurm, Start = End",
     rows({Row{.start = "2026-02-10T09:00:00",
               .end = "2026-02-10T09:00:00",
               .elapsed = "0",
               .state = "CANCELLED by 1001",
               .cpus = "0",
               .tres = ""}}),
     {0, 0, 0, 1, "", 0}},
    {"A22, N5 cancelled before it started, CPUs of the request shown",
     "Slurm before 23.02.5",
     rows({Row{.start = "2026-02-10T09:00:00",
               .end = "2026-02-10T09:00:00",
               .elapsed = "0",
               .state = "CANCELLED by 1001",
               .tres = ""}}),
     {0, 0, 0, 1, "", 0}},
    {"A22 an array cancelled as a whole",
     "Slurm, 123_[0-99%10] CANCELLED",
     rows({Row{.id = "123_[0-99%10]",
               .raw = "123",
               .start = "Unknown",
               .end = "2026-02-10T09:00:00",
               .elapsed = "0",
               .state = "CANCELLED by 1001",
               .cpus = "0",
               .tres = ""}}),
     {0, 0, 0, 100, "", 0}},
    {"A23 an id twice after a database reset",
     "Slurm, FirstJobId after loss of StateSaveLocation",
     rows({Row{.submit = "2026-02-02T07:00:00",
               .start = "2026-02-02T08:00:00",
               .end = "2026-02-02T09:00:00",
               .elapsed = "3600"},
           Row{.user = "omar"}}),
     {2, 3, 12, 0, "", 2}},
    {"A27 several clusters in one dump: each counts its own",
     "sacct --allclusters; slurm2sql",
     "JobID|Cluster|User|Submit|Start|End|ElapsedRaw|State|AllocCPUS\n"
     "7|ants|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|7200|COMPLETED|4\n"
     "7|bees|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|7200|COMPLETED|8\n"
     "8|ants|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|7200|COMPLETED|4\n",
     {2, 0, 16}},
    {"A28 another order, delimiter, line end, a mark and a cut line",
     "dumps made on Windows and by hand",
     "\xef\xbb\xbfState;AllocCPUS;End;Start;Submit;User;JobID\r\n"
     "COMPLETED;4;2026-02-10T10:00:00;2026-02-10T08:00:00;2026-02-10T07:00:00;lola;7\r\n"
     "COMPLETED;4;2026-02-10T10:00:00;2026-02-10T08:00:00;2026-02-10T07:00:00;lola;8\r\n"
     "COMPLETED;4;2026-02-10T10:0",
     {2, 0, 16}},
    {"A28 dates as C, German and offset formats write them",
     "SLURM_TIME_FORMAT in profiles",
     "JobID|User|Submit|Start|End|State|AllocCPUS\n"
     "7|lola|Tue Feb 10 07:00:00 2026|Tue Feb 10 08:00:00 2026|Tue Feb 10 10:00:00 2026|COMPLETED|4\n"
     "8|lola|10.02.2026 07:00:00|10.02.2026 08:00:00|10.02.2026 10:00:00|COMPLETED|4\n"
     "9|lola|2026-02-10T06:00:00+0000|2026-02-10T07:00:00Z|2026-02-10T10:00:00+01:00|COMPLETED|4\n"
     "10|lola|1770703200|1770706800|1770714000|COMPLETED|4\n"
     "11|lola|2026-02-10 07:00|2026-02-10 08:00|2026-02-10 10:00|COMPLETED|4\n",
     {5, 0, 40}},
    {"A30 absurd times are listed, not counted",
     "clock of the controller set back; lost records",
     rows({Row{.elapsed = "-5"},
           Row{.id = "8",
               .submit = "2024-12-01T00:00:00",
               .start = "2024-12-01T00:00:00",
               .end = "2026-02-10T00:00:00",
               .elapsed = "37670400",
               .limit = "7200"},
           Row{.id = "9", .elapsed = "172800"}}),
     {0, 0, 0, 0, "absurd 7 0.0g 0.0c absurd 8 216.0g 864.0c absurd 9 48.0g 192.0c", 0}},
    {"A31 a whole node for four CPUs asked",
     "OverSubscribe=EXCLUSIVE",
     rows({Row{.cpus = "64", .tres = "billing=64,cpu=64,gres/gpu=4,mem=512G,node=1"}}),
     {1, 8, 128}},
    {"A31 without AllocCPUS the TRES tell",
     "dumps with few columns",
     "JobID|User|Submit|Start|End|State|AllocTRES\n"
     "7|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|COMPLETED|cpu=64,node=1,gres/gpu=4\n",
     {1, 8, 128}},
    {"N5 nodes of the run before, in a row that waits again",
     "Slurm before 23.02.5",
     rows({Row{.state = "REQUEUED"}, Row{.submit = "2026-02-10T10:00:00",
                                         .start = "Unknown",
                                         .end = "Unknown",
                                         .elapsed = "0",
                                         .state = "PENDING"}}),
     {1, 2, 8}},
    {"N12 a list of partitions is no partition",
     "jds: rows dropped with a warning",
     "JobID|Partition|User|Submit|Start|End|ElapsedRaw|State|AllocCPUS\n"
     "7|gpu,cpu|lola|2026-02-10T07:00:00|Unknown|Unknown|0|PENDING|0\n"
     "8|gpu|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|7200|COMPLETED|4\n",
     {1, 0, 8, 1}},
    {"N15 one bad row costs one row",
     "airavata-custos#535: a whole cycle lost",
     header + std::string(Row{}) + "x|8|junk\n" + std::string(Row{.id = "9", .submit = "Unknown"}) +
         std::string(Row{.id = "10"}),
     {2, 4, 16}},
    {"one person with several accounts is one person",
     "XDMoD: persons counted by association",
     "JobID|Account|User|Submit|Start|End|ElapsedRaw|State|AllocCPUS\n"
     "7|bio|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|7200|COMPLETED|4\n"
     "8|chem|lola|2026-02-10T07:00:00|2026-02-10T08:00:00|2026-02-10T10:00:00|7200|COMPLETED|4\n",
     {2, 0, 16}},
};

accounting::Source source_of(const std::string& bytes) {
    return [&bytes, at = std::size_t{0}](char* buffer, std::size_t size) mutable -> Result<std::size_t> {
        const std::size_t count = std::min(size, bytes.size() - at);
        std::memcpy(buffer, bytes.data() + at, count);
        at += count;
        return count;
    };
}

template <class T>
T value_of(Result<T> result) {
    BOOST_REQUIRE_MESSAGE(result, (result ? "" : result.error().line()));
    return std::move(*result);
}

std::string text_of(const char* reason, const std::vector<portrait::LeftOut>& list, const join::Runs& runs) {
    std::string text;
    for (const portrait::LeftOut& one : list) {
        char line[128];
        std::snprintf(line, sizeof line, "%s %s %.1fg %.1fc ", reason,
                      std::string(runs.text(runs.runs[one.run].id)).c_str(), one.hours.gpu, one.hours.cpu);
        text += line;
    }
    return text;
}

struct Got {
    portrait::Counted counted;
    std::string excluded;
};

/// The way of a dump: reader, archive, counters.
Got counted_of(const Pitfall& pitfall) {
    const tests::Scratch scratch;
    auto archive = value_of(archive::Archive::open(scratch / "archive.sqlite", archive::Archive::Mode::write));
    accounting::DumpOptions options;
    options.zone = value_of(text::Zone::named("Europe/Madrid"));
    options.cluster = "ants";
    archive::Tally tally;
    BOOST_REQUIRE(archive.begin());
    value_of(accounting::read_dump(source_of(pitfall.dump), options, [&](const accounting::JobRecord& record) {
        return archive.add_record(record, tally);
    }));
    BOOST_REQUIRE(archive.commit());

    const portrait::Span span{options.zone.midnight(*text::parse_date(pitfall.from)),
                              options.zone.midnight(*text::parse_date(pitfall.to)),
                              value_of(archive.known_until("ants")).value()};
    const join::Runs runs = value_of(archive.runs("ants", span.from_s, span.to_s));
    auto counted = portrait::count(runs, span, {});
    std::string excluded = text_of("orphan", counted.orphans, runs) +
                           text_of("over_limit", counted.over_limit, runs) +
                           text_of("absurd", counted.absurd, runs);
    if (!excluded.empty()) excluded.pop_back();
    return {std::move(counted), std::move(excluded)};
}

} // namespace

BOOST_AUTO_TEST_CASE(every_dump_of_the_catalogue_gives_the_right_figures) {
    for (const Pitfall& pitfall : catalogue) {
        BOOST_TEST_CONTEXT(pitfall.name << " (" << pitfall.source << ")") {
            const auto [counted, excluded] = counted_of(pitfall);
            BOOST_TEST(counted.jobs == pitfall.right.jobs);
            BOOST_TEST(counted.users == pitfall.right.users);
            BOOST_TEST(counted.hours.gpu == pitfall.right.gpu_hours, boost::test_tools::tolerance(1e-9));
            BOOST_TEST(counted.hours.cpu == pitfall.right.cpu_hours, boost::test_tools::tolerance(1e-9));
            BOOST_TEST(counted.never_started == pitfall.right.never_started);
            BOOST_TEST(excluded == pitfall.right.excluded);
        }
    }
}
