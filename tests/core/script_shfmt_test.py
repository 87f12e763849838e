#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""Compares the words of simple commands with those that shfmt finds, in scripts made from a seeded grammar, in those that
lie in tests/stored/scripts, and in folders given by name. At least 99.5 % have to agree; the rest is listed.

    script_shfmt_test.py PATH_OF_shell_words [FOLDER...]
"""
import json
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ENOUGH = 0.995
NOT_SIMPLE = {"export", "declare", "readonly", "local", "typeset", "nameref", "let", "[[", "time"}  # clauses to shfmt


class Grammar:
    """Shell scripts by chance: each construct of the language, nested a few levels."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.pending = []  # here-documents that follow the line

    def pick(self, *choices):
        return self.random.choice(choices)

    # No backticks in backticks: shfmt's places are off by their backslashes. script_commands_test has them.
    def word(self, depth):
        plain = self.pick("a", "train.py", "--lr=1e-4", "-n", "/data/x.txt", "x=y", "{a,b}", "*.log", "a#b", "~/bin", "@", "1")
        inner = self.commands(depth - 1, 1) if depth > 0 and self.random.random() < 0.3 else "b -c"
        return self.pick(
            plain, plain, plain, "$x", '"$x"', "${x}", '"${x:-a b}"', "${x//\\//_}", "${x#*'}'}", "${#x}", "'a \" b'", '"a \' b"',
            "a\\ b", "$'a\\'b'", "$((1 + (2 * 3)))", '"a\\"b"', "${A[@]}", "\"${A[$i]}\"", "$1", "$$", "$#", "a'b'\"c\"d",
            f"$({inner})", f'"$({inner})"', "`c -d`", f"<({inner})", f'"a $({inner}) b"', "$(( $(n) + 1 ))")

    def redirection(self):
        if self.random.randrange(8) == 0:
            name = self.pick("EOF", "END", "'EOF'", '"X"')
            bare = name.strip("'\"")
            body = self.pick("a b\n", "$x `b c`\n", "it's\n", "$(d e)\n", "", "#SBATCH -n 1\nsrun x\n", '"\n', "((\n")
            self.pending.append(f"{body}{bare}\n")
            return f"<<{name}"
        return self.pick("> out.txt", "2>&1", ">> log", "< in", "&> all", "2> err", '> "$x"', "<<< a")

    def simple(self, depth):
        text = " ".join(self.word(depth) for _ in range(self.random.randint(0, 4)))
        text = f"{self.pick('srun', 'python', 'echo', 'ls', './run.sh', 'module')} {text}".rstrip()
        if self.random.random() < 0.15:
            text = f"X={self.pick('1', '', chr(34) + 'a b' + chr(34), '$(p)')} {text}"
        if self.random.random() < 0.25:
            text += " " + self.redirection()
        return text

    def line_end(self):
        bodies = "".join(self.pending)
        self.pending.clear()
        return "\n" + bodies

    def end(self):
        if self.pending:
            return self.line_end()
        return self.pick("\n", "\n", "; ", "\n# it's a comment; with (signs\n", "\n\n", " # x\n")

    def block(self, depth):
        return self.commands(depth - 1, self.random.randint(1, 2)) + self.end()

    def command(self, depth):
        if depth <= 0 or self.random.random() < 0.45:
            return self.simple(depth)
        kind = self.random.randrange(14)
        block = self.block
        if kind == 0:
            return f"if {self.commands(0, 1)}{self.end()}then {block(depth)}else {block(depth)}fi"
        if kind == 1:
            return f"for i in {self.word(0)} b {{1..3}}{self.end()}do {block(depth)}done"
        if kind == 2:
            return f"while {self.commands(0, 1)}{self.end()}do {block(depth)}done"
        if kind == 3:
            first = self.block(depth)
            second = self.block(depth)
            return f"case \"$x\" in\n a|b) {first};; \n (c*) {second}\n ;;\n *) ;;\nesac".replace("; ;;", ";;")
        if kind == 4:
            return f"( {self.commands(depth - 1, 1)}{self.line_end()} )"
        if kind == 5:
            return f"{{ {block(depth)}}}"
        if kind == 6:
            return f"{self.command(depth - 1)} | {self.simple(depth - 1)}"
        if kind == 7:
            return f"{self.command(depth - 1)} && {self.command(depth - 1)}"
        if kind == 8:
            return f"f{self.random.randrange(9)}() {{ {block(depth)}}}"
        if kind == 9:
            return f"[[ {self.word(0)} =~ ^(a|b)+$ && -n $y ]] || {self.simple(depth - 1)}"
        if kind == 10:
            return f"(( i += 1 )) && {self.simple(depth - 1)}"
        if kind == 11:
            return f"A=(a \"b c\" $({self.commands(0, 1)}{self.line_end()}))"
        if kind == 12:
            return f"for ((i = 0; i < n; i++)); do {block(depth)}done"
        return f"{self.simple(depth - 1)} \\\n    {self.word(0)}"

    def commands(self, depth, count):
        text = self.command(depth)
        for _ in range(count - 1):
            text += self.end() + self.command(depth)
        return text

    def script(self):
        text = "#!/bin/bash\n#SBATCH -n 1\n"
        for _ in range(self.random.randint(3, 12)):
            text += self.command(3) + self.end()
        return text + self.line_end()


