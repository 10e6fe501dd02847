#!/usr/bin/env python3
"""Reads rows.csv without the harness: every trial of a run must have one row, an answer must be
verified, and all backends must find the same solution of a puzzle.

usage: check_rows.py ROWS.CSV
"""

import collections
import csv
import sys

ANSWERS = {"solved", "unique", "multiple", "impossible", "counted", "limited"}
ANYTHING_GOES = {"timeout", "nodeout", "roundout", "unsupported"}


def main(path):
    with open(path, newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    complaints = []
    trials = collections.Counter((row["backend"], row["puzzle"]) for row in rows)
    backends = {backend for backend, _ in trials}
    puzzles = {puzzle for _, puzzle in trials}
    for trial in sorted((b, p) for b in backends for p in puzzles if trials[b, p] != 1):
        complaints.append(f"{trial}: {trials[trial]} rows, expected 1")
    solutions = collections.defaultdict(set)
    for row in rows:
        place = f"{row['backend']} on {row['puzzle']}"
        if row["status"] in ANSWERS:
            if row["verified"] != "yes":
                complaints.append(f"{place}: {row['status']}, verified={row['verified']}")
            if row["status"] == "unique":
                solutions[row["puzzle"]].add(row["solution"])
        elif row["status"] not in ANYTHING_GOES:
            complaints.append(f"{place}: {row['status']} ({row['error']})")
    for puzzle, grids in solutions.items():
        if len(grids) != 1:
            complaints.append(f"{puzzle}: {len(grids)} different unique solutions")
    print("\n".join(complaints) or f"{len(rows)} rows of {len(backends)} backends, all well")
    return 1 if complaints or not rows else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(sys.argv[1]))
