#!/usr/bin/env python3
"""Four methods behind one protocol: what you start from. The methods are yours, from TODO 1 to TODO 4.

    python3 solver.py backtracking|mrv|cover|sat
"""

import math
import sys
import time

SYMBOLS = "123456789ABCDEFG"


class Limit(Exception):
    """Ends a search. Its text is the status of the answer."""


class Meter:
    """Counts, keeps solutions, and stops a search at its limit."""

    def __init__(self, goal, deadline):
        self.goal, self.deadline = goal, deadline
        self.nodes = self.bets = 0
        self.found = []

    def node(self):
        """A search state is entered. Call it for each, else your program does not stop at the time limit."""
        if time.monotonic() >= self.deadline:
            raise Limit("timeout")
        self.nodes += 1

    def solution(self, grid):
        """Keeps a copy of a solution. Returns whether there are enough, so that the search can end."""
        self.found.append(grid[:])
        return len(self.found) >= self.goal


class Board:
    """What does not depend on the puzzle. Cells and symbols are numbers from 0."""

    def __init__(self, order):
        n = math.isqrt(order)
        self.order, self.cells = order, order * order
        # The row, the column and the block of each cell: regions 0 to 3 * order - 1.
        self.regions_of = [(r, order + c, 2 * order + r // n * n + c // n) for r in range(order) for c in range(order)]
        # The cells that share a region with each cell.
        self.peers = [[j for j in range(self.cells) if j != i and set(self.regions_of[i]) & set(self.regions_of[j])]
                      for i in range(self.cells)]


# The grid has a symbol for each cell, or None. A method calls `meter.node()` for each search state, adds to
# `meter.bets` for each value that it tries where there are at least two, and `meter.solution(grid)` for each solution.
def backtracking(board, grid, meter):
    """TODO 1: the first empty cell in reading order, the symbols in order."""
    raise Limit("unsupported")


def mrv(board, grid, meter):
    """TODO 2: the empty cell with the fewest candidates."""
    raise Limit("unsupported")


def cover(board, grid, meter):
    """TODO 3: exact cover, the item with the fewest options."""
    raise Limit("unsupported")


def sat(board, grid, meter):
    """TODO 4: a formula, unit propagation, and a literal that is true or false."""
    raise Limit("unsupported")


METHODS = {"backtracking": backtracking, "mrv": mrv, "cover": cover, "sat": sat}


def solve(method, board, cells, keys):
    """The result for a puzzle, from the status on."""
    # A tenth of the limit is kept back for the way of the answer.
    limit = keys.get("limit_ms", "-")
    deadline = time.monotonic() + (math.inf if limit == "-" else int(limit) * 0.9 / 1000)
    grid = [None if symbol in ".0" else SYMBOLS.index(symbol) for symbol in cells]
    meter = Meter(1 if keys["task"] == "first" else 2, deadline)
    try:
        if all(grid[i] is None or grid[i] != grid[j] for i in range(board.cells) for j in board.peers[i]):
            method(board, grid, meter)
        status = ["impossible", "unique", "multiple"][len(meter.found)]
        if keys["task"] == "first" and meter.found:
            status = "solved"
    except Limit as reached:
        status = str(reached)
    shown = ["".join(SYMBOLS[symbol] for symbol in found) for found in meter.found] + ["-", "-"]
    return f"{status} - {shown[0]} second={shown[1]} nodes={max(meter.nodes, 1)} bets={meter.bets}"


def main(name="backtracking"):
    """One line in, one line out, and flush."""
    print(f"hello sudoku-backend/1 name={name} version=1 geometries=classic4,classic9,classic16 tasks=first,unique",
          flush=True)
    boards = {}
    for line in sys.stdin:
        words = line.split()
        keys = dict(word.split("=", 1) for word in words if "=" in word)
        if words[:1] == ["quit"]:
            return
        if words[:1] == ["geometry"] and len(words) >= 3 and words[2] in ("classic4", "classic9", "classic16"):
            boards[words[1]] = Board(int(words[2].removeprefix("classic")))
        if words[:1] == ["solve"]:
            board = boards.get(keys.get("geometry"))
            known = board is not None and keys.get("task") in ("first", "unique")
            result = solve(METHODS[name], board, words[2], keys) if known else "unsupported - -"
            print("result", words[1], result, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
