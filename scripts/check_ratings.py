#!/usr/bin/env python3
"""Compares the scores of `harness rate` with published scores of Sudoku Explainer, and correlates scores with
clues. Only the standard library is needed.

usage: check_ratings.py [--harness PROGRAM] CORPUS...

A CORPUS is any file that the harness reads. For each, the levels and Spearman's rank correlation of clues and score
are printed. If it is a table with a column SER or ER, the scores of Sudoku Explainer, so is a line with the share of
puzzles that have the same score, of the odd rows, the even rows and all, and the rank correlation. The last line has
all files together; the exit code is 1 if their share is below 99 %. PROGRAM is target/debug/harness by default.
"""

import argparse
import collections
import csv
import pathlib
import subprocess
import sys

LEAST = 0.99
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


def rated(corpus, harness):
    """The rows of `harness rate`, each with the published score, if there is one."""
    command = [harness, "rate", "--csv", "--timeout", "none", corpus]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = list(csv.DictReader(output.splitlines()))
    theirs = published(corpus) or [None] * len(rows)
    if len(theirs) != len(rows):
        sys.exit(f"{corpus}: {len(rows)} puzzles were rated, {len(theirs)} are in the table")
    return list(zip(rows, theirs))


def print_levels(pairs):
    scored = [row for row, _ in pairs if row["level"]]
    levels = collections.Counter(row["level"] for row in scored)
    print(f"  {len(scored)} of {len(pairs)} puzzles have a level")
    for level in LEVELS:
        print(f"    {level:<9} {levels[level]:6}  {100 * levels[level] / max(1, len(scored)):5.1f} %")
    clues = spearman([int(row["clues"]) for row in scored], [float(row["score"]) for row in scored])
    print(f"  clues and score: rank correlation {shown(clues)}")


def same(pairs):
    """How many scores are those of Sudoku Explainer: a puzzle without a level has none."""
    return sum(bool(row["level"]) and float(row["score"]) == theirs for row, theirs in pairs)


def print_agreement(name, pairs):
    parts = [("odd rows", pairs[::2]), ("even rows", pairs[1::2]), ("all", pairs)]
    shares = ", ".join(f"{part} {100 * same(some) / max(1, len(some)):.1f} %" for part, some in parts)
    both = [(theirs, float(row["score"])) for row, theirs in pairs if row["level"]]
    correlation = shown(spearman([one for one, _ in both], [other for _, other in both]))
    print(f"{name}: {same(pairs)} of {len(pairs)} scores as Sudoku Explainer's ({shares}), rank correlation {correlation}")


def main(corpora, harness):
    everything = []
    for corpus in corpora:
        name, pairs = pathlib.Path(corpus).name, rated(corpus, harness)
        print(name)
        print_levels(pairs)
        if pairs and pairs[0][1] is not None:
            print_agreement(f"  {name}", pairs)
            everything += pairs
        sys.stdout.flush()
    if not everything:
        return 0
    print_agreement("all files", everything)
    return 0 if same(everything) >= LEAST * len(everything) else 1


if __name__ == "__main__":
    default = pathlib.Path(__file__).parent.parent / "target" / "debug" / "harness"
    parser = argparse.ArgumentParser(usage="check_ratings.py [--harness PROGRAM] CORPUS...")
    parser.add_argument("--harness", default=str(default))
    parser.add_argument("corpora", nargs="+")
    options = parser.parse_args()
    sys.exit(main(options.corpora, options.harness))
