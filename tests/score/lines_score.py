# SPDX-License-Identifier: GPL-2.0-or-later
"""How well the lines found agree with the true ones of a labelled cluster.

    tests/score/lines_score.py --worklines build/release/reporter/worklines FOLDER --from DATE --to DATE [--json] [--show]

FOLDER has sacct.txt, scripts/ and labels.tsv (submission, line). Printed are the adjusted Rand index weighted by job and by
distinct script, homogeneity, completeness and the number of lines."""

import argparse
import collections
import hashlib
import json
import math
import pathlib
import subprocess
import sys
import tempfile


def adjusted_rand(pairs):
    """Hubert and Arabie 1985, on weighted pairs (true, found) -> weight."""
    choose = lambda n: n * (n - 1) / 2
    true, found = collections.Counter(), collections.Counter()
    for (one, other), weight in pairs.items():
        true[one] += weight
        found[other] += weight
    together = sum(choose(weight) for weight in pairs.values())
    in_true, in_found = (sum(choose(weight) for weight in side.values()) for side in (true, found))
    expected = in_true * in_found / choose(sum(pairs.values()))
    most = (in_true + in_found) / 2
    return 1.0 if most == expected else (together - expected) / (most - expected)


def homogeneity(pairs):
    """Rosenberg and Hirschberg 2007: 1 - H(true | found) / H(true)."""
    total = sum(pairs.values())
    true, found = collections.Counter(), collections.Counter()
    for (one, other), weight in pairs.items():
        true[one] += weight
        found[other] += weight
    entropy = -sum(weight / total * math.log(weight / total) for weight in true.values())
    left = -sum(weight / total * math.log(weight / found[other]) for (_, other), weight in pairs.items())
    return 1.0 if entropy == 0 else 1 - left / entropy


def read_table(text):
    return dict(row.split("\t")[:2] for row in text.splitlines() if row)


def lines_found(options):
    with tempfile.TemporaryDirectory(prefix="worklines-score-") as folder:
        archive = pathlib.Path(folder, "archive.sqlite")
        config = pathlib.Path(folder, "worklines.conf")
        config.write_text(f"archive = {archive}\ntimezone = {options.timezone}\n")
        run = lambda *words: subprocess.run([options.worklines, *words, "--config", config], check=True, capture_output=True,
                                            text=True).stdout
        run("collect", "--sacct", options.folder / "sacct.txt", "--scripts", options.folder / "scripts", "--spool", folder)
        return read_table(run("lines", "--tsv", "--from", options.first, "--to", options.last)), json.loads(
            run("lines", "--json", "--from", options.first, "--to", options.last))


def jobs_by_submission(folder):
    """Records with an allocation count as jobs of their submission."""
    jobs = collections.Counter()
    rows = (folder / "sacct.txt").read_text(errors="replace").splitlines()
    columns = rows[0].split("|")
    at = columns.index("JobID")
    for row in rows[1:]:
        fields = row.split("|")
        if len(fields) > at and "." not in fields[at]:
            jobs[fields[at].split("_")[0].split("+")[0]] += 1
    return jobs


def score(options, found):
    truth = read_table((options.folder / "labels.tsv").read_text())
    jobs = jobs_by_submission(options.folder)
    by_job, by_script, seen = collections.Counter(), collections.Counter(), set()
    for job, line in truth.items():
        if job not in found:
            continue
        by_job[line, found[job]] += jobs[job]
        script = options.folder / "scripts" / f"{job}.sh"
        if script.exists():
            digest = hashlib.sha256(script.read_bytes()).digest()
            if digest not in seen:
                seen.add(digest)
                by_script[line, found[job]] += 1
    swapped = collections.Counter({(other, one): weight for (one, other), weight in by_script.items()})
    return {"ari_jobs": adjusted_rand(by_job), "ari_scripts": adjusted_rand(by_script),
            "homogeneity": homogeneity(by_script), "completeness": homogeneity(swapped),
            "lines": len({line for _, line in by_job}), "true_lines": len({line for line, _ in by_job}),
            "placed": len([job for job in truth if job in found]) / len(truth)}, by_job


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--worklines", type=pathlib.Path, required=True)
    parser.add_argument("--from", dest="first", required=True)
    parser.add_argument("--to", dest="last", required=True)
    parser.add_argument("--timezone", default="Europe/Madrid")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--least", type=float, default=0, help="exit 1 if either index is lower")
    parser.add_argument("--show", action="store_true", help="which true lines each line has, and its title")
    options = parser.parse_args()
    found, described = lines_found(options)
    figures, by_job = score(options, found)
    if options.json:
        print(json.dumps(figures))
    else:
        print("  ".join(f"{name} {value:.3f}" if isinstance(value, float) else f"{name} {value}" for name, value in figures.items()))
    if options.show:
        titles = {line["id"]: line["title"] for line in described}
        for line in sorted({line for _, line in by_job}):
            true = {one: weight for (one, other), weight in by_job.items() if other == line}
            print(f"{line}  {titles.get(line, '?')}\n    " + ", ".join(f"{one} {weight}" for one, weight in sorted(
                true.items(), key=lambda item: -item[1])))
    return int(min(figures["ari_jobs"], figures["ari_scripts"]) < options.least)


if __name__ == "__main__":
    sys.exit(main())
