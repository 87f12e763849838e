# SPDX-License-Identifier: GPL-2.0-or-later
"""The folder of a throw-away cluster: every file that its daemons read, and where they write."""

import os
import pathlib
import pwd
import random
import secrets
import re
import shutil
import socket
import subprocess

from users import USERS

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
NODES = ("n1", "n2", "n3", "n4")
PLUGINS = ("job_submit/job_submit_worklines.so", "hints/worklines_hints.so", "spank/spank_worklines.so")
SLURM_PLUGINS = "/usr/lib/x86_64-linux-gnu/slurm-wlm"
DAEMONS_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
TEMPLATES = pathlib.Path(__file__).parent / "conf"
LONGEST = 60  # bytes of the folder's name: a socket's whole path has 107 at most


class Failed(Exception):
    """One line: what, where, what to do."""


def template(file, **values):
    return (TEMPLATES / file).read_text().format(**values)


def slurm_version():
    """(year, month) of the Slurm that is installed."""
    said = subprocess.run(["slurmctld", "-V"], capture_output=True, text=True, check=True, env={"PATH": DAEMONS_PATH}).stdout
    year, month = re.search(r"(\d+)\.(\d+)", said).groups()
    return int(year), int(month)


def is_free(port):
    with socket.socket() as one:
        try:
            one.bind(("127.0.0.1", port))
        except OSError:
            return False
    return True


def free_ports(count):
    """Below those that the kernel hands out by itself, or a client of another cluster could be first."""
    lowest = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    below = range(max(1024, lowest - 16384), lowest)
    if len(below) < 1024:
        below = range(1024, 65536)
    ports = [port for port in random.sample(below, 20 * count) if is_free(port)]
    if len(ports) < count:
        raise Failed(f"no {count} free ports on 127.0.0.1 from {below.start} to {below.stop}: end what listens there")
    return ports[:count]


def own(path, user):
    entry = pwd.getpwnam(user)
    os.chown(path, entry.pw_uid, entry.pw_gid)


def refuse_unfit(folder):
    if len(os.fsencode(folder)) > LONGEST:
        raise Failed(f"{folder}: the name is too long for sockets in it; take one of at most {LONGEST} bytes")
    for above in folder.parents:
        if not above.stat().st_mode & 0o001:
            raise Failed(f"{above}: the test users cannot enter it; take a folder below /tmp")


class Layout:
    def __init__(self, folder, build=None, job_submit=None, spank=True, settings="hints = terminal", lua="", scheduler=""):
        """`build`: the build folder with the plugins; without it Slurm runs alone. `job_submit`: the list in
        JobSubmitPlugins; `lua`: the text of job_submit.lua; `settings`: more lines of worklines.conf."""
        self.dir = pathlib.Path(folder)
        self.build = pathlib.Path(build).resolve() if build else None
        self.job_submit = job_submit if job_submit is not None else "worklines" if build else ""
        self.spank, self.settings, self.lua, self.scheduler = spank, settings, lua, scheduler
        self.name = "throwaway"
        self.spool = self.dir / "spool"
        self.archive = self.dir / "archive" / "archive.sqlite"
        self.password = secrets.token_hex(8)
        self.ports = {}
        self.env = {"PATH": DAEMONS_PATH, "LANG": "C.UTF-8",
                    "SLURM_CONF": str(self.dir / "slurm.conf"), "WORKLINES_CONF": str(self.dir / "worklines.conf")}

    def lay_out(self):
        database, dbd, ctld, *nodes = free_ports(3 + len(NODES))
        self.ports = {"db_port": database, "dbd_port": dbd, "ctld_port": ctld, "node_ports": ",".join(map(str, nodes))}
        for name in ("state", "archive", "reports"):
            (self.dir / name).mkdir()
            own(self.dir / name, "slurm")
        for name in ("plugins", "home"):
            (self.dir / name).mkdir()
        self.make_spool()
        for user in USERS:
            self.home(user).mkdir()
            own(self.home(user), user)
        self.install_plugins()
        self._write_slurms_files()
        self.write_settings(self.settings)

    def make_spool(self):
        """As an admin's installation makes it."""
        self.spool.mkdir(mode=0o700)
        own(self.spool, "slurm")

    def home(self, user):
        return self.dir / "home" / user

    def install_plugins(self):
        if not self.build:
            return
        for plugin in PLUGINS:
            source = self.build / "plugin" / plugin
            if not source.exists():
                raise Failed(f"{source} is not there: build it first, or name another folder with --build")
            shutil.copy(source, self.dir / "plugins")

    def write_script(self, user, name, content):
        """Puts a script into the user's home; content as bytes or text."""
        path = self.home(user) / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        own(path, user)
        return path

    def write_settings(self, settings):
        aside = self.dir / "worklines.conf.new"
        aside.write_text(template("worklines.conf", name=self.name, dir=self.dir, repository=REPOSITORY, settings=settings))
        aside.chmod(0o644)
        aside.rename(self.dir / "worklines.conf")

    def write_slurm_conf(self):
        job_submit = f"JobSubmitPlugins={self.job_submit}" if self.job_submit else ""
        scheduler = f",{self.scheduler}" if self.scheduler else ""
        (self.dir / "slurm.conf").write_text(template(
            "slurm.conf", name=self.name, dir=self.dir, slurm_plugins=SLURM_PLUGINS, host=socket.gethostname().split(".")[0],
            job_submit=job_submit, scheduler=scheduler, **self.ports))

    def write_cgroup_conf(self):
        """Nothing here uses cgroups, but slurmd reads the file and a newer one wants a cgroup of its own."""
        plain = slurm_version() < (23, 11)
        (self.dir / "cgroup.conf").write_text("CgroupAutomount=no\n" if plain else "CgroupPlugin=disabled\n")

    def _write_slurms_files(self):
        self.write_slurm_conf()
        (self.dir / "job_submit.lua").write_text(self.lua)
        for device in ("gpu0", "gpu1"):  # a file is all that slurmd asks of a GPU that nobody constrains
            (self.dir / device).touch()
        (self.dir / "gres.conf").write_text(f"NodeName=n[1-4] Name=gpu File={self.dir}/gpu[0-1]\n")
        self.write_cgroup_conf()
        (self.dir / "plugstack.conf").write_text(
            f"optional {self.dir}/plugins/spank_worklines.so\n" if self.spank and self.build else "")
        for name, mode in (("slurmdbd.conf", 0o600), ("slurmdbd.log", 0o644)):
            (self.dir / name).touch(mode=mode)
            own(self.dir / name, "slurm")
        (self.dir / "slurmdbd.conf").write_text(
            template("slurmdbd.conf", dir=self.dir, password=self.password, **self.ports))
