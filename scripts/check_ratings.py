#!/usr/bin/env python3
"""Holds what `harness rate` says against what others say of the same puzzles, and asks whether the
number of clues tells how hard a puzzle is. Nothing but the standard library is needed.

usage: check_ratings.py CORPUS [HARNESS]

CORPUS is any file that the harness reads. If it is a table with a column SER or ER, the scores of
Sudoku Explainer, then Spearman's rank correlation with ours is printed for the odd and for the even
rows, and the share of puzzles with the very same score; the exit code is 1 where a correlation is
below 0.85. HARNESS is the program, target/debug/harness by default.
"""

import collections
import csv
import pathlib
import subprocess
import sys

LEAST = 0.85
LEVELS = ["easy", "medium", "hard", "fiendish", "beyond"]


def ranks(values):
    """The rank of each value from 1; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    result = [0.0] * len(values)
    start = 0
    while start < len(order):
        end = start
        while end < len(order) and values[order[end]] == values[order[start]]:
            end += 1
        for place in order[start:end]:
            result[place] = (start + end + 1) / 2
        start = end
    return result


def spearman(xs, ys):
    """The correlation of the ranks; none where one side is constant."""
    xs, ys = ranks(xs), ranks(ys)
    mean = (len(xs) + 1) / 2
    def product(one, other):
        return sum((a - mean) * (b - mean) for a, b in zip(one, other))
    scale = (product(xs, xs) * product(ys, ys)) ** 0.5
    return product(xs, ys) / scale if scale else None


def shown(correlation):
    return "none: one side is constant" if correlation is None else f"{correlation:.4f}"


def published(corpus):
    """The scores of Sudoku Explainer that stand in the corpus, in its order; none if there are none."""
    try:
        with open(corpus, newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file, delimiter="\t")
            column = next((name for name in ("SER", "ER") if name in (reader.fieldnames or [])), None)
            return column and [float(row[column]) for row in reader]
    except UnicodeDecodeError:
        return None


def main(corpus, harness):
    command = [harness, "rate", "--csv", corpus]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = list(csv.DictReader(output.splitlines()))
    theirs = published(corpus)
    if theirs is not None and len(theirs) != len(rows):
        sys.exit(f"{len(rows)} puzzles were rated, {len(theirs)} are in the table")
    rated = [(place, row) for place, row in enumerate(rows) if row["level"]]
    if not rated:
        sys.exit("no puzzle has a level")
    print(f"{len(rated)} of {len(rows)} puzzles have a level")
    levels = collections.Counter(row["level"] for _, row in rated)
    for level in LEVELS:
        print(f"  {level:<9} {levels[level]:6}  {100 * levels[level] / len(rated):5.1f} %")
    clues = spearman([int(row["clues"]) for _, row in rated], [float(row["score"]) for _, row in rated])
    print(f"clues and score: rank correlation {shown(clues)}")
    is_well = True
    for name, half in (("odd", 0), ("even", 1)):
        if theirs is None:
            break
        pairs = [(theirs[place], float(row["score"])) for place, row in rated if place % 2 == half]
        correlation = spearman([one for one, _ in pairs], [other for _, other in pairs])
        same = sum(one == other for one, other in pairs)
        print(
            f"Sudoku Explainer, {name} rows: rank correlation {shown(correlation)}, "
            f"{same} of {len(pairs)} scores are the same ({100 * same / len(pairs):.1f} %)"
        )
        is_well &= correlation >= LEAST if correlation is not None else same == len(pairs)
    return 0 if is_well else 1


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    default = pathlib.Path(__file__).parent.parent / "target" / "debug" / "harness"
    sys.exit(main(sys.argv[1], (sys.argv[2:] or [str(default)])[0]))
