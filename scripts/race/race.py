#!/usr/bin/env python3
"""Races programs over files of puzzles: race.py REFERENCE SEED LEAST FILE... -- NAME=COMMAND...

A program is called with LIMIT FILE COUNTS, prints the microseconds of CPU time that a puzzle takes, and
writes to COUNTS how many solutions each has, at most LIMIT; it refuses a LIMIT that it cannot take with
exit code 2. The puzzles are relabelled, turned and shuffled by seed, until there are LEAST of them. In
each of ROUNDS rounds (5), the programs run in turn, in another order each time. Printed are medians, and
from the fastest to the slowest; the ratio of the medians of the reference and of each program, and that of
their least times; and at the end the ratio of the medians of the fastest program of others and of single.
TASKS is some of first, unique and count (by default the first two). Counting ends at 100,000 solutions.
"""

import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

LIMITS = {"first": 1, "unique": 2, "count": 100_000}

OURS = ("bitslice", "single")


def moved(puzzle, chance):
    def axis():
        bands = chance.sample(range(3), 3)
        return [3 * band + line for band in bands for line in chance.sample(range(3), 3)]

    rows, columns = axis(), axis()
    labels = dict(zip("123456789", chance.sample("123456789", 9)))
    if chance.random() < 0.5:
        puzzle = "".join(puzzle[9 * column + row] for row in range(9) for column in range(9))
    return "".join(labels.get(puzzle[9 * r + c], ".") for r in rows for c in columns)


def permuted(file, seed, least):
    chance = random.Random(seed)
    lines = (line.split()[:1] for line in open(file))
    puzzles = [cells[0] for cells in lines if cells and len(cells[0]) == 81]
    if not puzzles:
        sys.exit(f"{file}:1:1: no line of 81 cells, expected one puzzle a line")
    copies = -(-least // len(puzzles))
    moves = [moved(puzzle, chance) for puzzle in puzzles * copies]
    chance.shuffle(moves)
    return moves[: max(least, len(puzzles))]


def race(programs, rounds, limit, puzzles, folder):
    """The times of each program that takes the limit, and the counts that it says."""
    times = {name: [] for name in programs}
    counts = {}
    for turn in range(rounds):
        order = list(times)
        for name in order[turn % len(order) :] + order[: turn % len(order)]:
            out = folder / "counts"
            command = [*programs[name].split(), str(limit), puzzles, out]
            run = subprocess.run(command, capture_output=True, text=True)
            if run.returncode == 2 and not times[name]:
                print(f"{name} is left out: {run.stderr.strip()}", file=sys.stderr)
                del times[name]
                continue
            if run.returncode != 0:
                sys.exit(f"{name} failed: {run.stderr.strip()}")
            times[name].append(float(run.stdout))
            counts[name] = out.read_text()
    return times, counts


def tell(what, reference, times, counts):
    """Prints what came of a race. Tells whether all say the same."""
    medians = {name: statistics.median(all_times) for name, all_times in times.items()}
    first = next(iter(counts.values()))
    for name, median in medians.items():
        least, most = min(times[name]), max(times[name])
        by_least = min(times.get(reference, times[name])) / least
        ratio = medians.get(reference, median) / median
        note = "" if counts[name] == first else "  OTHER ANSWERS"
        print(f"{what} {name:16} {median:9.3f} µs ({least:.3f} to {most:.3f}) {ratio:6.2f} {by_least:6.2f}{note}")
    others = [name for name in medians if name not in OURS]
    if others and "single" in medians:
        best = min(others, key=medians.get)
        ratio = medians[best] / medians["single"]
        print(f"{what} single is {ratio:.2f} times as fast as {best}")
    sys.stdout.flush()
    return all(told == first for told in counts.values())


def main():
    if "--" not in sys.argv or sys.argv.index("--") < 5:
        sys.exit(__doc__.splitlines()[0])
    split = sys.argv.index("--")
    reference, seed, least, *files = sys.argv[1:split]
    rounds = int(os.environ.get("ROUNDS", "5"))
    tasks = os.environ.get("TASKS", "first unique").split()
    if rounds < 1 or not tasks or any(task not in LIMITS for task in tasks):
        sys.exit("error: ROUNDS is a number from one, and TASKS are some of first, unique and count")
    programs = dict(argument.split("=", 1) for argument in sys.argv[split + 1 :])
    agree = True
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            puzzles = folder / "puzzles"
            puzzles.write_text("\n".join(permuted(file, int(seed), int(least))) + "\n")
            for task in tasks:
                what = f"{pathlib.Path(file).name:32} {task:6}"
                times, counts = race(programs, rounds, LIMITS[task], puzzles, folder)
                agree &= tell(what, reference, times, counts)
    sys.exit(0 if agree else 1)


if __name__ == "__main__":
    main()