def found_by_shfmt(text):
    """Commands as lists of [begin, end], or None where shfmt refuses the script."""
    run = subprocess.run(["shfmt", "--to-json", "-ln", "bash"], input=text, capture_output=True, check=False)
    if run.returncode != 0:
        return None
    found = []
    stack = [json.loads(run.stdout)]
    while stack:
        node = stack.pop()
        if isinstance(node, list):
            stack.extend(node)
        elif isinstance(node, dict):
            if node.get("Type") == "CallExpr" and node.get("Args"):
                found.append([[w["Pos"]["Offset"], w["End"]["Offset"]] for w in node["Args"]])
            stack.extend(node.values())
    return found


def simple_ones(commands, text):
    kept = set()
    for words in commands:
        name = text[words[0][0]:words[0][1]].decode("latin-1")
        if name == "time" and len(words) > 1:  # a clause with a command in it
            words = words[1:]
        elif name in NOT_SIMPLE:
            continue
        kept.add(tuple(map(tuple, words)))
    return kept


def main():
    program, folders = sys.argv[1], [pathlib.Path(f) for f in sys.argv[2:]]
    if shutil.which("shfmt") is None:
        print("shfmt is not installed")
        return 77
    with tempfile.TemporaryDirectory() as made:
        files = []
        for seed in range(400):
            path = pathlib.Path(made, f"made_{seed}.sh")
            path.write_text(Grammar(seed).script())
            files.append(path)
        for folder in folders:
            files += sorted(p for p in folder.rglob("*") if p.is_file())
        lines = subprocess.run([program, *files], capture_output=True, check=True).stdout.splitlines()
        agreed = total = read = 0
        for path, line in zip(files, lines, strict=True):
            text = path.read_bytes()
            theirs = found_by_shfmt(text)
            if theirs is None:
                continue
            read += 1
            ours, theirs = simple_ones(json.loads(line), text), simple_ones(theirs, text)
            agreed += len(ours & theirs)
            total += len(ours | theirs)
            differ = [("ours", words) for words in ours - theirs] + [("shfmt", words) for words in theirs - ours]
            for who, words in sorted(differ, key=lambda one: one[1]):
                print(f"{path.name}: only {who}: {text[words[0][0]:words[-1][1]].decode('utf-8', 'replace')!r}")
    share = agreed / max(total, 1)
    print(f"{read} of {len(files)} scripts, {total} simple commands, {100 * share:.2f} % agree")
    return 0 if share >= ENOUGH and read >= 300 else 1


if __name__ == "__main__":
    sys.exit(main())
