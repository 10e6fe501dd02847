#!/usr/bin/env python3
"""Races programs over files of puzzles: race.py REFERENCE SEED LEAST FILE... -- NAME=COMMAND...

A program is called with LIMIT FILE COUNTS, prints the microseconds of CPU time that a puzzle takes, and
writes to COUNTS how many solutions each has. The puzzles are relabelled, turned and shuffled by seed,
until there are LEAST of them; five rounds, the programs in turn and in another order each time. Medians,
and from the fastest to the slowest; the ratio is that of the reference to each.
"""

import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

ROUNDS = 5


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


def main():
    if "--" not in sys.argv or sys.argv.index("--") < 5:
        sys.exit(__doc__.splitlines()[0])
    split = sys.argv.index("--")
    reference, seed, least, *files = sys.argv[1:split]
    programs = dict(argument.split("=", 1) for argument in sys.argv[split + 1 :])
    agree = True
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            folder = pathlib.Path(folder)
            puzzles = folder / "puzzles"
            puzzles.write_text("\n".join(permuted(file, int(seed), int(least))) + "\n")
            for limit, task in (("1", "first"), ("2", "unique")):
                times = {name: [] for name in programs}
                counts = {}
                for turn in range(ROUNDS):
                    order = list(programs)
                    for name in order[turn % len(order) :] + order[: turn % len(order)]:
                        out = folder / "counts"
                        command = [*programs[name].split(), limit, puzzles, out]
                        told = subprocess.run(command, capture_output=True, text=True)
                        if told.returncode != 0:
                            sys.exit(f"{name} failed on {file}: {told.stderr.strip()}")
                        times[name].append(float(told.stdout))
                        counts[name] = out.read_text()
                for name, all_times in times.items():
                    median = statistics.median(all_times)
                    of_reference = times.get(reference, all_times)
                    ratio = statistics.median(of_reference) / median
                    note = ""
                    if counts[name] != next(iter(counts.values())):
                        note, agree = "  OTHER ANSWERS", False
                    print(
                        f"{pathlib.Path(file).name:32} {task:6} {name:16} {median:9.3f} µs "
                        f"({min(all_times):.3f} to {max(all_times):.3f}) {ratio:6.2f}{note}",
                        flush=True,
                    )
    sys.exit(0 if agree else 1)


if __name__ == "__main__":
    main()
