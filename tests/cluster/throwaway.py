#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""A real Slurm for a while: munged, MariaDB, slurmdbd, slurmctld and four slurmd, under one folder, on loopback.

Runs as root beside any other Slurm. Ends only what it started, by pid. Used by the cluster tests and by the demo;
by hand: throwaway.py [--build DIR] COMMAND... runs a command with the cluster up, as root, and takes it down again.
"""

import argparse
import json
import os
import pathlib
import pwd
import pty
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time

from users import USERS, TestUsers

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
NODES = ("n1", "n2", "n3", "n4")
PLUGINS = ("job_submit/job_submit_worklines.so", "hints/worklines_hints.so", "spank/spank_worklines.so")
SLURM_PLUGINS = "/usr/lib/x86_64-linux-gnu/slurm-wlm"
CONF = pathlib.Path(__file__).parent / "conf"


class Failed(Exception):
    """One line: what, where, what to do."""


def template(file, **values):
    return (CONF / file).read_text().format(**values)


def wait_until(ask, what, seconds=60.0, pause=0.1):
    """Asks until the answer is true; a deadline, never a fixed sleep."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = ask()
        if answer:
            return answer
        time.sleep(pause)
    raise Failed(f"{what} did not happen within {seconds:.0f} s")


def free_ports(count):
    """Ports that nobody listens on now; held together while they are chosen, so that they differ."""
    sockets = [socket.socket() for _ in range(count)]
    try:
        for one in sockets:
            one.bind(("127.0.0.1", 0))
        return [one.getsockname()[1] for one in sockets]
    finally:
        for one in sockets:
            one.close()


def start_time(pid):
    """Tells a process from a later one with the same pid; None: there is none."""
    try:
        return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[19]
    except (OSError, IndexError):
        return None


