# SPDX-License-Identifier: GPL-2.0-or-later
"""The same sources on the Slurm of the next Debian: built against its headers, loaded by its slurmctld, and refused in one
clear line where plugin and slurmctld are of different versions."""

import os
import pathlib
import re
import secrets
import shutil
import unittest

from debian_tree import DebianTree
from layout import Failed, PLUGINS

BUILD = pathlib.Path(os.environ["WORKLINES_BUILD"])
SUITE = "trixie"
BUILT = "/build"
TARGETS = ("job_submit_worklines", "worklines_hints", "spank_worklines", "worklines", "submit_client")
OTHER_VERSION = """
import sys
sys.path.insert(0, "/worklines/tests/cluster")
from throwaway import Cluster, Failed
try:
    with Cluster(build="/other"):
        print("it started")
except Failed as failure:
    print(failure)
"""


def setUpModule():
    global tree
    tree = second_debian()
    tree.inside(["cmake", "-S", "/worklines", "-B", BUILT, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release"])
    tree.inside(["cmake", "--build", BUILT, "--target", *TARGETS])


def second_debian():
    """Where it cannot be had (no registry, no right to mount) there is nothing to test; what it then shows must hold."""
    made = DebianTree(SUITE, f"/tmp/wl-{SUITE}-{secrets.token_hex(4)}")
    try:
        made.__enter__()
    except (Failed, OSError) as failure:
        raise unittest.SkipTest(f"no {SUITE} here: {failure}") from None
    unittest.addModuleCleanup(made.__exit__)
    try:
        made.inside(["apt-get", "update", "-qq"])
        made.inside(["/worklines/packaging/install-packages", "build", "test"])
    except Failed as failure:
        raise unittest.SkipTest(f"no packages of {SUITE} here: {failure}") from None
    return made


def cluster_test(*names):
    settings = {"WORKLINES_BUILD": BUILT, "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": "/worklines/tests/cluster"}
    return tree.inside(["python3", "-m", "unittest", *names], settings)


class OtherSlurm(unittest.TestCase):
    def test_it_is_another_slurm(self):
        self.assertNotEqual(version(tree.dir / BUILT[1:]), version(BUILD))

    def test_every_kind_of_submission_is_captured(self):
        self.assertIn("OK", cluster_test("test_capture"))

    def test_reconfigure_and_kill_harm_nothing(self):
        self.assertIn("OK", cluster_test("test_faults.Reconfigured", "test_faults.Killed"))

    def test_a_plugin_for_another_slurm_is_refused_by_name_and_version(self):
        for plugin in PLUGINS:
            target = tree.dir / "other" / "plugin" / plugin
            target.parent.mkdir(parents=True)
            shutil.copy(BUILD / "plugin" / plugin, target)
        said = tree.inside(["python3", "-c", OTHER_VERSION])
        self.assertNotIn("it started", said)
        self.assertRegex(said, r"slurmctld ended at start")


def version(build):
    """Of the Slurm that the plugin was built for, from the mark that `worklines doctor` reads."""
    mark = re.search(rb"worklines was built for Slurm ([0-9.]+)", (build / "plugin" / PLUGINS[0]).read_bytes())
    return mark.group(1)
