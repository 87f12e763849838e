#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""What a submission costs the person: latency of libslurm's client on a real slurmctld, with the plugin off and on, and
with Slurm's own lua plugin for comparison, in rounds that take turns. As root:

    tests/bench/submit_live.py --build build/release [--rounds 6] [--count 1000] [--json]
"""

import argparse
import json
import pathlib
import re
import statistics
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cluster"))

from layout import Failed, SLURM_PLUGINS  # noqa: E402
from throwaway import Cluster, wait_until  # noqa: E402

USER = "wl-ada"
LUA = """function slurm_job_submit(job_desc, part_list, submit_uid)
  if job_desc.partition == nil then job_desc.partition = "main" end
  return slurm.SUCCESS
end
function slurm_job_modify(job_desc, job_rec, part_list, modify_uid) return slurm.SUCCESS end
return slurm.SUCCESS
"""
MOST_JOBS = 19000  # MaxJobCount of the throw-away cluster is 20,000, and jobs stay for MinJobAge
WARM_UP = 50
SUBMIT = re.compile(rb"REQUEST_SUBMIT_BATCH_JOB +\( *4003\) +count:(\d+) +ave_time:(\d+)")


def quantile(values, part):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(part * len(ordered)))]


class Rounds:
    def __init__(self, cluster, client, count):
        self.cluster, self.client, self.count = cluster, client, count
        text = "#!/bin/bash\n#SBATCH --mem=1G\nmodule load gcc openmpi\n" + "srun ./step --part 17 --output results/part.dat\n" * 60
        self.script = cluster.write_script(USER, "solve.sh", text)

    def switch(self, plugins):
        self.cluster.job_submit = plugins
        self.cluster.write_slurm_conf()
        self.cluster.run(["scontrol", "reconfigure"])
        loaded = self.cluster.run(["scontrol", "show", "config"]).stdout
        shown = re.search(rb"JobSubmitPlugins += (\S+)", loaded).group(1)
        if shown != (plugins or "(null)").encode():
            raise Failed(f"slurmctld has JobSubmitPlugins={shown.decode()}, not {plugins or 'none'}")

    def submit(self, count):
        out = self.cluster.run([self.client, "--held", "--timing", "--vary", "--count", count, "--name", "job-%d", self.script],
                               user=USER).stdout
        return [int(line.split()[1]) for line in out.splitlines()]

    def one(self, plugins):
        """Latencies in microseconds, and what sdiag says of them."""
        self.switch(plugins)
        self.submit(WARM_UP)
        self.cluster.run(["sdiag", "-r"])
        latencies = self.submit(self.count)
        average = int(SUBMIT.search(self.cluster.run(["sdiag"]).stdout).group(2))
        self.cluster.run(["scancel", f"--user={USER}"])
        wait_until(lambda: not self.cluster.run(["squeue", "-h"]).stdout.strip(), "an empty queue")
        return latencies, average


def summary(rounds):
    pooled = [one for latencies, _ in rounds for one in latencies]
    return {"submissions": len(pooled), "median_us": statistics.median(pooled), "p99_us": quantile(pooled, 0.99),
            "round_medians_us": [statistics.median(latencies) for latencies, _ in rounds],
            "round_p99s_us": [quantile(latencies, 0.99) for latencies, _ in rounds],
            "sdiag_us": statistics.mean(average for _, average in rounds)}


def compare(rows):
    """Against `off`, round by round: what changes in the machine between rounds is in both."""
    off = rows["off"]
    for row in rows.values():
        for kind in ("median", "p99"):
            pairs = zip(row[f"round_{kind}s_us"], off[f"round_{kind}s_us"])
            row[f"{kind}_more_percent"] = statistics.median(100 * (one / plain - 1) for one, plain in pairs)
        row["sdiag_more_us"] = row["sdiag_us"] - off["sdiag_us"]


def table(rows):
    yield f"{'plugins':<10}{'count':>8}{'median us':>11}{'p99 us':>9}{'median':>9}{'p99':>9}{'sdiag us':>10}{'more':>7}"
    for name, row in rows.items():
        yield (f"{name:<10}{row['submissions']:>8}{row['median_us']:>11.0f}{row['p99_us']:>9.0f}"
               f"{row['median_more_percent']:>+8.1f}%{row['p99_more_percent']:>+8.1f}%{row['sdiag_us']:>10.0f}{row['sdiag_more_us']:>+7.0f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, required=True, help="the build folder with plugins and submit_client")
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--count", type=int, default=1000, help="submissions in a round")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    cases = {"off": "", "worklines": "worklines"}
    if pathlib.Path(SLURM_PLUGINS, "job_submit_lua.so").exists():
        cases["lua"] = "lua"
    if options.rounds * (options.count + WARM_UP) * len(cases) > MOST_JOBS:
        parser.error(f"more than {MOST_JOBS} jobs: take fewer rounds or a smaller count")
    client = options.build.resolve() / "tests" / "cluster" / "submit_client"
    try:
        with Cluster(build=options.build, settings="hints = always", lua=LUA) as cluster:
            rounds = Rounds(cluster, client, options.count)
            results = {name: [] for name in cases}
            for turn in range(options.rounds):
                names = list(cases)
                for name in names[turn % len(names):] + names[:turn % len(names)]:
                    results[name].append(rounds.one(cases[name]))
    except Failed as failure:
        print(f"submit_live: {failure}", file=sys.stderr)
        return 1
    rows = {name: summary(measured) for name, measured in results.items()}
    compare(rows)
    print(json.dumps({"measured": "submit_live", "cases": rows}, indent=2) if options.json else "\n".join(table(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
