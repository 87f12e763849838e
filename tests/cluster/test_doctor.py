# SPDX-License-Identifier: GPL-2.0-or-later
"""`worklines doctor` on a real Slurm: well when all is well, and to the point when something is not."""

import json
import os
import pathlib
import unittest

from throwaway import Cluster, wait_until

BUILD = pathlib.Path(os.environ["WORKLINES_BUILD"])


def setUpModule():
    global cluster
    cluster = Cluster(build=BUILD).__enter__()
    script = cluster.write_script("wl-ada", "job.sh", "#!/bin/sh\nsleep 1\n")
    for _ in range(3):
        cluster.sbatch("wl-ada", script)
    cluster.wait_for_jobs()
    wait_until(lambda: b'"kept":3' in (cluster.spool / "status.json").read_bytes(), "the status", 10)


def tearDownModule():
    cluster.stop()


def doctor():
    done = cluster.worklines("doctor", "--json", check=False)
    checks = {check["name"]: check for check in json.loads(done.stdout)["checks"]}
    return done.returncode, checks


class Doctor(unittest.TestCase):
    def test_1_before_collect_it_says_what_to_do(self):
        code, checks = doctor()
        self.assertEqual(code, 1)
        self.assertEqual(checks["plugin"]["state"], "ok")
        self.assertEqual(checks["capture"]["state"], "ok")
        self.assertEqual(checks["archive"]["state"], "bad")
        self.assertIn("worklines collect", checks["archive"]["todo"])

    def test_2_after_collect_and_advise_all_is_well(self):
        cluster.worklines("collect")
        cluster.worklines("advise")
        code, checks = doctor()
        self.assertEqual(code, 0, checks)
        self.assertEqual({name: check["state"] for name, check in checks.items()}, dict.fromkeys(checks, "ok"), checks)
        self.assertIn("100.0 %", checks["join"]["says"])
        self.assertTrue(cluster.worklines("doctor").stdout.startswith(b"ok"))

    def test_3_a_spool_that_cannot_be_written_is_bad_and_losses_are_told(self):
        cluster.spool.chmod(0o777)
        code, checks = doctor()
        self.assertEqual(code, 1)
        self.assertIn("can be written by others", checks["spool"]["says"])
        self.assertIn("chmod 0700", checks["spool"]["todo"])
        cluster.spool.chmod(0o700)

    def test_4_a_slurmctld_that_is_gone_is_said_to_be(self):
        cluster.stop_slurmctld()
        code, checks = doctor()
        self.assertEqual(code, 0, checks)
        self.assertEqual(checks["plugin"]["state"], "unknown")
        self.assertEqual(checks["plugin version"]["state"], "ok", checks)  # the first thing to know when it does not start
        self.assertEqual(checks["capture"]["state"], "warning")
        cluster.start_slurmctld()
