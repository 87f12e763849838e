# SPDX-License-Identifier: GPL-2.0-or-later
"""Writes an invented national centre: sixty people, 26 work lines of many fields, a month of jobs. The held-out check of how
jobs are grouped: nothing was tuned on it.

    tests/worlds/centre.py DIR [--seed 7] [--scale 1]

DIR gets scripts/<JobID>.sh, sacct.txt as `sacct -a -D -P` prints it, and labels.tsv (submission, line). The same seed gives
the same bytes."""

import argparse
import datetime
import pathlib
import random
import re

from centre_lines import LINES

COLUMNS = ("JobID JobIDRaw Cluster User UID Account Partition JobName Submit Eligible Start End ElapsedRaw TimelimitRaw State "
           "ReqCPUS AllocCPUS ReqMem AllocTRES NNodes NodeList MaxRSS WorkDir SubmitLine").split()
FIRST = datetime.datetime(2026, 3, 2)
GIVEN = "ana ben carla dan elif finn greta hugo ines jan kira luc maya nils olga pau qadir rosa sven tea ugo vera wim xenia yann zoe".split()
FAMILY = "abt berg costa dietz eder fabre graf huber iten jung koch lang maier noll ott".split()
RULES = ["# " + "-" * 60, "#" * 70, "# " + "=" * 40, ""]
GREETINGS = ['echo "Running on $(hostname) at $(date)"', 'echo "Job $SLURM_JOB_ID started"; date', "date; hostname; pwd",
             'printf "%s\\n" "$SLURM_JOB_NODELIST"', ""]
ENDINGS = ["echo done", "date", 'echo "Job $SLURM_JOB_ID finished with $?"', "sacct -j $SLURM_JOB_ID --format=JobID,Elapsed,MaxRSS", ""]
SETUPS = [["module purge"], ["set -euo pipefail"], ["set -e", "export OMP_NUM_THREADS=$SLURM_CPUS_PER_TASK"], ["source ~/.bashrc"],
          ["ulimit -s unlimited", "module purge"], ["cd $SLURM_SUBMIT_DIR"], []]
UTILITY = """#!/bin/bash
#SBATCH --time=02:00:00
rsync -a --partial $HOME/{project}/out/ archive:/tape/$USER/{project}/
"""


class Style:
    """How one person writes: header, greeting, comments, options."""

    def __init__(self, rng):
        self.rule, self.greeting, self.ending = rng.choice(RULES), rng.choice(GREETINGS), rng.choice(ENDINGS)
        self.setup, self.short, self.mail = rng.choice(SETUPS), rng.random() < 0.4, rng.random() < 0.3
        self.login = rng.random() < 0.3
        self.drift = rng.choice([0.1, 0.3, 0.6])

    def head(self, rng, user, name, one):
        dash = (lambda short, long, value: f"#SBATCH -{short} {value}") if self.short else (
            lambda short, long, value: f"#SBATCH --{long}={value}")
        lines = [f"#!/bin/bash{' -l' if self.login else ''}", dash("J", "job-name", name), dash("t", "time", "12:00:00")]
        lines.append(dash("N", "nodes", one.get("nodes", 1)))
        if one.get("gpus"):
            lines.append(f"#SBATCH --gres=gpu:{one['gpus']}")
        if self.mail:
            lines.append("#SBATCH --mail-type=END,FAIL")
        lines.append(dash("o", "output", "logs/%x_%j.out"))
        return lines


def fill(text, numbers):
    text = re.sub(r"\{pick:([^}]*)\}", lambda m: numbers["rng"].choice(m[1].split(",")), text)
    return text.replace("{n}", str(numbers["n"])).replace("{year}", str(numbers["year"]))


