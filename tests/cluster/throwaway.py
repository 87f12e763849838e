#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""A real Slurm for a while: munged, MariaDB, slurmdbd, slurmctld and four slurmd, under one folder, on loopback.

Runs as root, beside any other Slurm. Ends only what it started, by pid. The cluster tests and the demo use it. By hand:

    throwaway.py run [--build DIR] COMMAND...   a cluster for as long as the command runs (a shell, if none is given)
    throwaway.py up --dir DIR [--build DIR]     leaves it running
    throwaway.py run --dir DIR COMMAND...       runs the command in that one
    throwaway.py down --dir DIR                 ends it, also what a killed run has left
"""

import argparse
import atexit
import contextlib
import os
import pathlib
import secrets
import shutil
import signal
import subprocess
import sys

from commands import Commands, wait_until
from layout import NODES, Failed, refuse_unfit
from processes import Processes
from users import USERS, TestUsers


@contextlib.contextmanager
def uninterrupted():
    """A second Ctrl-C must not leave half of a cluster."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Cluster(Commands):
    """`with Cluster(build=...) as cluster`. `folder`: where, if not in a new one below /tmp."""

    def __init__(self, folder=None, **options):
        super().__init__(folder or f"/tmp/wl-{secrets.token_hex(4)}", **options)  # short: sockets' paths are limited
        self.processes = Processes(self.dir, self.env)
        self.users = None

    # Up and down ----------------------------------------------------------------------------------------------

    def __enter__(self):
        self.start()
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        if os.geteuid() != 0:
            raise Failed("the throw-away cluster must be started as root")
        refuse_unfit(self.dir)
        os.umask(0o022)  # daemons and test users of other ids must read what root writes
        try:
            self.dir.mkdir()
        except OSError as error:
            raise Failed(f"{self.dir}: {error.strerror}; name a folder that is not there yet") from None
        atexit.register(self.stop)  # unittest and exceptions between start and `with` have no other end
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, lambda number, _: sys.exit(128 + number))
        try:
            self._start()
        except BaseException:
            self.stop()
            raise

    def _start(self):
        self.users = TestUsers()
        self.lay_out()
        self._start_munged()
        self._start_database()
        self._start_slurmdbd()
        self.start_slurmctld()
        for node in NODES:
            self.processes.spawn(f"slurmd.{node}", ["slurmd", "-D", "-N", node, "-f", self.env["SLURM_CONF"]])
        self.run(["sacctmgr", "-i", "add", "account", "research"])
        self.run(["sacctmgr", "-i", "add", "user", ",".join(USERS), "account=research"])
        wait_until(lambda: self.run(["sinfo", "-h", "-t", "idle", "-o", "%D"], check=False).stdout.strip() == b"4",
                   "four idle nodes", 90)

    def stop(self):
        if not self.dir.exists():
            return
        with uninterrupted():
            self._cancel_jobs()
            for name in reversed(list(self.processes.known)):
                self.processes.end(name)
            self.processes.end_jobs()
            if self.users:
                self.users.leave()
            shutil.rmtree(self.dir, ignore_errors=True)
        atexit.unregister(self.stop)

    def leave_running(self):
        atexit.unregister(self.stop)

    def adopt(self):
        """Takes over a cluster that another run has started."""
        if not self.processes.file.exists():
            raise Failed(f"{self.dir}: no throw-away cluster is in it; name the folder that `up` was given")
        self.processes.recall()
        self.users = TestUsers()

    def _cancel_jobs(self):
        """In good order while that works; what is left is ended with the cluster."""
        if not self.processes.running("slurmctld"):
            return
        with contextlib.suppress(Failed):
            self.run(["scancel", "--partition=main"], check=False)
            wait_until(lambda: not self.run(["squeue", "-h"], check=False).stdout.strip(), "an empty queue", 20)

    # Daemons --------------------------------------------------------------------------------------------------

    def _start_munged(self):
        key = self.dir / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(secrets.token_bytes(128))
        d = self.dir
        self.processes.spawn("munged", [
            "munged", "--foreground", "--force", "--num-threads=2", f"--socket={d}/munge.sock", f"--key-file={key}",
            f"--pid-file={d}/munged.pid", f"--log-file={d}/munged.log", f"--seed-file={d}/munged.seed"])
        self._wait_for("munged", lambda: self.run(["munge", "-n", "-S", f"{d}/munge.sock"], check=False).returncode == 0)

    def _start_database(self):
        data = self.dir / "db"
        self.run(["mariadb-install-db", "--no-defaults", "--user=mysql", f"--datadir={data}", "--skip-test-db",
                  "--auth-root-authentication-method=normal"])
        self.processes.spawn("mariadbd", [
            "mariadbd", "--no-defaults", "--user=mysql", f"--datadir={data}", f"--socket={data}/db.sock",
            f"--port={self.ports['db_port']}", "--bind-address=127.0.0.1", "--skip-name-resolve",
            "--innodb-buffer-pool-size=64M", "--innodb-flush-log-at-trx-commit=0", "--innodb-lock-wait-timeout=900"],
            keep_open=[self.users.in_use.fileno()])
        client = ["mariadb", "--no-defaults", "-u", "root", f"--socket={data}/db.sock", "-e"]
        self._wait_for("mariadbd", lambda: self.run(client + ["select 1"], check=False).returncode == 0)
        self.run(client + [f"create database slurm_acct; create user slurm@'127.0.0.1' identified by "
                           f"'{self.password}'; grant all on slurm_acct.* to slurm@'127.0.0.1'"])

    def _start_slurmdbd(self):
        self.processes.spawn("slurmdbd", ["slurmdbd", "-D"])
        self._wait_for("slurmdbd", lambda: self.run(["sacctmgr", "-n", "list", "cluster"], check=False).returncode == 0)
        self.run(["sacctmgr", "-i", "add", "cluster", self.name])

    def start_slurmctld(self):
        self.processes.spawn("slurmctld", ["slurmctld", "-D", "-f", self.env["SLURM_CONF"]])
        self._wait_for("slurmctld", lambda: b"UP" in self.run(["scontrol", "ping"], check=False).stdout)

    def stop_slurmctld(self):
        self.processes.end("slurmctld")

    def kill_slurmctld(self):
        self.processes.end("slurmctld", seconds=0)

    def log(self, name="slurmctld"):
        return (self.dir / f"{name}.out").read_text(errors="replace")

    def _wait_for(self, name, ask):
        """Until a daemon answers; one that has ended says why."""

        def answers_or_ended():
            if not self.processes.running(name):
                last = self.log(name).strip().splitlines()[-1:]
                raise Failed(f"{name} ended at start: {' '.join(last) or 'no word in its log'}")
            return ask()

        wait_until(answers_or_ended, name)


def up(options):
    cluster = Cluster(options.dir, build=options.build)
    cluster.start()
    cluster.leave_running()
    print(*(f"export {name}={cluster.env[name]}" for name in ("SLURM_CONF", "WORKLINES_CONF")), sep="\n")
    return 0


def down(options):
    cluster = Cluster(options.dir)
    cluster.adopt()
    cluster.stop()
    return 0


def run(options):
    cluster = Cluster(options.dir, build=options.build)
    with contextlib.nullcontext() if options.dir else cluster:
        return subprocess.run(options.command or ["/bin/bash"], env=dict(os.environ, **cluster.env), check=False).returncode


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    actions = parser.add_subparsers(required=True)
    for action in (up, down, run):
        one = actions.add_parser(action.__name__)
        one.set_defaults(action=action)
        one.add_argument("--dir", type=lambda text: pathlib.Path(text).resolve(), required=action is not run, help="the cluster's folder")
        if action is not down:
            one.add_argument("--build", help="build folder with the plugins; without it Slurm runs alone")
        if action is run:
            one.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    try:
        return options.action(options)
    except Failed as failure:
        print(f"throwaway: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
