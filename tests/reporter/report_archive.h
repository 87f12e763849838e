// SPDX-License-Identifier: GPL-2.0-or-later
// An archive of a few jobs of two people, made by `worklines collect`.
#pragma once

#include "tests/reporter/report_program.h"

#include <stdexcept>

namespace worklines::test {

inline constexpr const char* dump =
    "JobID|JobIDRaw|Cluster|User|UID|Account|Partition|JobName|Submit|Eligible|Start|End|ElapsedRaw|TimelimitRaw|"
    "State|ReqCPUS|AllocCPUS|AllocTRES|NNodes|NodeList|WorkDir|SubmitLine\n"
    "101|101|ants|edda|1007|protlab|gpu|fold_edda|2026-02-03T10:00:00|2026-02-03T10:00:00|2026-02-03T10:00:00|"
    "2026-02-03T12:00:00|7200|240|COMPLETED|4|4|cpu=4,gres/gpu=1,mem=64G,node=1|1|n01|/home/edda|sbatch a.sh\n"
    "102|102|ants|dora|1008|protlab|cpu|align|2026-02-04T10:00:00|2026-02-04T10:00:00|2026-02-04T10:10:00|"
    "2026-02-04T11:10:00|3600|120|COMPLETED|2|2|cpu=2,mem=4G,node=1|1|n02|/home/dora|sbatch b.sh\n"
    "103_0|104|ants|dora|1008|protlab|cpu|sweep|2026-03-04T10:00:00|2026-03-04T10:00:00|2026-03-04T10:10:00|"
    "2026-03-04T11:10:00|3600|120|COMPLETED|2|2|cpu=2,mem=4G,node=1|1|n02|/home/dora|sbatch c.sh\n"
    "103_1|103|ants|dora|1008|protlab|cpu|sweep|2026-03-04T10:00:00|2026-03-04T10:00:00|2026-03-04T10:10:00|"
    "2026-03-04T11:10:00|3600|120|COMPLETED|2|2|cpu=2,mem=4G,node=1|1|n02|/home/dora|sbatch c.sh\n";

class FilledArchive {
  public:
    FilledArchive() {
        std::ofstream(scratch_.path / "dump") << dump;
        const auto done =
            program({"collect", "--archive", file(), "--sacct", scratch_.path / "dump", "--timezone", "UTC"});
        if (done.code != 0) throw std::runtime_error(done.err);
    }

    std::string file() const { return scratch_.path / "archive.sqlite"; }

  private:
    Scratch scratch_;
};

} // namespace worklines::test