class World:
    def __init__(self, folder, seed, scale):
        self.folder, self.rng, self.scale = folder, random.Random(seed), scale
        self.job_id, self.rows, self.labels = 500000, [], []
        self.people = [f"{given[:1]}{family}" for given in GIVEN for family in FAMILY]
        self.rng.shuffle(self.people)
        (folder / "scripts").mkdir(parents=True, exist_ok=True)

    def write(self):
        pending = []
        for line in LINES:
            for member in range(line["people"]):
                user, style, project = self.people.pop(), Style(self.rng), self.rng.choice(line["projects"])
                home = f"/home/{user}" if self.rng.random() < 0.7 else f"/scratch/{user}"
                pending += self.submissions_of(line, user, style, f"{home}/{project}", project)
        pending.sort(key=lambda one: one[0])
        for when, line, user, directory, one, script in pending:
            self.submit(when, line, user, directory, one, script)
        header = "|".join(COLUMNS)
        (self.folder / "sacct.txt").write_text(header + "\n" + "".join("|".join(row) + "\n" for row in self.rows))
        (self.folder / "labels.tsv").write_text("".join(f"{job}\t{slug}\n" for job, slug in self.labels))

    def submissions_of(self, line, user, style, directory, project):
        rng, result = self.rng, []
        for one in line["kinds"]:
            topic = rng.choice(line["topic"])
            tag = rng.choice(["", "_v2", "_test", "_" + project[:3]])
            for turn in range(max(1, int(one["n"] * self.scale))):
                if rng.random() < style.drift / 4:
                    topic = rng.choice(line["topic"])
                numbers = dict(n=rng.randrange(1, 400), year=rng.randrange(1990, 2026), rng=rng)
                body = fill(one["body"] if rng.random() > style.drift / 3 else self.edited(one["body"]), numbers)
                parts = style.head(rng, user, one["name"] + tag, one) + [style.rule, fill(topic, numbers), *style.setup,
                                                                        style.greeting, body, style.ending]
                script = "\n".join(part for part in parts if part) + "\n"
                when = FIRST + datetime.timedelta(seconds=rng.randrange(29 * 86400))
                where = directory if rng.random() < 0.8 else f"{directory}/run{rng.randrange(9)}"
                result.append((when, line["slug"], user, where, dict(one, name=one["name"] + tag), script))
        if rng.random() < 0.3:
            when = FIRST + datetime.timedelta(seconds=rng.randrange(29 * 86400))
            result.append((when, line["slug"], user, directory.rsplit("/", 1)[0], dict(name="archive"),
                           UTILITY.replace("{project}", project)))
        return result

    def edited(self, body):
        """A line commented out, a line said twice, or a debug line more."""
        lines = body.split("\n")
        at = self.rng.randrange(len(lines))
        how = self.rng.randrange(3)
        if how == 0 and not lines[at].endswith("\\") and "<<" not in body and not lines[at].startswith(("for", "do", " ")):
            lines[at] = "# " + lines[at]
        elif how == 1:
            lines.insert(0, "nvidia-smi || true")
        else:
            lines.append("ls -l | tail")
        return "\n".join(lines)

    def submit(self, when, slug, user, directory, one, script):
        self.job_id += self.rng.randrange(1, 4)
        job, rng = self.job_id, self.rng
        (self.folder / "scripts" / f"{job}.sh").write_text(script)
        self.labels.append((job, slug))
        tasks = range(rng.randrange(3, 12)) if one.get("array") else [None]
        for task in tasks:
            start = when + datetime.timedelta(seconds=rng.randrange(3600))
            elapsed = rng.randrange(60, 11 * 3600)
            nodes, gpus = one.get("nodes", 1), one.get("gpus", 0)
            cpus = 64 * nodes if nodes > 1 else rng.choice([4, 8, 16])
            tres = f"billing={cpus},cpu={cpus},mem={4 * cpus}G,node={nodes}" + (f",gres/gpu={gpus * nodes}" if gpus else "")
            stamp = lambda moment: moment.strftime("%Y-%m-%dT%H:%M:%S")
            raw = job if task is None else job + (0 if task == len(tasks) - 1 else task + 1)
            self.rows.append([str(job) if task is None else f"{job}_{task}", str(raw), "centre", user,
                              str(2000 + sum(map(ord, user))), slug[:3], "cpu", one["name"], stamp(when), stamp(when), stamp(start),
                              stamp(start + datetime.timedelta(seconds=elapsed)), str(elapsed), "720",
                              rng.choices(["COMPLETED", "FAILED", "TIMEOUT"], [90, 8, 2])[0], str(cpus), str(cpus), f"{4 * cpus}G",
                              tres, str(nodes), "n" + str(rng.randrange(100)), "", directory,
                              "sbatch " + ("--array=0-%d " % (len(tasks) - 1) if task is not None else "") + one["name"] + ".sh"])
        self.job_id += len(tasks)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--scale", type=float, default=1)
    options = parser.parse_args()
    World(options.folder, options.seed, options.scale).write()


if __name__ == "__main__":
    main()
