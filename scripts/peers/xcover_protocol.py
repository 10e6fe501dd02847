"""The package xcover, Knuth's Algorithm C with dancing cells compiled by numba, on the exact cover problem of a puzzle.

Timed are turning names into arrays, as `covers` does it, and the search, which ends at the second solution. Writing
the options is not timed, nor is the compiler: the import loads what numba compiled before.
"""

from itertools import islice
from time import perf_counter_ns

import xcover
from protocol import exact_cover, grid, serve


def solve(cells, limit):
    items, options = exact_cover(cells)
    if not options:
        return 0, [] if items else [cells]
    names = [it for _, it in options]
    start = perf_counter_ns()
    covers = list(islice(xcover.covers(names, primary=items), limit))
    time = perf_counter_ns() - start
    return time, [grid(cells, (options[it][0] for it in cover)) for cover in covers]


if __name__ == "__main__":
    serve("xcover", xcover.__version__, solve)
