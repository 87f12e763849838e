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
        self.lock = open(self.LOCK, "a+")
        fcntl.flock(self.lock, fcntl.LOCK_EX)
        made = self._made()
        for name in USERS:
            try:
                pwd.getpwnam(name)
            except KeyError:
                subprocess.run(["useradd", "-M", "-d", f"/nonexistent/{name}", "-s", "/bin/bash", name], check=True)
                made.add(name)
        self._remember(made)
        fcntl.flock(self.lock, fcntl.LOCK_SH)

    def _made(self):
        self.lock.seek(0)
        return set(self.lock.read().split())

    def _remember(self, made):
        self.lock.seek(0)
        self.lock.truncate()
        self.lock.write(" ".join(sorted(made)))
        self.lock.flush()

    def leave(self):
        try:
            fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return  # another cluster still has them
        for name in self._made():
            subprocess.run(["userdel", name], stderr=subprocess.DEVNULL)
        self._remember(set())
        self.lock.close()
