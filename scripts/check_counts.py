#!/usr/bin/env python3
# /// script
# requires-python = ">=3.9"
# dependencies = ["graphillion"]
# ///
"""Counts tilings by dominoes with graphillion, whose decision diagrams know no exact cover problem, and holds the
numbers of `harness count` against them. Boards with holes are subgraphs of a grid, drawn at random.

usage: check_counts.py [HARNESS]

HARNESS is the program, target/debug/harness by default.
"""

import os
import pathlib
import random
import subprocess
import sys
import tempfile

# Its threads wait for each other by spinning.
os.environ.setdefault("OMP_NUM_THREADS", "1")
try:
    from graphillion import GraphSet
except ImportError:
    sys.exit("needs graphillion: pip install graphillion")

SIZES = [(2, 2), (2, 3), (3, 4), (4, 4), (5, 6), (8, 8)]


def edges(cells):
    """The pairs of cells that touch."""
    steps = [(0, 1), (1, 0)]
    pairs = [((r, c), (r + down, c + right)) for r, c in cells for down, right in steps]
    return sorted(pair for pair in pairs if pair[1] in cells)


def witness(cells):
    """The number of perfect matchings, by graphillion."""
    pairs = edges(cells)
    if {cell for pair in pairs for cell in pair} != cells:
        return 0
    GraphSet.set_universe(pairs)
    return GraphSet.graphs(degree_constraints={cell: 1 for cell in cells}).len()


def counted(harness, cells, folder):
    """The number of exact covers, by the harness."""
    name = "r{}c{}".format
    lines = [" ".join(name(*cell) for cell in sorted(cells))]
    lines += [" ".join(name(*cell) for cell in pair) for pair in edges(cells)]
    file = pathlib.Path(folder) / "board.xcc"
    file.write_text("\n".join(lines) + "\n", encoding="ascii")
    printed = subprocess.run([harness, "count", file], check=True, capture_output=True, text=True).stdout
    return int(printed.split()[0])


def main():
    harness = sys.argv[1] if len(sys.argv) > 1 else "target/debug/harness"
    random.seed(1)
    boards = [{(r, c) for r in range(height) for c in range(width)} for height, width in SIZES]
    boards += [set(random.sample(sorted(boards[4]), 26)) for _ in range(4)]
    with tempfile.TemporaryDirectory() as folder:
        for cells in filter(edges, boards):
            expected, found = witness(cells), counted(harness, cells, folder)
            if expected != found:
                sys.exit(f"{len(cells)} cells: graphillion counts {expected}, the harness {found}")
    print(f"{len(boards)} boards: graphillion and the harness count the same")


if __name__ == "__main__":
    main()
