# SPDX-License-Identifier: GPL-2.0-or-later
"""What people and admins run on a throw-away cluster."""

import os
import pwd
import re
import subprocess
import time

from layout import Failed, Layout

LONGEST_COMMAND = 300  # seconds


def wait_until(ask, what, seconds=60.0, pause=0.1):
    """Asks until the answer is true; a deadline, never a fixed sleep."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        answer = ask()
        if answer:
            return answer
        time.sleep(pause)
    raise Failed(f"{what} did not happen within {seconds:.0f} s")


def read_to_end(terminal):
    output = b""
    while True:
        try:
            chunk = os.read(terminal, 65536)
        except OSError:  # EIO: the last one on the other side is gone
            return output
        if not chunk:
            return output
        output += chunk


class Commands(Layout):
    def as_user(self, user, env):
        """How a child process becomes one of the test users, in the home folder."""
        entry = pwd.getpwnam(user)
        settings = dict(self.env, HOME=str(self.home(user)), USER=user, LOGNAME=user, **(env or {}))
        return {"env": settings, "user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": [], "cwd": self.home(user)}

    def run(self, command, user=None, env=None, check=True, stdin=b""):
        """Runs a command as root or as one of the test users; output as bytes."""
        command = [str(word) for word in command]
        how = self.as_user(user, env) if user else {"env": dict(self.env, **(env or {})), "cwd": self.dir}
        try:
            done = subprocess.run(command, input=stdin, capture_output=True, check=False, timeout=LONGEST_COMMAND, **how)
        except subprocess.TimeoutExpired:
            raise Failed(f"{' '.join(command)}: no end within {LONGEST_COMMAND} s; see the logs in {self.dir}") from None
        if check and done.returncode != 0:
            text = (done.stderr or done.stdout).decode(errors="replace").strip()
            raise Failed(f"{' '.join(command)}: exit {done.returncode}: {text}")
        return done

    def on_terminal(self, command, user, env=None):
        """Runs a command with stdin, stdout and stderr on a pseudo-terminal; returns (exit code, output)."""
        master, slave = os.openpty()
        try:
            os.fchown(slave, pwd.getpwnam(user).pw_uid, -1)
            child = subprocess.Popen(command, stdin=slave, stdout=slave, stderr=slave, **self.as_user(user, env))
        finally:
            os.close(slave)
        output = read_to_end(master)
        os.close(master)
        return child.wait(), output.replace(b"\r\n", b"\n")

    def sbatch(self, user, *words, **how):
        """Submits with --parsable and returns the job's id."""
        out = self.run(["sbatch", "--parsable", *words], user=user, **how).stdout
        return int(out.split(b";")[0])

    def worklines(self, *words, **how):
        return self.run([self.build / "reporter" / "worklines", *words], **how)

    def sacct(self, fields, *words):
        """Jobs and array tasks without their steps, every run of a requeued one."""
        return self.run(["sacct", "-a", "-X", "-D", "-n", "-P", "-S", "now-1days", "-o", fields, *words]).stdout

    def wait_for_jobs(self, seconds=120):
        """Until the queue is empty and accounting knows of every end."""
        wait_until(lambda: not self.run(["squeue", "-h"]).stdout.strip(), "the end of all jobs", seconds)
        wait_until(lambda: re.search(rb"DBD Agent queue size: +0\b", self.run(["sdiag"]).stdout),
                   "slurmctld's report to slurmdbd", 60)
        # What was cancelled before it was eligible is in no window of sacct.
        ended = {line.split()[0] for line in self.run(["squeue", "-h", "-r", "-t", "all", "-o", "%A %T"]).stdout.splitlines()
                 if not line.endswith(b"CANCELLED")}

        def knows_all():
            rows = [row.split(b"|") for row in self.sacct("JobIDRaw,State").splitlines()]
            return ended <= {row[0] for row in rows} and not {b"RUNNING", b"PENDING"} & {row[1] for row in rows}

        wait_until(knows_all, "accounting that knows all ends", 60)
