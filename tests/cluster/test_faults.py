# SPDX-License-Identifier: GPL-2.0-or-later
"""What may go wrong around slurmctld while people submit. Every job goes through, and what was answered is in the spool or
counted: kept + waiting + lost in status.json."""

import concurrent.futures
import json
import os
import pathlib
import pwd
import shutil
import subprocess
import time
import unittest

from spool_reader import read_spool
from throwaway import Cluster, wait_until
from users import USERS

BUILD = pathlib.Path(os.environ["WORKLINES_BUILD"])
CLIENT = BUILD / "tests" / "cluster" / "submit_client"
SLURM = pwd.getpwnam("slurm")
FAKETIME = pathlib.Path("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1")
MIB = 1 << 20


class ManyJobs(Cluster):
    """Room for all tests' jobs at once: they are held, and stay."""

    def write_slurm_conf(self):
        super().write_slurm_conf()
        file = self.dir / "slurm.conf"
        file.write_text(file.read_text().replace("MaxJobCount=20000", "MaxJobCount=60000"))


def setUpModule():
    global cluster
    cluster = ManyJobs(build=BUILD).__enter__()


def tearDownModule():
    cluster.stop()


def submit(name, count, size=100, user="wl-ada"):
    """So many held jobs, each with a script of its own of this size; returns how many were answered."""
    path = cluster.write_script(user, "fault.sh", "#!/bin/sh\n" + "#" * (size - 11) + "\n")
    out = cluster.run([CLIENT, "--held", "--vary", "--count", count, "--name", f"{name}-%d", path], user=user).stdout
    return len(out.split())


def counts():
    status = json.loads((cluster.spool / "status.json").read_text())
    return status["kept"], status["waiting"], status["lost"]


def kept_names():
    return [request["name"].decode() for request, _ in read_spool(cluster.spool) if "name" in request]


class Fault(unittest.TestCase):
    """A new spool and a new slurmctld for each."""

    def setUp(self):
        self.fresh_spool()
        cluster.start_slurmctld()

    def fresh_spool(self):
        cluster.stop_slurmctld()
        cluster.run(["umount", cluster.spool], check=False)
        for path in (cluster.spool, cluster.dir / "spool.aside"):
            cluster.run(["rm", "-rf", path])
        cluster.make_spool()

    def wait_for_counts(self, kept=None, waiting=0, lost=0):
        """Until the status file, written once a second, says so."""
        wanted = (kept, waiting, lost)
        try:
            wait_until(lambda: counts() == wanted, f"the counts {wanted}", 15)
        except Exception:
            self.assertEqual(counts(), wanted)  # says what they are


class Reconfigured(Fault):
    ROUNDS, EACH = 12, 60

    def test_taking_the_plugin_off_and_on_again_harms_nothing(self):
        """`scontrol reconfigure` unloads it from the living slurmctld, with its thread."""
        try:
            for turn in range(self.ROUNDS):
                self.reconfigure("worklines" if turn % 2 else "")
                self.assertEqual(submit(f"turn-{turn}", self.EACH), self.EACH)
        finally:
            self.reconfigure("worklines")
        self.assertTrue(cluster.processes.running("slurmctld"))
        names = kept_names()
        self.assertEqual(sorted(names), sorted(f"turn-{turn}-{job}" for turn in range(1, self.ROUNDS, 2) for job in range(self.EACH)))

    def reconfigure(self, plugins):
        cluster.job_submit = plugins
        cluster.write_slurm_conf()
        cluster.run(["scontrol", "reconfigure"])


