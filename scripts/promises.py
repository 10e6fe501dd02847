#!/usr/bin/env python3
"""Writes the figures of docs/promises.md from the logs in results/hardening and from the sources of the tests.

usage: promises.py            write them
       promises.py --check    exit code 1 if the page has others
"""

import csv
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "promises.md"
LOGS = ROOT / "results" / "hardening"
NO_LOG = "There is no log yet."

# What a fault of the log is, in words, in the order of the table.
FAULTS = {
    "interrupted": "a signal interrupts the call",
    "short": "the call transfers half of the bytes",
    "fails once": "the call fails (EIO)",
    "disk full": "nothing can be written from this call on (ENOSPC)",
    "disk full within": "the disk is full after half of the bytes",
    "file lost": "every further call on this file fails",
    "killed before": "the process ends before the call",
    "killed within": "the process ends after half of the bytes",
    "power failure": "the machine stops before the call, and loses what was not synced",
    "power failure, names kept": "the same, but files keep their new names",
}

# Tests in which what takes part misbehaves.
HOSTILE = [
    ("a backend in the process of the run", "panics, lies, wrong grids, answers after the limit", ["scripted.rs"]),
    ("a backend in a child process", "aborts, overflows, floods, leaks memory, cut lines", ["isolation.rs"]),
    ("a program of others", "garbage, silence, floods, late answers, wrong times, death within a line", ["foreign.rs", "notes.rs", "outside.rs"]),
    ("a program in the sandbox", "escapes, processes that leave their session, memory shared among many", ["confined.rs"]),
    ("a first solver with a mistake", "unflushed output, endless loops, missing words", ["mistakes/mod.rs", "mistakes/silence.rs"]),
    ("a submission to be graded", "archives that leave their folder, and what the sandbox hides", ["grade/mod.rs", "grade/kinds.rs"]),
    ("names and texts", "control characters, formulas of spreadsheets", ["hostile_names.rs"]),
    ("what a run depends on", "too few files, pipes that nobody writes, stopped processes, no end of input", ["faults.rs"]),
]

# Targets of the searches for inputs, by what they read.
READ = {
    "a puzzle, in any notation": [
        "csv", "f_puzzles", "grid", "hurtebis", "json", "jsonl", "killer", "line", "opensudoku", "pencil", "pencil_line",
        "reading", "scl", "sdk", "sdm", "ss", "sumocue", "tsv",
    ],
    "a board": ["drawing", "structure"],
    "an exact cover problem, a formula, a graph": [
        "cover", "cover_priced", "cover_rows", "cover_sets", "formula", "graph",
    ],
    "a proof, a certificate of a count": ["count", "proof"],
    "rows, manifests, studies, histories": ["history", "manifest", "programs", "rows", "study"],
    "what a solver of others says": ["answer", "counted", "model", "replies", "reply", "request"],
    "what `harness serve` is asked": ["serve"],
    "a problem that all backends solve": ["differential"],
}


def rows(name):
    """The rows of a log; none if there is no such log."""
    path = LOGS / name
    if not path.exists():
        return []
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def table(header, lines):
    """A table in Markdown, with numbers to the right."""
    rule = ["---:" if all(re.fullmatch(r"[\d,]+", line[at]) for line in lines) else "---" for at in range(len(header))]
    return "\n".join("| " + " | ".join(line) + " |" for line in [header, rule, *lines])


def number(value):
    return f"{value:,}"


def faults():
    """What happened at calls, and to how many."""
    log = rows("faults.csv")
    if not log:
        return NO_LOG
    unknown = {row["fault"] for row in log} - set(FAULTS)
    if unknown:
        sys.exit(f"error: {LOGS / 'faults.csv'}: no words for {sorted(unknown)}")
    scenes = list(dict.fromkeys(row["scene"] for row in log))
    lines = []
    for fault, words in FAULTS.items():
        of_fault = [row for row in log if row["fault"] == fault]
        counts = [sum(int(row["moments"]) for row in of_fault if row["scene"] == scene) for scene in scenes]
        lines.append([words, *map(number, counts)])
    all_moments = sum(int(row["moments"]) for row in log)
    names = {"run": "a run", "resumed run": "a run that is resumed", "shard": "a shard"}
    head = f"{number(all_moments)} faults, each in a run of its own, which was then resumed:"
    return head + "\n\n" + table(["what happens at a call", *(names[scene] for scene in scenes)], lines)


def kills():
    """Kills by SIGKILL, and what was left."""
    log = rows("kills.csv")
    if not log:
        return NO_LOG
    names = ["kills", "complete_runs", "rows", "lost", "twice", "misread"]
    lines = [[row["scene"], *(number(int(row[name])) for name in names)] for row in log]
    total = [sum(int(row[name]) for row in log) for name in names]
    lines.append(["all", *map(number, total)])
    date, version, seed = (sorted({row[name] for row in log}) for name in ("date", "version", "seed"))
    head = f"Version {', '.join(version)}, {', '.join(date)}, seed {', '.join(seed)}:"
    columns = ["how it ran", "kills", "runs completed", "rows of these", "rows lost", "rows twice", "folders misread"]
    return head + "\n\n" + table(columns, lines)


def inputs():
    """Inputs that were drawn to break readers, by what is read."""
    log = rows("log.csv")
    if not log:
        return NO_LOG
    of_kind = {target: kind for kind, targets in READ.items() for target in targets}
    counts = {kind: [0, 0, 0, 0] for kind in [*READ, "all"]}
    targets = {kind: set() for kind in counts}
    for row in log:
        target, _, seeded = row["target"].partition(" ")
        if target not in of_kind:
            sys.exit(f"error: {LOGS / 'log.csv'}: no words for what {target} reads")
        for kind in [of_kind[target], "all"]:
            targets[kind].add(target)
            counts[kind][0 if seeded else 1] += int(row["inputs"])
            counts[kind][2] += int(row["seconds"])
            counts[kind][3] += int(row["findings"])
    lines = [[kind, *map(number, [len(targets[kind]), *counts[kind]])] for kind in counts]
    columns = ["what is read", "targets", "inputs drawn by seed", "by libFuzzer", "seconds", "of which broke it"]
    return table(columns, lines)


def hostile():
    """Tests of hostile backends, by kind."""
    lines, total = [], 0
    for kind, examples, files in HOSTILE:
        texts = [(ROOT / "harness/tests/it" / file).read_text(encoding="utf-8") for file in files]
        count = sum(text.count("#[test]") for text in texts)
        links = ", ".join(f"[{file.removesuffix('.rs')}](../harness/tests/it/{file})" for file in files)
        lines.append([kind, examples, number(count), links])
        total += count
    return table(["what misbehaves", "for example", "tests", "where"], [*lines, ["all", "", number(total), ""]])


def main(arguments):
    before = PAGE.read_text(encoding="utf-8")
    page = before
    for name, block in {"faults": faults, "kills": kills, "hostile": hostile, "inputs": inputs}.items():
        begin, end = f"<!-- begin: {name} -->", f"<!-- end: {name} -->"
        if page.count(begin) != 1 or page.count(end) != 1:
            sys.exit(f"error: {PAGE}: expected {begin} and {end} once each")
        start, stop = page.index(begin) + len(begin), page.index(end)
        page = f"{page[:start]}\n\n{block()}\n\n{page[stop:]}"
    if arguments == ["--check"]:
        if page != before:
            sys.exit(f"error: {PAGE} has other figures than the logs; scripts/promises.py writes them")
        print("the figures of docs/promises.md are those of the logs")
    elif arguments:
        sys.exit(__doc__)
    else:
        PAGE.write_text(page, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
