# SPDX-License-Identifier: GPL-2.0-or-later
"""A second Debian in a folder, for the Slurm that it has: made by debootstrap from the registry that apt here uses."""

import contextlib
import os
import pathlib
import re
import shutil
import subprocess

from layout import Failed, REPOSITORY

SETTINGS = ("/etc/resolv.conf", "/etc/hosts")  # the registry must be found from inside too


def registry():
    """The first Debian archive among apt's sources; None: there is none."""
    for file in sorted(pathlib.Path("/etc/apt").glob("sources.list*")) + sorted(pathlib.Path("/etc/apt/sources.list.d").glob("*")):
        if file.is_file():
            found = re.search(r"^(?:URIs:|deb(?: \[[^]]*\])?)\s+(https?://\S*/debian)/?\s", file.read_text(), re.MULTILINE)
            if found:
                return found.group(1)
    return None


class DebianTree:
    """`with DebianTree(suite, folder) as tree`: the repository is in it, read only, as /worklines."""

    def __init__(self, suite, folder):
        self.suite, self.dir = suite, pathlib.Path(folder)
        self.mounts = []

    def __enter__(self):
        address = registry()
        if not address:
            raise Failed("/etc/apt: no Debian archive among the sources; name one there")
        self.dir.mkdir()
        try:
            self._run(["debootstrap", "--variant=minbase", self.suite, self.dir, address])
            for file in SETTINGS:
                shutil.copy(file, self.dir / file[1:])
            for conf in pathlib.Path("/etc/apt/apt.conf.d").iterdir():
                if b"Proxy" in conf.read_bytes():
                    shutil.copy(conf, self.dir / "etc/apt/apt.conf.d")
            policy = self.dir / "usr/sbin/policy-rc.d"
            policy.write_text("#!/bin/sh\nexit 101\n")  # no daemon of the packages starts
            policy.chmod(0o755)
            self._mount("proc", "proc", "-t", "proc")
            self._mount("/dev", "dev", "--rbind", "--make-rslave")
            self._mount("/sys", "sys", "--rbind", "--make-rslave")
            self._mount(REPOSITORY, "worklines", "--bind", "-o", "ro")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for point in reversed(self.mounts):
            subprocess.run(["umount", "-R", "-l", point], check=False)
        if any(str(self.dir) in line for line in pathlib.Path("/proc/self/mounts").read_text().splitlines()):
            raise Failed(f"{self.dir}: something is still mounted in it; unmount and remove it by hand")
        shutil.rmtree(self.dir, ignore_errors=True)

    def _mount(self, what, where, *how):
        point = self.dir / where
        point.mkdir(exist_ok=True)
        self._run(["mount", *how, what, point])
        self.mounts.append(point)

    def inside(self, command, env=None, seconds=1500):
        """Runs it in the tree as root; the output of a failure is in the exception."""
        return self._run(["chroot", self.dir, *command], seconds, env)

    @staticmethod
    def _run(command, seconds=600, env=None):
        settings = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
        with contextlib.suppress(KeyError):
            settings["TMPDIR"] = os.environ["TMPDIR"]
        command = [str(word) for word in command]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                              timeout=seconds, env=dict(settings, **(env or {})), check=False)
        text = done.stdout.decode(errors="replace")
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)}: exit {done.returncode}: {text[-4000:].strip()}")
        return text
