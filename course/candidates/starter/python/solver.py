#!/usr/bin/env python3
"""Candidates and techniques: what you start from. It speaks the protocol; the rest is yours, from TODO 1 to TODO 6.

    python3 solver.py list        answers the harness, with the candidates in a list
    python3 solver.py flags       the same with truth values
    python3 solver.py test        tests the four operations
    python3 solver.py stats       prints the four statistics of each puzzle on standard input
"""

import math
import sys

SYMBOLS = "123456789ABCDEFG"


class ListCell:
    """The candidates in a list that is filled from the left, and their number."""

    def __init__(self, size):
        self.value = 0  # 0 is an empty cell
        self.candidates = [0] * size
        self.count = 0

    # TODO 1: the four operations on the list.
    def add(self, value):
        pass

    def remove(self, value):
        pass

    def has(self, value):
        return False

    def number(self):
        return 0


class FlagCell:
    """A truth value for each symbol, and the number of true ones. Index 0 is unused."""

    def __init__(self, size):
        self.value = 0
        self.candidates = [False] * (size + 1)
        self.count = 0

    # TODO 2: the same four operations on truth values.
    def add(self, value):
        pass

    def remove(self, value):
        pass

    def has(self, value):
        return False

    def number(self):
        return 0


class Grid:
    """The cells in reading order, and the regions: rows, columns, blocks, each a list of cell numbers."""

    def __init__(self, text, structure):
        self.size = math.isqrt(len(text))
        self.cells = [structure(self.size) for _ in text]
        for cell, symbol in zip(self.cells, text):
            cell.value = 0 if symbol in ".0" else SYMBOLS.index(symbol) + 1
        n = math.isqrt(self.size)
        rows = [[r * self.size + c for c in range(self.size)] for r in range(self.size)]
        columns = [list(column) for column in zip(*rows)]
        blocks = [[(top + r) * self.size + left + c for r in range(n) for c in range(n)]
                  for top in range(0, self.size, n) for left in range(0, self.size, n)]
        self.regions = rows + columns + blocks
        self.fill_candidates()

    def fill_candidates(self):
        """TODO 3: gives each empty cell the values that its row, column and block allow."""


# TODO 4: the techniques. Each returns whether it placed or removed anything.
def naked_singles(grid):
    return False


def hidden_singles(grid):
    return False


def naked_pairs(grid):
    return False


def hidden_pairs(grid):
    return False


def deduce(grid):
    """TODO 5: applies the techniques in turn until none makes progress. Returns False if the grid has no solution."""
    return True


def statistics(grid):
    """TODO 6: cells filled, fill rate in per cent, candidates removed, elimination rate in per cent."""
    return 0, 0.0, 0, 0.0


def answer(text, structure):
    """The result for a puzzle, from the status on."""
    grid = Grid(text, structure)
    if not deduce(grid):
        return "impossible - -"
    shown = "".join(SYMBOLS[cell.value - 1] if cell.value else "." for cell in grid.cells)
    if "." not in shown:
        return f"solved - {shown}"
    result = f"stuck - - partial={shown}"
    # The candidates that are left, as soon as you have some: bit 0 is the symbol 1.
    values = [[cell.value] if cell.value else [v for v in range(1, grid.size + 1) if cell.has(v)]
              for cell in grid.cells]
    if all(values):
        result += " left=" + ".".join(f"{sum(1 << v - 1 for v in these):x}" for these in values)
    return result


def speak(structure):
    """One line in, one line out, and flush."""
    print("hello sudoku-backend/1 name=candidates version=1 geometries=classic4,classic9,classic16 tasks=first",
          flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["quit"]:
            return
        if words[:1] == ["solve"]:
            print("result", words[1], answer(words[2], structure), flush=True)


def test(structure):
    """Tests the four operations: a cell gets 3, 7, 8, 3 again, and loses 7 and 5."""
    cell = structure(9)
    for value in (3, 7, 8, 3):
        cell.add(value)
    cell.remove(7)
    cell.remove(5)
    has = [value for value in range(1, 10) if cell.has(value)]
    print(f"{structure.__name__}: candidates {has}, number {cell.number()}; expected [3, 8], number 2")


def print_statistics():
    """A line for each puzzle."""
    for line in sys.stdin:
        if not line.startswith("#"):
            grid = Grid(line.strip(), FlagCell)
            deduce(grid)
            filled, fill_rate, removed, elimination_rate = statistics(grid)
            print(f"{filled} {fill_rate:.1f} {removed} {elimination_rate:.1f}")


if __name__ == "__main__":
    mode = sys.argv[1] if len(sys.argv) > 1 else "flags"
    if mode == "test":
        test(ListCell)
        test(FlagCell)
    elif mode == "stats":
        print_statistics()
    else:
        speak(ListCell if mode == "list" else FlagCell)
