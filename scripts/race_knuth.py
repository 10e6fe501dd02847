#!/usr/bin/env python3
"""Races rows of the harness with Knuth's programs on exact cover problems, in turns: all solutions are counted.

usage: race_knuth.py HARNESS PROGRAM… [--rounds N] [--rows ID,…] [--problems PROBLEM,…]

PROGRAM is Knuth's DLX1, DLX2, DLX3, SSXCC or another program with their interface, built from his sources. A problem is a
family as `harness encode` reads it, or a file; colours are read by DLX2, DLX3 and SSXCC, multiplicities by DLX3. Items are
renamed, since the programs allow eight characters.

A line for each problem and contestant: the solutions, the nodes, the least and the median CPU time in seconds, nodes a second
by the least time, and the least time over that of the first row. The time of a row is that of the search; that of a program
is that of its process, which also reads the problem, so a problem should take a second. Ends with 1 if two contestants count
differently.
"""

import argparse
import csv
import os
import pathlib
import re
import statistics
import string
import subprocess
import sys
import tempfile

PROBLEMS = ["queens:12", "langford:11", "pentominoes:6x10", "latin:5"]
ROWS = ["cover/bitmatrix", "cover/dancing-cells", "cover/dlx"]


def renamed(problem):
    """The text of a problem with short names of items and colours."""
    items, colours = {}, {}

    def short(word):
        if word == "|":
            return word
        bounds, bar, item = word.rpartition("|")
        item, colon, colour = item.partition(":")
        if not item:
            sys.exit("error: a problem with costs, expected one without")
        colour = colours.setdefault(colour, string.ascii_letters[len(colours)]) if colon else ""
        return bounds + bar + items.setdefault(item, f"i{len(items)}") + colon + colour

    lines = [line for line in problem.splitlines() if line and not line.startswith("| ")]
    return "".join(" ".join(map(short, line.split())) + "\n" for line in lines)


def run_program(program, problem):
    """The solutions, nodes and CPU seconds of a program."""
    with open(problem) as text, tempfile.TemporaryFile("w+") as said:
        process = subprocess.Popen([program], stdin=text, stdout=subprocess.DEVNULL, stderr=said)
        _, _, usage = os.wait4(process.pid, 0)
        said.seek(0)
        report = said.read()
    solutions = re.search(r"Altogether (\d+) solution", report)
    nodes = re.search(r"(\d+) nodes", report)
    if not solutions or not nodes:
        sys.exit(f"{program}: no counts in its report: {report!r}")
    return int(solutions[1]), int(nodes[1]), usage.ru_utime + usage.ru_stime


def run_row(harness, row, problem, folder):
    """The same of a row."""
    run = pathlib.Path(tempfile.mkdtemp(dir=folder)) / "run"
    subprocess.run(
        [harness, problem, "-b", f"^{row}$", "--task", "count", "--max-solutions", "none", "--timeout", "none",
         "--jobs", "1", "--isolate", "none", "--no-probe", "-o", run],
        check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )
    with open(run / "rows.csv") as rows:
        (it,) = csv.DictReader(rows)
    if it["status"] not in ("counted", "impossible"):
        sys.exit(f"{row}: {it['status']} {it['error']}")
    return int(it["solutions"]), int(it["nodes"]), int(it["cpu_ns"]) / 1e9


def race(arguments, problem, folder):
    """Prints the lines of a problem, and returns whether all count the same."""
    given = pathlib.Path(problem)
    encode = [arguments.harness, "encode", problem, "--to", "xcc"]
    text = given.read_text() if given.suffix == ".dlx" else subprocess.run(
        encode, check=True, capture_output=True, text=True).stdout
    file = pathlib.Path(folder) / "problem.dlx"
    file.write_text(renamed(text))
    contestants = {row: lambda row=row: run_row(arguments.harness, row, file, folder) for row in arguments.rows}
    contestants |= {pathlib.Path(it).name: lambda it=it: run_program(it, file) for it in arguments.programs}
    found = {name: [] for name in contestants}
    for _ in range(arguments.rounds):
        for name, run in contestants.items():
            found[name].append(run())
    least = {name: min(it[2] for it in its) for name, its in found.items()}
    first = least[arguments.rows[0]]
    for name, its in found.items():
        solutions, nodes, _ = its[0]
        median = statistics.median(it[2] for it in its)
        speed = nodes / least[name] / 1e6
        print(f"{given.name:18} {name:20} {solutions:>12,} {nodes:>13,} {least[name]:8.3f} {median:8.3f} {speed:8.2f} "
              f"{least[name] / first:6.2f}", flush=True)
    return len({it[0] for its in found.values() for it in its}) == 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("harness")
    parser.add_argument("programs", nargs="+", metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--rows", type=lambda it: it.split(","), default=ROWS)
    parser.add_argument("--problems", type=lambda it: it.split(","), default=PROBLEMS)
    arguments = parser.parse_args()
    arguments.harness = str(pathlib.Path(arguments.harness).resolve())
    print(f"{'problem':18} {'contestant':20} {'solutions':>12} {'nodes':>13} {'least s':>8} {'median s':>8} "
          f"{'M nodes/s':>8} {'ratio':>6}")
    with tempfile.TemporaryDirectory() as folder:
        agree = [race(arguments, problem, folder) for problem in arguments.problems]
    if not all(agree):
        sys.exit("error: two contestants count differently")


if __name__ == "__main__":
    main()
