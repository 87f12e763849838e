# SPDX-License-Identifier: GPL-2.0-or-later
"""Every submission that slurmctld answered is in the spool, byte for byte, and no job ever fails because of us."""

import concurrent.futures
import os
import pathlib
import pwd
import unittest

from layout import slurm_version
from spool_reader import read_spool
from throwaway import Cluster, wait_until
from users import USERS

BUILD = pathlib.Path(os.environ["WORKLINES_BUILD"])
CLIENT = BUILD / "tests" / "cluster" / "submit_client"
HELD = "--hold"


def setUpModule():
    global cluster
    cluster = Cluster(build=BUILD).__enter__()


def tearDownModule():
    cluster.stop()


def records(name):
    return [(request, script) for request, script in read_spool(cluster.spool) if request.get("name") == name.encode()]


class Scripts(unittest.TestCase):
    def submitted(self, name, content):
        path = cluster.write_script("wl-ada", name, content)
        cluster.sbatch("wl-ada", HELD, path)
        found = records(name)
        self.assertEqual(len(found), 1)
        return found[0][1]

    def test_bytes_that_are_not_utf8_arrive_unchanged(self):
        content = b"#!/bin/sh\n# M\xfcnchen \xff\xfe caf\xe9\n" + bytes(range(1, 256)).replace(b"\r\n", b"") + b"\ntrue\n"
        self.assertEqual(self.submitted("latin1", content), content)

    def test_one_mebibyte_arrives_unchanged(self):
        content = b"#!/bin/sh\n" + b"# 0123456789abcdef\n" * (1 << 16)
        self.assertEqual(self.submitted("large", content[:1 << 20]), content[:1 << 20])

    def test_nearly_four_mebibytes_arrive_unchanged(self):
        content = (b"#!/bin/sh\n" + b"# worklines-record 1 0 10 10 0123456789abcdef\n" * 100000)[:int(3.9 * (1 << 20))]
        self.assertEqual(self.submitted("huge", content), content)

    def test_crlf_arrives_unchanged_through_libslurm(self):
        content = b"#!/bin/sh\r\necho one\r\n"
        path = cluster.write_script("wl-ben", "crlf.sh", content)
        cluster.run([CLIENT, "--held", "--name", "crlf", path], user="wl-ben")
        self.assertEqual([script for _, script in records("crlf")], [content])


class Kinds(unittest.TestCase):
    def test_an_array_is_one_submission(self):
        path = cluster.write_script("wl-ada", "sweep.sh", "#!/bin/sh\ntrue\n")
        cluster.sbatch("wl-ada", HELD, "--array=0-31:2%4", "-J", "sweep", path)
        (request, script), = records("sweep")
        self.assertEqual(request["array"], b"0-31:2%4")
        self.assertEqual(script, b"#!/bin/sh\ntrue\n")

    def test_wrap_and_stdin(self):
        cluster.sbatch("wl-ada", HELD, "-J", "wrapped", "--wrap", "echo hello")
        cluster.sbatch("wl-ada", HELD, "-J", "piped", stdin=b"#!/bin/bash\n#SBATCH -t 7\necho piped\n")
        self.assertEqual(records("wrapped")[0][1],
                         b"#!/bin/sh\n# This script was created by sbatch --wrap.\n\necho hello\n")
        self.assertEqual(records("piped")[0][1], b"#!/bin/bash\n#SBATCH -t 7\necho piped\n")
        self.assertEqual(records("piped")[0][0]["time_limit_min"], 7)

    def test_not_given_is_told_apart_from_zero(self):
        cluster.sbatch("wl-ada", HELD, "-J", "bare", "--wrap", "true")
        cluster.sbatch("wl-ada", HELD, "-J", "zero", "--mem=0", "-t", "0", "--nice=0", "--wrap", "true")
        bare, zero = records("bare")[0][0], records("zero")[0][0]
        for key in ("mem_per_node_mib", "time_limit_min", "cpus_per_task", "partition", "account"):
            self.assertNotIn(key, bare)
        self.assertEqual(zero["mem_per_node_mib"], 0)
        self.assertEqual(zero["time_limit_min"], b"unlimited")
        self.assertEqual(zero["nice_offset"], 0x80000000)

    def test_a_whole_request(self):
        cluster.sbatch("wl-cleo", HELD, "-J", "whole", "-p", "main", "-n", "4", "-c", "2", "--mem-per-cpu=2G", "-t", "1:30:00",
                       "--gres=gpu:1", "-d", "singleton", "--nice=50", "--mail-type=END", "-C", "", "--wrap", "true",
                       env={"CONDA_DEFAULT_ENV": "bio", "SECRET_TOKEN": "never"})
        request = records("whole")[0][0]
        self.assertEqual(request["uid"], pwd.getpwnam("wl-cleo").pw_uid)
        self.assertEqual((request["num_tasks"], request["cpus_per_task"], request["mem_per_cpu_mib"]), (4, 2, 2048))
        self.assertEqual((request["time_limit_min"], request["nice_offset"] - 0x80000000), (90, 50))
        self.assertEqual(request["tres_per_node"], b"gres/gpu:1" if slurm_version() >= (23, 11) else b"gres:gpu:1")
        self.assertEqual(request["dependency"], b"singleton")
        self.assertEqual(request["environment"], {"CONDA_DEFAULT_ENV": "bio"})

    def test_all_components_of_a_het_job(self):
        path = cluster.write_script("wl-dan", "het.sh", "#!/bin/sh\ntrue\n")
        cluster.sbatch("wl-dan", HELD, "-J", "het", "-n", "1", ":", "-J", "het", "-n", "2", path)
        found = records("het")
        self.assertEqual([request["het_offset"] for request, _ in found], [0, 1])
        self.assertEqual([script for _, script in found], [b"#!/bin/sh\ntrue\n", None])
        self.assertEqual(len({request["submit_line"] for request, _ in found}), 1)

    def test_a_container_is_named(self):
        cluster.run(["sbatch", HELD, "-J", "boxed", "--container=/opt/bundle", "--wrap", "true"], user="wl-dan", check=False)
        self.assertEqual(records("boxed")[0][0]["container"], b"/opt/bundle")

    def test_srun_and_salloc(self):
        cluster.run(["srun", "-J", "run-it", "true"], user="wl-eva")
        cluster.run(["salloc", "-J", "hold-it", "true"], user="wl-eva")
        for name in ("run-it", "hold-it"):
            (request, script), = records(name)
            self.assertEqual(request["call"], b"interactive")
            self.assertIsNone(script)

    def test_root_submits_for_somebody(self):
        uid = pwd.getpwnam("wl-ben").pw_uid
        cluster.run(["sbatch", HELD, f"--uid={uid}", "-D", "/tmp", "-J", "for-ben", "--wrap", "true"])
        request = records("for-ben")[0][0]
        self.assertEqual((request["uid"], request["submit_uid"]), (uid, 0))

    def test_an_update_is_a_change(self):
        job = cluster.sbatch("wl-ada", HELD, "-J", "changing", "--wrap", "true")
        cluster.run(["scontrol", "update", f"jobid={job}", "timelimit=5"], user="wl-ada")
        changes = [request for request, _ in read_spool(cluster.spool)
                   if request["call"] == b"change" and request.get("job_id") == str(job).encode()]
        self.assertEqual(len(changes), 1)
        self.assertEqual(changes[0]["time_limit_min"], 5)
        self.assertNotIn("name", changes[0])

    def test_a_submission_that_slurm_rejects_is_kept_too(self):
        done = cluster.run(["sbatch", "-J", "rejected", "-p", "nowhere", "--wrap", "true"], user="wl-ada", check=False)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(len(records("rejected")), 1)


