# SPDX-License-Identifier: GPL-2.0-or-later
"""The people who submit in the tests: system users, since Slurm asks the name service."""

import fcntl
import pwd
import subprocess

USERS = ("wl-ada", "wl-ben", "wl-cleo", "wl-dan", "wl-eva")


class TestUsers:
    """System users shared by all clusters on the machine; whoever leaves last removes those that were made."""

    LOCK = "/run/lock/worklines-test-users"

    def __init__(self):
        self.in_use = open(self.LOCK, "a+")
        fcntl.flock(self.in_use, fcntl.LOCK_EX)
        made = self._made()
        for name in USERS:
            try:
                pwd.getpwnam(name)
            except KeyError:
                subprocess.run(["useradd", "-M", "-d", f"/nonexistent/{name}", "-s", "/bin/bash", name], check=True)
                made.add(name)
        self._remember(made)
        fcntl.flock(self.in_use, fcntl.LOCK_SH)

    def _made(self):
        self.in_use.seek(0)
        return set(self.in_use.read().split())

    def _remember(self, made):
        self.in_use.seek(0)
        self.in_use.truncate()
        self.in_use.write(" ".join(sorted(made)))
        self.in_use.flush()

    def leave(self):
        try:
            fcntl.flock(self.in_use, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return  # another cluster still has them
        for name in self._made():
            subprocess.run(["userdel", name], stderr=subprocess.DEVNULL)
        self._remember(set())
        self.in_use.close()
