# SPDX-License-Identifier: GPL-2.0-or-later
"""What programs submit through slurmrestd is captured like everything else, and is never talked to."""

import http.client
import json
import os
import pathlib
import shutil
import socket
import subprocess
import unittest

from spool_reader import read_spool
from throwaway import Cluster, wait_until

BUILD = pathlib.Path(os.environ["WORKLINES_BUILD"])
SUBMIT = "/slurm/v0.0.38/job/submit"
SCRIPT = "#!/bin/sh\r\n# written on another system\r\ntrue\r\n"


class UnixConnection(http.client.HTTPConnection):
    def __init__(self, path):
        super().__init__("localhost")
        self.path = str(path)

    def connect(self):
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.connect(self.path)


@unittest.skipUnless(shutil.which("slurmrestd", path="/usr/sbin:/usr/bin"), "no slurmrestd here")
class Slurmrestd(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.cluster = Cluster(build=BUILD, settings="hints = always").__enter__()
        cls.addClassCleanup(cls.cluster.stop)
        cls.socket = cls.cluster.home("wl-ada") / "rest.sock"
        cls.server = subprocess.Popen(
            ["/usr/sbin/slurmrestd", "-a", "rest_auth/local", "-s", "openapi/v0.0.38", f"unix:{cls.socket}"],
            env=cls.cluster.env, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            user="wl-ada", group="wl-ada", extra_groups=[], cwd=cls.cluster.home("wl-ada"))
        cls.addClassCleanup(cls.server.wait)
        cls.addClassCleanup(cls.server.terminate)
        wait_until(cls.socket.exists, "slurmrestd's socket", 20)

    def test_a_submission_arrives_with_its_crlf_and_without_a_submit_line(self):
        job = {"name": "by-rest", "current_working_directory": "/tmp", "hold": True,
               "environment": {"PATH": "/usr/bin:/bin"}, "tasks": 2}
        connection = UnixConnection(self.socket)
        self.addCleanup(connection.close)
        connection.request("POST", SUBMIT, json.dumps({"job": job, "script": SCRIPT}), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        body = answer.read()
        self.assertEqual(answer.status, 200, body)
        self.assertGreater(json.loads(body)["job_id"], 0)
        self.assertNotIn(b"worklines", body)

        (request, script), = [record for record in read_spool(self.cluster.spool) if record[0].get("name") == b"by-rest"]
        self.assertEqual(script, SCRIPT.encode())
        self.assertNotIn("submit_line", request)
        self.assertEqual(request["num_tasks"], 2)