class Load(unittest.TestCase):
    def test_500_submissions_from_four_clients_are_all_there_once(self):
        def client(number):
            user = USERS[number]
            path = cluster.write_script(user, "burst.sh", f"#!/bin/sh\n# client {number}\ntrue\n")
            out = cluster.run([CLIENT, "--held", "--count", "125", "--name", f"burst-{number}", path], user=user).stdout
            return len(out.split())

        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            self.assertEqual(list(pool.map(client, range(4))), [125] * 4)
        for number in range(4):
            found = records(f"burst-{number}")
            self.assertEqual(len(found), 125)
            self.assertEqual({script for _, script in found}, {f"#!/bin/sh\n# client {number}\ntrue\n".encode()})
            self.assertEqual(len({request["time_us"] for request, _ in found}), 125)


class BadSpool(unittest.TestCase):
    """One restart each, so that the log's line of the last minute is not in the way."""

    def setUp(self):
        cluster.stop_slurmctld()
        self.aside = cluster.dir / "spool.aside"
        cluster.spool.rename(self.aside)
        self.log_at = len(cluster.log())

    def tearDown(self):
        cluster.stop_slurmctld()
        cluster.run(["rm", "-rf", cluster.spool])  # a symlink goes itself, not what it leads to
        self.aside.rename(cluster.spool)
        cluster.start_slurmctld()

    def check(self, word):
        cluster.start_slurmctld()
        for _ in range(5):
            cluster.sbatch("wl-ada", HELD, "--wrap", "true")
        done = cluster.run(["sbatch", HELD, "--wrap", "true"], user="wl-ada")
        self.assertRegex(done.stdout, rb"^Submitted batch job \d+\n$")
        self.assertEqual(done.stderr, b"")
        lines = [line for line in cluster.log()[self.log_at:].splitlines() if "worklines:" in line]
        self.assertEqual(len(lines), 1, lines)
        self.assertRegex(lines[0], word)
        self.assertIn(str(cluster.spool), lines[0])

    def test_missing(self):
        self.check("No such file|cannot open the spool: Permission denied|cannot open the spool")

    def test_owned_by_somebody_else(self):
        cluster.spool.mkdir(mode=0o700)
        os.chown(cluster.spool, 0, 0)
        self.check("owned by|Permission denied")

    def test_writable_by_others(self):
        cluster.make_spool()
        cluster.spool.chmod(0o777)
        self.check("written by others")

    def test_a_symlink(self):
        cluster.spool.symlink_to(self.aside)
        self.check("symbolic link")

    def test_read_only_and_writable_again(self):
        cluster.make_spool()
        cluster.run(["mount", "-t", "tmpfs", "-o", "ro,size=1m,mode=700,uid=%d" % pwd.getpwnam("slurm").pw_uid, "tmpfs",
                     cluster.spool])
        self.addCleanup(cluster.run, ["umount", cluster.spool], check=False)
        self.check("Read-only")
        cluster.run(["mount", "-o", "remount,rw", cluster.spool])
        wait_until(lambda: len(read_spool(cluster.spool)) == 6, "the six submissions that waited", 20)
        cluster.stop_slurmctld()
        cluster.run(["umount", cluster.spool])
