#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Worklines end to end on a throw-away Slurm: submissions of five people, capture, accounting, hints, report.

Exits with 1 where anything is not as promised.
"""

import argparse
import pathlib
import shutil
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests" / "cluster"))
from spool_reader import read_spool  # noqa: E402
from throwaway import Cluster, Failed  # noqa: E402

ADA, BEN, CLEO, DAN, EVA = "wl-ada", "wl-ben", "wl-cleo", "wl-dan", "wl-eva"
# What the scripts run; here each only says so, since the demo brings no science.
PROGRAMS = ("bwa", "gmx", "llama-bench", "lm_eval", "multiqc", "python", "samtools", "tokenise")
STAND_IN = '#!/bin/sh\necho "stand-in: ${0##*/} $*"\n[ -t 0 ] || cat > /dev/null\nsleep 1\n'
OVERSIZED = ("#!/bin/bash\n#SBATCH --job-name=tokenise\n#SBATCH --mem=8G\n#SBATCH --time=02:00:00\n"
             "# the corpus is small, 8 GB to be on the safe side\nsleep 2\ntokenise --corpus wiki-es\n")


def say(text):
    print(f"\n== {text}", flush=True)


def make_stand_ins(cluster):
    folder = cluster.dir / "bin"
    folder.mkdir()
    for program in PROGRAMS:
        (folder / program).write_text(STAND_IN)
        (folder / program).chmod(0o755)
    cluster.env["PATH"] = f"{folder}:{cluster.env['PATH']}"


class Submitted:
    """What was handed to Slurm, to be compared with the spool: (job's name, script or None) of each submission."""

    def __init__(self, cluster):
        self.cluster, self.expected, self.jobs = cluster, [], []

    def script(self, user, file, *words, name, args=()):
        content = (HERE / "scripts" / file).read_bytes()
        path = self.cluster.write_script(user, file, content)
        return self._sbatch(user, name, content, *words, path, *args)

    def text(self, user, name, text):
        content = text.encode()
        path = self.cluster.write_script(user, f"{name}.sh", content)
        return self._sbatch(user, name, content, path)

    def wrap(self, user, name, command, *words):
        content = f"#!/bin/sh\n# This script was created by sbatch --wrap.\n\n{command}\n".encode()
        return self._sbatch(user, name, content, "-J", name, *words, "--wrap", command)

    def stdin(self, user, name, text):
        return self._sbatch(user, name, text.encode(), "-J", name, stdin=text.encode())

    def interactive(self, user, name, *command):
        self.cluster.run([command[0], "-J", name, *command[1:]], user=user)
        self.expected.append((name.encode(), None))

    def _sbatch(self, user, name, content, *words, **how):
        job = self.cluster.sbatch(user, *words, **how)
        self.expected.append((name.encode(), content))
        self.jobs.append(job)
        return job

    def compare_with_spool(self):
        kept = sorted(((request["name"], script) for request, script in read_spool(self.cluster.spool)), key=repr)
        if kept != sorted(self.expected, key=repr):
            raise Failed(f"the spool holds {len(kept)} submissions that are not the {len(self.expected)} submitted")
        return len(kept)


def submit_all(cluster):
    s = Submitted(cluster)
    for seed in (1, 2):  # a vision group: train, then evaluate
        train = s.script(ADA, "train_unet.sbatch", f"--comment=seed{seed}", name="unet-ct")
        s.script(ADA, "eval_unet.sbatch", f"--dependency=afterok:{train}", name="unet-eval")
    s.script(BEN, "eval_unet.sbatch", name="unet-eval")
    s.script(CLEO, "llama_bench.sbatch", name="gguf-sweep")  # language models: an array, then a look at it
    s.wrap(CLEO, "plot", "python plot_quants.py --out quants.pdf", "--mem=500M", "-t", "5")
    for _ in range(3):
        s.text(CLEO, "tokenise", OVERSIZED)
    for sample in ("S01", "S02", "S03"):  # genomics
        s.script(DAN, "align_reads.sbatch", name="align", args=(sample,))
    s.stdin(DAN, "multiqc", "#!/bin/bash\n#SBATCH --mem=1G -t 10\n# one report over all samples\nmultiqc results/\n")
    for _ in range(2):  # molecular dynamics
        s.script(EVA, "md_lysozyme.sbatch", name="lysozyme")
    s.wrap(EVA, "rmsd", "gmx rms -s md.tpr -f md.xtc", "--mem=2G")
    s.interactive(EVA, "look", "salloc", "-t", "10", "--mem=1G", "srun", "-n", "1", "hostname")
    s.interactive(BEN, "quick", "srun", "-n", "2", "-t", "5", "--mem=500M", "hostname")
    return s


def show_hint(cluster, submitted):
    path = cluster.home(CLEO) / "tokenise.sh"
    code, output = cluster.on_terminal(["sbatch", path], CLEO)
    text = output.decode()
    print("\n".join("    " + line for line in ["$ sbatch tokenise.sh", *text.splitlines()]))
    if code != 0 or "--mem=1G" not in text:
        raise Failed("sbatch on a terminal printed no hint for the oversized job")
    submitted.expected.append((b"tokenise", OVERSIZED.encode()))


def write_reports(cluster, out):
    month = time.strftime("%Y-%m")
    shutil.rmtree(out, ignore_errors=True)
    cluster.worklines("report", "--month", month, "--format", "html,md,text,json", "--out", out)
    print(cluster.worklines("report", "--month", month, "--format", "text", "--out", "-").stdout.decode())
    files = sorted(out.iterdir())
    if len(files) != 4:
        raise Failed(f"four report files were due in {out}, {len(files)} are there")
    for file in files:
        print(f"    {file}")


def demo(build, out):
    begun = time.monotonic()
    say("A throw-away Slurm: munged, MariaDB, slurmdbd, slurmctld with Worklines, four nodes")
    with Cluster(build=build) as cluster:
        make_stand_ins(cluster)
        say("Five people submit")
        submitted = submit_all(cluster)
        print(f"    {len(submitted.expected)} submissions; waiting for the jobs to end")
        cluster.wait_for_jobs(180)
        print(f"    {submitted.compare_with_spool()} of {len(submitted.expected)} submissions are in the spool, byte for byte")

        say("worklines collect: spool and accounting become the archive")
        print(cluster.worklines("collect").stdout.decode())
        say("worklines advise: what people's finished runs needed")
        print(cluster.worklines("advise").stdout.decode())
        say("The oversized job once more, on a terminal: what sbatch says")
        show_hint(cluster, submitted)
        cluster.wait_for_jobs(60)
        cluster.worklines("collect")
        submitted.compare_with_spool()

        say("worklines report")
        write_reports(cluster, out)
    say(f"Done in {time.monotonic() - begun:.0f} s; the cluster is gone, the report stays in {out}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--build", type=pathlib.Path, default=HERE.parents[1] / "build" / "release")
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path("demo-report"), help="where the report stays")
    options = parser.parse_args()
    try:
        demo(options.build, options.out.resolve())
    except Failed as failure:
        print(f"demo: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