class Killed(Fault):
    ROUNDS, CLIENTS, EACH = 5, 4, 250

    def test_what_was_answered_before_a_kill_is_there(self):
        for turn in range(self.ROUNDS):
            with self.subTest(round=turn):
                self.one_round(turn)
        self.assertEqual(counts()[1:], (0, 0))

    def one_round(self, turn):
        clients = [self.start_client(turn, number) for number in range(self.CLIENTS)]
        answers = lambda: sum(self.answers(turn, number) for number in range(self.CLIENTS))
        wait_until(lambda: answers() > (turn + 1) * 120, "answers", 60, pause=0.001)
        cluster.kill_slurmctld()
        self.assertLess(answers(), self.CLIENTS * self.EACH)  # it was in the middle
        cluster.start_slurmctld()
        for client in clients:
            client.wait(120)
        answered = {f"kill-{turn}-{number}-{job}" for number in range(self.CLIENTS) for job in range(self.answers(turn, number))}
        self.assertEqual(answered - set(kept_names()), set())

    def output(self, turn, number):
        return cluster.dir / f"kill-{turn}-{number}.out"

    def answers(self, turn, number):
        """A client prints a line for each, and ends at the first that was not answered."""
        return self.output(turn, number).read_bytes().count(b"\n")

    def start_client(self, turn, number):
        user = USERS[number]
        path = cluster.write_script(user, "fault.sh", "#!/bin/sh\ntrue\n")
        with open(self.output(turn, number), "wb") as out:
            return subprocess.Popen([CLIENT, "--held", "--vary", "--count", str(self.EACH), "--name", f"kill-{turn}-{number}-%d",
                                     path], stdout=out, stderr=subprocess.DEVNULL, **cluster.as_user(user, None))


class Disk(Fault):
    def mount(self, size):
        cluster.stop_slurmctld()
        cluster.run(["mount", "-t", "tmpfs", "-o", f"size={size},mode=700,uid={SLURM.pw_uid},gid={SLURM.pw_gid}", "tmpfs",
                     cluster.spool])
        self.addCleanup(self.fresh_spool)
        cluster.start_slurmctld()

    def test_full_and_then_not(self):
        self.mount("1m")
        self.assertEqual(submit("full", 100, 20000), 100)
        wait_until(lambda: sum(counts()) == 100, "counts of all", 15)
        kept, waiting, lost = counts()
        self.assertGreater(kept, 10)
        self.assertGreater(waiting, 10)
        self.assertEqual(lost, 0)
        cluster.run(["mount", "-o", "remount,size=64m", cluster.spool])
        self.wait_for_counts(kept=100)
        self.assertEqual(sorted(kept_names()), sorted(f"full-{i}" for i in range(100)))

    def test_more_than_memory_may_hold(self):
        self.mount("1m")
        self.assertEqual(submit("much", 40, MIB), 40)  # of which 16 MiB may wait
        wait_until(lambda: sum(counts()) == 40, "counts of all", 15)
        _, waiting, lost = counts()
        self.assertGreater(waiting, 5)
        self.assertGreater(lost, 5)
        cluster.run(["mount", "-o", "remount,size=64m", cluster.spool])
        self.wait_for_counts(kept=40 - lost, lost=lost)
        self.assertEqual(len(kept_names()), 40 - lost)


class ReadOnly(Fault):
    def test_remounted_and_back(self):
        cluster.stop_slurmctld()
        cluster.run(["mount", "-t", "tmpfs", "-o", f"size=64m,mode=700,uid={SLURM.pw_uid},gid={SLURM.pw_gid}", "tmpfs",
                     cluster.spool])
        self.addCleanup(self.fresh_spool)
        cluster.start_slurmctld()
        submit("before", 20)
        self.wait_for_counts(kept=20)
        # A file open for writing keeps the kernel from it: slurmctld has begun anew when its segment is put aside.
        cluster.stop_slurmctld()
        cluster.run(["mount", "-o", "remount,ro", cluster.spool])
        cluster.start_slurmctld()
        self.assertEqual(submit("read-only", 20), 20)
        cluster.run(["mount", "-o", "remount,rw", cluster.spool])
        self.assertEqual(submit("after", 20), 20)
        self.wait_for_counts(kept=60)
        self.assertEqual(len(set(kept_names())), 60)


