# SPDX-License-Identifier: GPL-2.0-or-later
"""From a real Slurm to the report: everything joined, hours as sacct has them, nothing changed by a second run."""

import json
import os
import pathlib
import re
import sqlite3
import subprocess
import time
import unittest

from layout import REPOSITORY
from throwaway import Cluster

BUILD = pathlib.Path(os.environ["WORKLINES_BUILD"])
MONTH = time.strftime("%Y-%m")


def setUpModule():
    global cluster
    cluster = Cluster(build=BUILD).__enter__()
    submit_some_of_everything()
    cluster.wait_for_jobs()
    cluster.worklines("collect")


def tearDownModule():
    cluster.stop()


def submit_some_of_everything():
    plain = cluster.write_script("wl-ada", "plain.sh", "#!/bin/sh\n#SBATCH -c 2 --mem=500M\nsleep 2\n")
    first = cluster.sbatch("wl-ada", plain)
    cluster.sbatch("wl-ada", f"--dependency=afterok:{first}", plain)
    cluster.sbatch("wl-ben", "--array=1-4%2", "-J", "tasks", "--gres=gpu:1", "--wrap", "sleep 1")
    het = cluster.write_script("wl-cleo", "het.sh", "#!/bin/sh\nsleep 1\n")
    cluster.sbatch("wl-cleo", "-J", "pair", "-n", "1", ":", "-J", "pair", "-n", "3", het)
    cluster.sbatch("wl-dan", "-J", "fails", "--wrap", "exit 3")
    cluster.sbatch("wl-dan", "-J", 'odd | "name" \\ ü', "-o", "/dev/null", "--wrap", "sleep 1")
    for _ in range(5):
        cluster.sbatch("wl-eva", "-J", "same", "--wrap", "sleep 1")
    cluster.run(["srun", "-J", "live", "-n", "2", "sleep", "1"], user="wl-eva")
    cancelled = cluster.sbatch("wl-eva", "--hold", "-J", "never", "--wrap", "true")
    cluster.run(["scancel", str(cancelled)])


def report(*words):
    return json.loads(cluster.worklines("report", "--month", MONTH, "--format", "json", "--out", "-", *words).stdout)


def contents(archive):
    """All rows of all tables of the archive, but for when accounting was last asked: that moves with the clock."""
    with sqlite3.connect(f"file:{archive}?mode=ro", uri=True) as data:
        tables = [name for name, in data.execute("select name from sqlite_master where type = 'table' order by 1")]
        rows = {table: data.execute(f'select * from "{table}"').fetchall() for table in tables}
    rows["fact"] = [row for row in rows["fact"] if not row[0].startswith("accounting read to")]
    return rows


class Report(unittest.TestCase):
    def test_hours_equal_a_sum_over_sacct(self):
        gpu = cpu = jobs = 0
        for line in cluster.sacct("ElapsedRaw,AllocCPUS,AllocTRES,Start").decode().splitlines():
            elapsed, cpus, tres, start = line.split("|")
            if start in ("None", "Unknown") or not tres:
                continue
            jobs += 1
            cpu += int(elapsed) * int(cpus) / 3600
            gpus = re.search(r"gres/gpu=(\d+)", tres)
            gpu += int(elapsed) * int(gpus.group(1)) / 3600 if gpus else 0
        found = report()
        self.assertEqual(found["jobs"], jobs)
        self.assertAlmostEqual(found["cpu_hours"], cpu, places=4)
        self.assertAlmostEqual(found["gpu_hours"], gpu, places=4)
        self.assertGreater(gpu, 0)

    def test_every_job_is_joined(self):
        found = report()
        self.assertEqual(found["joined"], {"jobs": found["jobs"], "share": 1.0})

    def test_lines_add_up_to_the_whole(self):
        found = report()
        self.assertEqual(sum(line["jobs"] for line in found["lines"]), found["jobs"])
        self.assertAlmostEqual(sum(line["cpu_hours"] for line in found["lines"]), found["cpu_hours"], places=4)

    def test_a_script_comes_back_byte_for_byte(self):
        job = cluster.sacct("JobID", "--name=plain.sh").split()[0].decode()
        shown = cluster.worklines("show", job, "--script").stdout
        self.assertEqual(shown, (cluster.home("wl-ada") / "plain.sh").read_bytes())


class Again(unittest.TestCase):
    def test_a_second_collect_changes_nothing(self):
        archive = cluster.dir / "archive" / "archive.sqlite"
        before = contents(archive)
        self.assertTrue(any(before.values()))
        cluster.worklines("collect")
        self.assertEqual(contents(archive), before)

    def test_crons_own_line_makes_the_folder(self):
        line = next(line for line in (REPOSITORY / "packaging/cron/worklines").read_text().splitlines()
                    if re.match(r"^[\d*]", line))
        command = line.split(None, 6)[6]
        # What cron gives: sh, a bare environment. The program is not installed here, and there was no last month.
        done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, cwd="/", check=False,
                              env={"PATH": f"{BUILD}/reporter:/usr/bin:/bin", "LANG": "C", "HOME": "/root",
                                   "SLURM_CONF": cluster.env["SLURM_CONF"], "WORKLINES_CONF": cluster.env["WORKLINES_CONF"]})
        self.assertEqual(done.returncode, 0, done.stderr)
        folders = [path for path in (cluster.dir / "reports").iterdir() if path.is_dir()]
        self.assertEqual(len(folders), 1)
        self.assertRegex(folders[0].name, r"^\d{4}-\d\d$")
        for kind in ("html", "txt", "json"):
            self.assertTrue(list(folders[0].rglob(f"*.{kind}")), kind)
        self.assertTrue((cluster.dir / "archive" / "advice.idx").exists())
