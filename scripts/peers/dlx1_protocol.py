"""Knuth's program DLX1, whose path is the argument, on the exact cover problem of a puzzle.

Timed is a process from start to end, which reads the problem, searches and prints up to two solutions. Writing the
problem is not timed.
"""

import subprocess
import sys
from time import perf_counter_ns

from protocol import exact_cover, grid, serve


def placed(line):
    """The cell and symbol of an option in the output, whose items are in cyclic order."""
    of_kind = {item[0]: item for item in line.split()[:4]}
    cell, row = of_kind["p"], of_kind["r"]
    return 9 * int(cell[1]) + int(cell[2]), int(row[2])


def solve(cells, limit):
    items, options = exact_cover(cells)
    if not options:
        return 0, [] if items else [cells]
    lines = [items, *(names for _, names in options)]
    problem = "".join(" ".join(line) + "\n" for line in lines)
    start = perf_counter_ns()
    run = subprocess.run([sys.argv[1], "m1", f"t{limit}", "v0"], input=problem, capture_output=True, text=True)
    time = perf_counter_ns() - start
    # A line with the number of the solution comes before its options.
    covers = []
    for line in run.stdout.splitlines():
        if line.rstrip(":").isdigit():
            covers.append([])
        else:
            covers[-1].append(placed(line))
    return time, [grid(cells, cover) for cover in covers]


if __name__ == "__main__":
    serve("DLX1", "as-built", solve)
