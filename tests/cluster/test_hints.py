# SPDX-License-Identifier: GPL-2.0-or-later
"""A hint reaches a person at a terminal, with the person's own figures, and never a program that reads sbatch."""

import os
import pathlib
import unittest

from spool_reader import read_spool
from throwaway import Cluster, wait_until

BUILD = pathlib.Path(os.environ["WORKLINES_BUILD"])
SCRIPT = "#!/bin/bash\n#SBATCH -J small\n#SBATCH --mem=8G\n#SBATCH -t 10\nsleep 3\n"
# Slurm's own plugin, in front of ours; it says something too.
LUA = """
function slurm_job_submit(job_desc, part_list, submit_uid)
  if job_desc.comment == "speak" then slurm.log_user("lua was here") end
  if job_desc.comment == "rewrite" then job_desc.script = "#!/bin/sh\\n# by lua\\ntrue\\n" end
  return slurm.SUCCESS
end
function slurm_job_modify(job_desc, job_rec, part_list, modify_uid) return slurm.SUCCESS end
"""
RULE = """
return {{ slug = "{slug}", since = "0.1", phases = {{ "submit" }}, severity = "info", title = "t", why = "w", todo = "d",
  exceptions = "e", example = {{ before = {{ history = {{}} }}, after = {{ history = {{}} }} }}, cases = {{}},
  fires = function(job, script, history, now, site) {body} end }}
"""
SETTINGS = "hints = terminal\nhints_quiet = 0\nspool_floor = 0\nsync = 100ms"


def setUpModule():
    global cluster
    cluster = Cluster(build=BUILD, job_submit="lua,worklines", lua=LUA, settings=SETTINGS).__enter__()
    for user in ("wl-ada", "wl-ben", "wl-cleo", "wl-eva"):  # wl-dan has no history
        for _ in range(3):
            cluster.sbatch(user, script(user))
    cluster.wait_for_jobs()
    cluster.worklines("collect")
    cluster.worklines("advise")
    # slurmctld looks for a changed index once a second. Each test has a person of its own: who submits many times a
    # minute gets no hints.
    wait_until(lambda: b"--mem" in on_terminal("wl-eva")[1], "the first hint", 14, 2)


def tearDownModule():
    cluster.stop()


def script(user):
    return cluster.write_script(user, "small.sh", SCRIPT)


def on_terminal(user, *words, env=None):
    return cluster.on_terminal(["sbatch", "--hold", *words, script(user)], user, env=env)


class OnATerminal(unittest.TestCase):
    def test_the_hint_has_the_persons_figures_and_the_option_to_change(self):
        code, output = on_terminal("wl-ada")
        self.assertEqual(code, 0)
        text = output.decode()
        self.assertRegex(text, r"sbatch: worklines: .*last 3 runs peaked at [\d.]+ MB of 8 GB.*--mem=1G\b")
        self.assertRegex(text, r"(?m)^Submitted batch job \d+$")
        self.assertLessEqual(len([line for line in text.splitlines() if "worklines:" in line]), 3)

    def test_switches_silence_it(self):
        for words, env in ((("--hints=off",), None), ((), {"WORKLINES_HINTS": "off"}), (("--parsable",), None),
                           (("-Q",), None)):
            _, output = on_terminal("wl-ada", *words, env=env)
            self.assertNotIn(b"worklines", output, (words, env))

    def test_the_message_of_lua_stays(self):
        _, output = on_terminal("wl-ben", "--comment=speak")
        self.assertIn(b"lua was here", output)
        self.assertIn(b"--mem=1G", output)

    def test_what_lua_rewrote_is_what_is_kept(self):
        cluster.sbatch("wl-dan", "--hold", "-J", "rewritten", "--comment=rewrite", "--wrap", "echo original")
        kept = [text for request, text in read_spool(cluster.spool) if request.get("name") == b"rewritten"]
        self.assertEqual(kept, [b"#!/bin/sh\n# by lua\ntrue\n"])

    def test_another_person_gets_no_hint_from_it(self):
        _, output = on_terminal("wl-dan")
        self.assertNotIn(b"worklines", output)


class InAProgram(unittest.TestCase):
    def test_a_pipe_or_merged_streams_get_nothing(self):
        done = cluster.run(["sbatch", "--hold", script("wl-ada")], user="wl-ada")
        self.assertRegex(done.stdout, rb"^Submitted batch job \d+\n$")
        self.assertEqual(done.stderr, b"")
        merged = cluster.run(["sh", "-c", f"sbatch --hold {script('wl-ada')} 2>&1"], user="wl-ada")
        self.assertRegex(merged.stdout, rb"^Submitted batch job \d+\n$")

    def test_parsable_gets_only_the_id(self):
        merged = cluster.run(["sh", "-c", f"sbatch --parsable --hold {script('wl-ada')} 2>&1"], user="wl-ada")
        self.assertRegex(merged.stdout, rb"^\d+\n$")


class BadRules(unittest.TestCase):
    def setUp(self):
        self.rules = cluster.dir / "rules"
        self.rules.mkdir()

    def tearDown(self):
        cluster.run(["rm", "-rf", self.rules])
        self.use("")

    def use(self, settings):
        """Settings are read again within a tick."""
        lines = cluster.log().count("worklines.conf was read again")
        cluster.write_settings(SETTINGS + "\n" + settings)
        wait_until(lambda: cluster.log().count("worklines.conf was read again") > lines, "new settings", 20)

    def test_a_rule_that_loops_or_fails_leaves_submissions_unharmed(self):
        for slug, body in (("endless", "while true do end"), ("broken", "error('no')"), ("greedy", GREEDY)):
            (self.rules / f"{slug}.lua").write_text(RULE.format(slug=slug, body=body))
        self.use(f"hints_dir = {self.rules}")
        for _ in range(3):
            code, output = on_terminal("wl-cleo")
            self.assertEqual(code, 0)
            self.assertRegex(output, rb"Submitted batch job \d+")
        wait_until(lambda: all(slug in cluster.log() for slug in ("endless", "broken", "greedy")),
                   "a line in the log for each rule that was switched off", 10)

    def test_a_file_that_is_no_rule_is_named_in_the_log(self):
        (self.rules / "typo.lua").write_text("return {")
        self.use(f"hints_dir = {self.rules}")
        code, _ = on_terminal("wl-cleo")
        self.assertEqual(code, 0)
        self.assertIn("typo.lua", cluster.log())


GREEDY = "local t = {} while true do t[#t + 1] = {} end"


class Always(unittest.TestCase):
    def test_a_site_without_spank_may_choose_always(self):
        settings = cluster.log().count("worklines.conf was read again")
        cluster.write_settings(SETTINGS.replace("terminal", "always"))
        wait_until(lambda: cluster.log().count("worklines.conf was read again") > settings, "new settings", 20)
        done = cluster.run(["sbatch", "--hold", script("wl-ben")], user="wl-ben")
        self.assertIn(b"--mem=1G", done.stderr)
        self.assertRegex(done.stdout, rb"^Submitted batch job \d+\n$")
        cluster.write_settings(SETTINGS)
