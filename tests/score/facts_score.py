# SPDX-License-Identifier: GPL-2.0-or-later
"""How well scripts are read, against the truth of a labelled cluster: names by line, habits, activity and domain by job.

    tests/score/facts_score.py --worklines build/release/reporter/worklines FOLDER [--show]

FOLDER has scripts/, labels_detail.tsv and truth.json, with the domain of each line in `domains.tsv` or on the command line:
--domain LINE=SLUG[,SLUG]."""

import argparse
import collections
import concurrent.futures
import hashlib
import json
import pathlib
import subprocess

KINDS = ("tools", "models", "benchmarks", "datasets")


def plain(name):
    return "".join(c for c in name.casefold() if c.isalnum())


def is_same(one, other):
    """`meta-llama/Llama-3.2-3B-Instruct` is `Llama-3.2-3B-Instruct`."""
    one, other = plain(one), plain(other)
    return one == other or (min(len(one), len(other)) > 4 and (one in other or other in one))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--worklines", type=pathlib.Path, required=True)
    parser.add_argument("--domain", action="append", default=[])
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    truth = json.loads((options.folder / "truth.json").read_text())
    lines = {line["slug"]: line for line in truth["lines"]}
    domains = dict(one.split("=") for one in options.domain)
    subs = [row.split("\t") for row in (options.folder / "labels_detail.tsv").read_text().splitlines()]
    distinct = {}
    for job, line, jobs, _, _, activity, kind in subs:
        path = options.folder / "scripts" / f"{job}.sh"
        if path.exists():
            digest = hashlib.sha256(path.read_bytes()).digest()
            distinct.setdefault(digest, dict(path=path, line=line, jobs=0, activity=collections.Counter(), kind=kind))
            distinct[digest]["jobs"] += int(jobs)
            distinct[digest]["activity"][activity] += int(jobs)

    def read(one):
        one["facts"] = json.loads(subprocess.run([options.worklines, "read", one["path"], "--json"], check=True, capture_output=True).stdout)

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(read, distinct.values()))

    # Some call LoRA a tool and some a method: it is found if it is either.
    found, methods = collections.defaultdict(set), collections.defaultdict(set)
    for one in distinct.values():
        for kind in KINDS:
            found[one["line"]] |= set(one["facts"][kind])
        methods[one["line"]] |= set(one["facts"]["methods"])
    hit = true = right = said = 0
    for slug, line in lines.items():
        named = {name for kind in KINDS for name in line[kind]}
        missed = {name for name in named if not any(is_same(name, other) for other in found[slug] | methods[slug])}
        extra = {name for name in found[slug] if not any(is_same(name, other) for other in named)}
        hit, true, right, said = hit + len(named) - len(missed), true + len(named), right + len(found[slug]) - len(extra), said + len(found[slug])
        if options.show:
            print(slug, "missed:", sorted(missed), "extra:", sorted(extra))
    print(f"names: recall {hit / true:.3f} precision {right / said:.3f}")
    for what in ("activity", "domain"):
        good = total = 0
        wrong = collections.Counter()
        for one in distinct.values():
            for activity, jobs in one["activity"].items():
                accepted = {activity} if what == "activity" else set(domains.get(one["line"], "?").split(","))
                total += jobs
                if one["facts"][what] in accepted:
                    good += jobs
                else:
                    wrong[one["line"], one["kind"], "/".join(accepted), one["facts"][what], one["path"].name] += jobs
        print(f"{what}: {good / total:.3f} of jobs")
        if options.show:
            for row, jobs in wrong.most_common(25):
                print("   ", jobs, *row)


if __name__ == "__main__":
    main()
