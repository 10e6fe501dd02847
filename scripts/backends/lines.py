#!/usr/bin/env python3
"""An outside solver for the harness that knows no protocol: puzzle lines in, solution lines out.

Mode `lines` of harness/BACKENDS.md: standard input is a block of puzzles, and the n-th line of
standard output answers the n-th line of input. Here: classic9, a depth-first search over sets of
symbols. A puzzle that has no solution, and a line that is no puzzle, are answered by an empty line.

    python3 lines.py < puzzles.txt
    ./talk.py --mode lines 'python3 lines.py'
"""

import sys

REGIONS = [lambda i: i // 9, lambda i: 9 + i % 9, lambda i: 18 + i // 27 * 3 + i % 9 // 3]
REGIONS_OF = [[region(i) for region in REGIONS] for i in range(81)]


def search(grid, left, empty):
    """Fills the cells of `empty`, the one with the fewest symbols first; False if none fits."""
    if not empty:
        return True
    choices = lambda i: set.intersection(*(left[region] for region in REGIONS_OF[i]))
    cell = min(empty, key=lambda i: len(choices(i)))
    for symbol in sorted(choices(cell)):
        grid[cell] = symbol
        for region in REGIONS_OF[cell]:
            left[region].remove(symbol)
        if search(grid, left, empty - {cell}):
            return True
        for region in REGIONS_OF[cell]:
            left[region].add(symbol)
    return False


def solve(line):
    """The solution, or an empty line."""
    grid = list(line.replace("0", "."))
    if len(grid) != 81 or set(grid) - set(".123456789"):
        return ""
    left = [set("123456789") for _ in range(27)]
    for cell, symbol in enumerate(grid):
        for region in REGIONS_OF[cell]:
            if symbol != ".":
                if symbol not in left[region]:
                    return ""
                left[region].remove(symbol)
    empty = {cell for cell, symbol in enumerate(grid) if symbol == "."}
    return "".join(grid) if search(grid, left, empty) else ""


if __name__ == "__main__":
    for puzzle in sys.stdin:
        print(solve(puzzle.strip()))