class Cluster:
    def __init__(self, build=None, job_submit=None, spank=True, settings="hints = terminal", lua="",
                 scheduler="", verbose=False):
        self.build = pathlib.Path(build).resolve() if build else None
        self.spank, self.lua = spank, lua
        self.job_submit = job_submit if job_submit is not None else "worklines" if build else ""
        self.settings, self.scheduler, self.verbose = settings, scheduler, verbose
        self.name = "throwaway"
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="wl", dir="/tmp"))  # short: sockets' paths are limited
        self.processes = {}
        self.users = None
        self.env = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8",
                    "SLURM_CONF": str(self.dir / "slurm.conf"), "WORKLINES_CONF": str(self.dir / "worklines.conf")}

    # Up and down --------------------------------------------------------------------------------------------

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_):
        self.stop()

    def start(self):
        if os.geteuid() != 0:
            raise Failed("the throw-away cluster must be started as root")
        self.dir.chmod(0o755)
        self.users = TestUsers()
        self._lay_out()
        self._start_munged()
        self._start_database()
        self._start_slurmdbd()
        self.start_slurmctld()
        for node in NODES:
            self._spawn(f"slurmd.{node}", ["slurmd", "-D", "-N", node, "-f", self.env["SLURM_CONF"]])
        self._add_accounts()
        wait_until(lambda: self.run(["sinfo", "-h", "-t", "idle", "-o", "%D"], check=False).stdout.strip() == b"4",
                   "four idle nodes", 90)

    def stop(self):
        if "slurmctld" in self.processes:
            self.run(["scancel", "--partition=main"], check=False)
            try:
                wait_until(lambda: not self.run(["squeue", "-h"], check=False).stdout.strip(), "an empty queue", 20)
            except Failed:
                pass  # what is left is ended below
        for name in list(reversed(self.processes)):
            self._end(name)
        self._end_jobs()
        if self.users:
            self.users.leave()
        shutil.rmtree(self.dir, ignore_errors=True)

    def _lay_out(self):
        slurm = pwd.getpwnam("slurm")
        db_port, dbd_port, ctld_port, *nodes = free_ports(3 + len(NODES))
        self.ports = {"db_port": db_port, "dbd_port": dbd_port, "ctld_port": ctld_port,
                      "node_ports": ",".join(map(str, nodes))}
        for name in ("state", "archive", "reports"):
            (self.dir / name).mkdir()
            os.chown(self.dir / name, slurm.pw_uid, slurm.pw_gid)
        self.spool = self.dir / "spool"
        self.make_spool()
        (self.dir / "plugins").mkdir()
        (self.dir / "home").mkdir()
        for user in USERS:
            home = self.home(user)
            home.mkdir()
            os.chown(home, pwd.getpwnam(user).pw_uid, pwd.getpwnam(user).pw_gid)
        if self.build:
            for plugin in PLUGINS:
                if (self.build / "plugin" / plugin).exists():
                    shutil.copy(self.build / "plugin" / plugin, self.dir / "plugins")
        self.write_slurm_conf()
        (self.dir / "job_submit.lua").write_text(self.lua)
        for device in ("gpu0", "gpu1"):  # a file is all that slurmd asks of a GPU that nobody constrains
            (self.dir / device).touch()
        (self.dir / "gres.conf").write_text(f"NodeName=n[1-4] Name=gpu File={self.dir}/gpu[0-1]\n")
        (self.dir / "cgroup.conf").write_text("CgroupAutomount=no\n")
        (self.dir / "plugstack.conf").write_text(
            f"optional {self.dir}/plugins/spank_worklines.so\n" if self.spank and self.build else "")
        self.write_settings(self.settings)
        self.password = secrets.token_hex(8)
        dbd = self.dir / "slurmdbd.conf"
        dbd.touch(mode=0o600)
        os.chown(dbd, slurm.pw_uid, slurm.pw_gid)
        dbd.write_text(template("slurmdbd.conf", dir=self.dir, password=self.password, **self.ports))
        (self.dir / "slurmdbd.log").touch()
        os.chown(self.dir / "slurmdbd.log", slurm.pw_uid, slurm.pw_gid)

    def make_spool(self):
        """As an admin's installation makes it."""
        slurm = pwd.getpwnam("slurm")
        self.spool.mkdir(mode=0o700)
        os.chown(self.spool, slurm.pw_uid, slurm.pw_gid)

    def write_slurm_conf(self):
        job_submit = f"JobSubmitPlugins={self.job_submit}" if self.job_submit else ""
        scheduler = f",{self.scheduler}" if self.scheduler else ""
        (self.dir / "slurm.conf").write_text(template(
            "slurm.conf", name=self.name, dir=self.dir, slurm_plugins=SLURM_PLUGINS, host=socket.gethostname().split(".")[0],
            job_submit=job_submit, scheduler=scheduler, **self.ports))

    def write_settings(self, settings):
        aside = self.dir / "worklines.conf.new"
        aside.write_text(template("worklines.conf", name=self.name, dir=self.dir, repository=REPOSITORY, settings=settings))
        aside.chmod(0o644)
        aside.rename(self.dir / "worklines.conf")

    def _start_munged(self):
        key = self.dir / "munge.key"
        key.touch(mode=0o600)
        key.write_bytes(secrets.token_bytes(128))
        d = self.dir
        self._spawn("munged", ["munged", "--foreground", "--force", "--num-threads=2", f"--socket={d}/munge.sock",
                               f"--key-file={key}", f"--pid-file={d}/munged.pid", f"--log-file={d}/munged.log",
                               f"--seed-file={d}/munged.seed"])
        self._wait_for("munged", lambda: self.run(["munge", "-n", "-S", f"{d}/munge.sock"], check=False).returncode == 0)

    def _start_database(self):
        data = self.dir / "db"
        self.run(["mariadb-install-db", "--no-defaults", "--user=mysql", f"--datadir={data}", "--skip-test-db",
                  "--auth-root-authentication-method=normal"])
        self._spawn("mariadbd", ["mariadbd", "--no-defaults", "--user=mysql", f"--datadir={data}",
                                 f"--socket={data}/db.sock", f"--port={self.ports['db_port']}",
                                 "--bind-address=127.0.0.1", "--skip-name-resolve", "--innodb-buffer-pool-size=64M",
                                 "--innodb-flush-log-at-trx-commit=0", "--innodb-lock-wait-timeout=900"])
        client = ["mariadb", "--no-defaults", "-u", "root", f"--socket={data}/db.sock", "-e"]
        self._wait_for("mariadbd", lambda: self.run(client + ["select 1"], check=False).returncode == 0)
        self.run(client + [f"create database slurm_acct; create user slurm@'127.0.0.1' identified by "
                           f"'{self.password}'; grant all on slurm_acct.* to slurm@'127.0.0.1'"])

    def _start_slurmdbd(self):
        self._spawn("slurmdbd", ["slurmdbd", "-D"])
        self._wait_for("slurmdbd", lambda: self.run(["sacctmgr", "-n", "list", "cluster"], check=False).returncode == 0)
        self.run(["sacctmgr", "-i", "add", "cluster", self.name])

    def _add_accounts(self):
        self.run(["sacctmgr", "-i", "add", "account", "research"])
        self.run(["sacctmgr", "-i", "add", "user", ",".join(USERS), "account=research"])

    # slurmctld ------------------------------------------------------------------------------------------------

    def start_slurmctld(self):
        self._spawn("slurmctld", ["slurmctld", "-D", "-f", self.env["SLURM_CONF"]])
        self._wait_for("slurmctld", lambda: b"UP" in self.run(["scontrol", "ping"], check=False).stdout)

    def stop_slurmctld(self):
        self._end("slurmctld")

    def kill_slurmctld(self):
        process = self.processes.pop("slurmctld")
        process.kill()
        process.wait()

    def log(self, name="slurmctld"):
        return (self.dir / f"{name}.out").read_text(errors="replace")

    # Commands -------------------------------------------------------------------------------------------------

    def home(self, user):
        return self.dir / "home" / user

    def run(self, command, user=None, env=None, check=True, stdin=b"", cwd=None):
        """Runs a command as root or as one of the test users; output as bytes."""
        settings = dict(self.env, **(env or {}))
        who = {}
        if user:
            entry = pwd.getpwnam(user)
            who = {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": []}
            settings.update(HOME=str(self.home(user)), USER=user, LOGNAME=user)
            cwd = cwd or self.home(user)
        done = subprocess.run([str(word) for word in command], env=settings, input=stdin, capture_output=True,
                              cwd=cwd or self.dir, **who)
        if check and done.returncode != 0:
            text = (done.stderr or done.stdout).decode(errors="replace").strip()
            raise Failed(f"{' '.join(map(str, command))}: exit {done.returncode}: {text}")
        return done

    def on_terminal(self, command, user, env=None):
        """Runs a command with stdin, stdout and stderr on a pseudo-terminal; returns (exit code, output)."""
        entry = pwd.getpwnam(user)
        master, slave = pty.openpty()
        os.fchown(slave, entry.pw_uid, -1)
        settings = dict(self.env, HOME=str(self.home(user)), USER=user, **(env or {}))
        child = subprocess.Popen([str(word) for word in command], env=settings, stdin=slave, stdout=slave, stderr=slave,
                                 cwd=self.home(user), user=entry.pw_uid, group=entry.pw_gid, extra_groups=[])
        os.close(slave)
        output = b""
        while True:
            try:
                chunk = os.read(master, 65536)
            except OSError:  # EIO: the last one on the other side is gone
                break
            if not chunk:
                break
            output += chunk
        os.close(master)
        return child.wait(), output.replace(b"\r\n", b"\n")

    def write_script(self, user, name, content):
        """Puts a script into the user's home; content as bytes or text."""
        path = self.home(user) / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        entry = pwd.getpwnam(user)
        os.chown(path, entry.pw_uid, entry.pw_gid)
        return path

    def sbatch(self, user, *words, **how):
        """Submits with --parsable and returns the job's id."""
        out = self.run(["sbatch", "--parsable", *words], user=user, **how).stdout
        return int(out.split(b";")[0])

    def worklines(self, *words, check=True, env=None, stdin=b""):
        return self.run([self.build / "reporter" / "worklines", *words], check=check, env=env, stdin=stdin)

    def wait_for_jobs(self, seconds=120):
        """Until the queue is empty and accounting knows of every end."""
        wait_until(lambda: not self.run(["squeue", "-h"]).stdout.strip(), "the end of all jobs", seconds)
        wait_until(lambda: not any(state in self.sacct("State") for state in (b"RUNNING", b"PENDING")),
                   "accounting that knows all ends", 60)

    def sacct(self, fields, *words):
        return self.run(["sacct", "-a", "-X", "-D", "-n", "-P", "-S", "now-1days", "-o", fields, *words]).stdout

    # Processes ------------------------------------------------------------------------------------------------

    def _spawn(self, name, command):
        with open(self.dir / f"{name}.out", "ab") as out:
            process = subprocess.Popen(command, env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                       cwd=self.dir, start_new_session=True)
        self.processes[name] = process
        (self.dir / "pids.json").write_text(json.dumps(
            {key: [one.pid, start_time(one.pid)] for key, one in self.processes.items()}))
        if self.verbose:
            print(f"throwaway: {name} is pid {process.pid}", file=sys.stderr)

    def _wait_for(self, name, ask):
        """Until a daemon answers; one that has ended says why."""

        def answers_or_ended():
            if self.processes[name].poll() is not None:
                raise Failed(f"{name} ended at start: {self.log(name).strip().splitlines()[-1:]}")
            return ask()

        wait_until(answers_or_ended, name)

    def _end(self, name):
        process = self.processes.pop(name, None)
        if process is None:
            return
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _end_jobs(self):
        """Steps and jobs that outlived their slurmd: they carry this cluster's configuration in their environment."""
        mark = f"SLURM_CONF={self.dir}/slurm.conf".encode()
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            try:
                if int(entry.name) != os.getpid() and mark in (entry / "environ").read_bytes():
                    os.kill(int(entry.name), signal.SIGKILL)
            except OSError:
                continue


def main():
    parser = argparse.ArgumentParser(description="Run a command beside a throw-away Slurm.")
    parser.add_argument("--build", help="build folder with the plugins; without it Slurm runs alone")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    options = parser.parse_args()
    command = options.command[1:] if options.command[:1] == ["--"] else options.command
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    try:
        with Cluster(build=options.build, verbose=True) as cluster:
            return subprocess.run(command or ["/bin/bash"], env=dict(os.environ, **cluster.env)).returncode
    except Failed as failure:
        print(f"throwaway: {failure}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
