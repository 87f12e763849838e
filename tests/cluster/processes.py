# SPDX-License-Identifier: GPL-2.0-or-later
"""The daemons of one throw-away cluster: started, remembered in its folder, ended by pid and never by name."""

import json
import os
import pathlib
import signal
import subprocess
import time


def start_time(pid):
    """Tells a process from a later one with the same pid; None: it is gone."""
    try:
        state, *rest = pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    except (OSError, ValueError):
        return None
    return None if state == "Z" else rest[18]


def send(pid, started, number):
    """A signal to this very process, not to one that got its pid meanwhile."""
    try:
        handle = os.pidfd_open(pid)
    except OSError:
        return
    try:
        if start_time(pid) == started:
            signal.pidfd_send_signal(handle, number)
    except ProcessLookupError:
        pass
    finally:
        os.close(handle)


class Processes:
    def __init__(self, folder, env):
        self.folder, self.env = folder, env
        self.file = folder / "pids.json"
        self.known = {}  # name -> (pid, start time), in order of start
        self.children = {}

    def spawn(self, name, command, keep_open=()):
        with open(self.folder / f"{name}.out", "ab") as out:
            child = subprocess.Popen(command, env=self.env, stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                     cwd=self.folder, start_new_session=True, pass_fds=keep_open)
        self.children[name] = child
        self.known[name] = (child.pid, start_time(child.pid))
        self._remember()

    def recall(self):
        """Takes over what another run has started."""
        self.known = {name: tuple(one) for name, one in json.loads(self.file.read_text()).items()}

    def pid(self, name):
        return self.known[name][0]

    def running(self, name):
        if name not in self.known:
            return False
        if name in self.children and self.children[name].poll() is not None:
            return False
        pid, started = self.known[name]
        return started is not None and start_time(pid) == started

    def end(self, name, seconds=20):
        """Ends it in good order, or by force after so many seconds; at once with 0."""
        if name not in self.known:
            return
        if seconds:
            send(*self.known[name], signal.SIGTERM)
            deadline = time.monotonic() + seconds
            while self.running(name) and time.monotonic() < deadline:
                time.sleep(0.02)
        while self.running(name):
            send(*self.known[name], signal.SIGKILL)
            time.sleep(0.02)
        del self.known[name]
        if name in self.children:
            self.children.pop(name).wait()
        self._remember()

    def end_jobs(self):
        """Steps outlive their slurmd and are not its children. They and what they started carry this cluster's
        configuration in their environment; so do the shells of people who look at the cluster, which are left alone."""
        mark = f"SLURM_CONF={self.folder}/slurm.conf".encode()
        for entry in pathlib.Path("/proc").glob("[0-9]*"):
            started = start_time(entry.name)
            try:
                settings = (entry / "environ").read_bytes().split(b"\0")
                is_step = os.readlink(entry / "exe").split("/")[-1].startswith("slurmstepd")
            except OSError:
                continue
            if mark in settings and (is_step or any(one.startswith(b"SLURM_JOB_ID=") for one in settings)):
                send(int(entry.name), started, signal.SIGKILL)

    def _remember(self):
        aside = self.folder / "pids.json.new"
        aside.write_text(json.dumps(self.known))
        aside.rename(self.file)