class Replaced(Fault):
    def test_deleted_underneath(self):
        submit("before", 20)
        self.wait_for_counts(kept=20)
        shutil.rmtree(cluster.spool)
        self.assertEqual(submit("without", 20), 20)
        cluster.make_spool()
        self.assertEqual(submit("after", 20), 20)
        wait_until(lambda: len(kept_names()) == 40, "what came after the deletion", 15)
        self.wait_for_counts(kept=40, lost=20)

    def test_replaced_by_a_symlink(self):
        submit("before", 20)
        self.wait_for_counts(kept=20)
        aside = cluster.dir / "spool.aside"
        cluster.spool.rename(aside)
        cluster.spool.symlink_to(aside)
        self.assertEqual(submit("through", 20), 20)
        self.wait_for_counts(kept=20, waiting=20)
        self.assertEqual(len(kept_names()), 20)  # nothing was written through it
        cluster.spool.unlink()
        aside.rename(cluster.spool)
        self.wait_for_counts(kept=40)
        self.assertEqual(len(set(kept_names())), 40)


class Clock(Fault):
    @unittest.skipUnless(FAKETIME.exists(), "needs Debian's package faketime")
    def test_steps_back_by_two_days(self):
        offset = cluster.dir / "offset"
        offset.write_text("+0")
        cluster.stop_slurmctld()
        faked = {"LD_PRELOAD": str(FAKETIME), "FAKETIME_TIMESTAMP_FILE": str(offset), "FAKETIME_NO_CACHE": "1",
                 "DONT_FAKE_MONOTONIC": "1"}
        cluster.processes.env = dict(cluster.env, **faked)
        self.addCleanup(setattr, cluster.processes, "env", cluster.env)
        cluster.start_slurmctld()
        submit("now", 20)
        offset.write_text("-172800")
        self.assertEqual(submit("then", 20), 20)
        offset.write_text("+0")
        self.assertEqual(submit("again", 20), 20)
        self.wait_for_counts(kept=60)
        times = {request["name"].decode(): request["time_us"] for request, _ in read_spool(cluster.spool)}
        self.assertEqual(len(times), 60)
        self.assertLess(times["then-0"], times["now-0"] - 1e6 * 172000)  # the clock did step
        self.assertGreater(times["again-0"], times["now-0"])


class Descriptors(Fault):
    """What happens at the limit is a test of core/spool: this one sees that slurmctld does not come near it by us."""

    @staticmethod
    def held():
        folder = pathlib.Path(f"/proc/{cluster.processes.pid('slurmctld')}/fd")
        names = [os.readlink(one) for one in folder.iterdir() if one.is_symlink()]
        return sorted(name for name in names if name.startswith(str(cluster.spool)))

    def test_the_plugin_holds_three_and_no_more_with_time(self):
        submit("first", 5)
        wait_until(lambda: len(self.held()) >= 3, "an open spool", 15)
        before = self.held()
        submit("more", 500)
        self.assertEqual(self.held(), before)
        self.assertEqual(len(before), 3)  # the folder, the segment, the status file


class Memory(Fault):
    WARM_UP, MEASURED = 1000, 5000

    def growth(self, plugins):
        cluster.stop_slurmctld()
        for path in (cluster.dir / "state").iterdir():  # an empty queue
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        cluster.job_submit = plugins
        cluster.write_slurm_conf()
        cluster.start_slurmctld()
        self.submit_from_four("warm", self.WARM_UP)
        before = self.resident()
        self.submit_from_four("memory", self.MEASURED)
        return self.resident() - before

    @staticmethod
    def submit_from_four(name, count):
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda user: submit(f"{name}-{user}", count // 4, 3000, user), USERS[:4]))

    @staticmethod
    def resident():
        pages = int(pathlib.Path(f"/proc/{cluster.processes.pid('slurmctld')}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGESIZE")

    def test_slurmctld_grows_no_more_with_the_plugin_than_without(self):
        self.addCleanup(setattr, cluster, "job_submit", "worklines")
        without, with_it = self.growth(""), self.growth("worklines")
        self.assertLess(with_it - without, 8 * MIB)
