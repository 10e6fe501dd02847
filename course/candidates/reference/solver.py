#!/usr/bin/env python3
"""Reference solution: four techniques over two data structures of candidates.

    python3 solver.py list|flags|stats [none|naked|singles|pairs]

The first word is the data structure, or asks for the four statistics of each puzzle on standard input. The second is
the techniques; by default, all.

It speaks sudoku-backend/1 (harness/BACKENDS.md) for boards of order 4, 9 and 16. It deduces and never guesses: where
no technique applies any more, it answers `stuck` with the partial grid and the candidates that are left.
"""

import itertools
import math
import sys

SYMBOLS = "123456789ABCDEFG"


class ListCell:
    """The candidates in a list that is filled from the left, and their number."""

    def __init__(self, size):
        self.value = 0
        self.candidates = [0] * size
        self.count = 0

    def add(self, value):
        if not self.has(value):
            self.candidates[self.count] = value
            self.count += 1

    def remove(self, value):
        """The last candidate takes the place of the removed one, so nothing is shifted."""
        for i in range(self.count):
            if self.candidates[i] == value:
                self.count -= 1
                self.candidates[i] = self.candidates[self.count]
                return

    def has(self, value):
        return value in self.candidates[:self.count]

    def number(self):
        return self.count


class FlagCell:
    """A truth value for each symbol, and the number of true ones. Index 0 is unused."""

    def __init__(self, size):
        self.value = 0
        self.candidates = [False] * (size + 1)
        self.count = 0

    def add(self, value):
        if not self.candidates[value]:
            self.candidates[value] = True
            self.count += 1

    def remove(self, value):
        if self.candidates[value]:
            self.candidates[value] = False
            self.count -= 1

    def has(self, value):
        return self.candidates[value]

    def number(self):
        return self.count


class Contradiction(Exception):
    """A cell without candidates, or a symbol without a place: there is no solution."""


class Grid:
    """The cells in reading order, and the regions: rows, columns, blocks. A filled cell has no candidates."""

    def __init__(self, text, structure):
        self.size = math.isqrt(len(text))
        self.cells = [structure(self.size) for _ in text]
        self.regions = regions(self.size)
        self.peers = [set() for _ in text]
        for region in self.regions:
            for i in region:
                self.peers[i].update(j for j in region if j != i)
        for cell, symbol in zip(self.cells, text):
            cell.value = 0 if symbol in ".0" else SYMBOLS.index(symbol) + 1
        self.fill_candidates()
        self.empty = sum(cell.value == 0 for cell in self.cells)
        self.initial = sum(cell.number() for cell in self.cells)

    def fill_candidates(self):
        """Gives each empty cell the values that none of its peers has."""
        for i, cell in enumerate(self.cells):
            taken = {self.cells[j].value for j in self.peers[i]}
            if cell.value in taken - {0}:
                raise Contradiction
            if cell.value == 0:
                for value in range(1, self.size + 1):
                    if value not in taken:
                        cell.add(value)

    def candidates(self, i):
        """The candidates of a cell, ascending."""
        return [value for value in range(1, self.size + 1) if self.cells[i].has(value)]

    def places(self, region, value):
        """The cells of a region that have the candidate."""
        return [i for i in region if self.cells[i].has(value)]

    def strike(self, i, value):
        """Removes a candidate of an empty cell. Returns whether there was one."""
        cell = self.cells[i]
        if not cell.has(value):
            return False
        cell.remove(value)
        if cell.number() == 0:
            raise Contradiction
        return True

    def place(self, i, value):
        """Fills a cell, and removes the value from all cells that see it."""
        cell = self.cells[i]
        for candidate in self.candidates(i):
            cell.remove(candidate)
        cell.value = value
        for j in self.peers[i]:
            self.strike(j, value)

    def left(self):
        """The candidates that are left. A filled cell counts as one."""
        return sum(cell.number() or 1 for cell in self.cells) - (len(self.cells) - self.empty)


def regions(size):
    """The rows, columns and blocks of a board, as lists of cells."""
    n = math.isqrt(size)
    rows = [[r * size + c for c in range(size)] for r in range(size)]
    columns = [list(column) for column in zip(*rows)]
    blocks = [[(top + r) * size + left + c for r in range(n) for c in range(n)]
              for top in range(0, size, n) for left in range(0, size, n)]
    return rows + columns + blocks


def naked_singles(grid):
    """A cell with one candidate has that value."""
    progress = False
    for i, cell in enumerate(grid.cells):
        if cell.number() == 1:
            grid.place(i, grid.candidates(i)[0])
            progress = True
    return progress


def hidden_singles(grid):
    """A value with one place in a region goes there."""
    progress = False
    for region in grid.regions:
        for value in range(1, grid.size + 1):
            if any(grid.cells[i].value == value for i in region):
                continue
            places = grid.places(region, value)
            if not places:
                raise Contradiction
            if len(places) == 1:
                grid.place(places[0], value)
                progress = True
    return progress


def naked_pairs(grid):
    """Two cells of a region with the same two candidates: no other cell of the region has these."""
    progress = False
    for region in grid.regions:
        twos = [i for i in region if grid.cells[i].number() == 2]
        for a, b in itertools.combinations(twos, 2):
            pair = grid.candidates(a)
            # A strike may have left one of the two with a single candidate.
            if len(pair) == 2 and pair == grid.candidates(b):
                for i in set(region) - {a, b}:
                    for value in pair:
                        progress |= grid.strike(i, value)
    return progress


def hidden_pairs(grid):
    """Two values with the same two places in a region: these cells have no other candidates."""
    progress = False
    for region in grid.regions:
        places = {value: grid.places(region, value) for value in range(1, grid.size + 1)}
        twos = [value for value in places if len(places[value]) == 2]
        for pair in itertools.combinations(twos, 2):
            if places[pair[0]] == places[pair[1]]:
                for i in places[pair[0]]:
                    for value in set(grid.candidates(i)) - set(pair):
                        progress |= grid.strike(i, value)
    return progress


TECHNIQUES = {
    "none": [],
    "naked": [naked_singles],
    "singles": [naked_singles, hidden_singles],
    "pairs": [naked_singles, hidden_singles, naked_pairs, hidden_pairs],
}


def deduce(grid, techniques):
    """Applies the techniques in turn until none of them changes anything."""
    progress = True
    while progress:
        progress = False
        for technique in techniques:
            progress |= technique(grid)


def statistics(grid):
    """The four statistics: cells filled, fill rate, candidates removed, elimination rate; rates in per cent.

    A filled cell keeps one candidate, its value. So initial candidates minus empty cells can be removed at most.
    """
    filled = grid.empty - sum(cell.value == 0 for cell in grid.cells)
    removed = grid.initial - grid.left()
    return filled, per_cent(filled, grid.empty), removed, per_cent(removed, grid.initial - grid.empty)


def per_cent(part, whole):
    """Where there is nothing to do, everything is done."""
    return 100 * part / whole if whole else 100.0


def answer(text, structure, techniques):
    """The result for a puzzle, from the status on."""
    try:
        grid = Grid(text, structure)
        deduce(grid, techniques)
    except Contradiction:
        return "impossible - -"
    shown = "".join(SYMBOLS[cell.value - 1] if cell.value else "." for cell in grid.cells)
    if "." not in shown:
        return f"solved - {shown}"
    return f"stuck - - partial={shown} left={masks(grid)}"


def masks(grid):
    """The candidates as the protocol wants them: bit 0 is the symbol 1, and a filled cell has its value."""
    values = [[cell.value] if cell.value else grid.candidates(i) for i, cell in enumerate(grid.cells)]
    return ".".join(f"{sum(1 << value - 1 for value in these):x}" for these in values)


def speak(structure, name, techniques):
    """One line in, one line out, and flush."""
    print(f"hello sudoku-backend/1 name={name} version=1 geometries=classic4,classic9,classic16 tasks=first",
          flush=True)
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["quit"]:
            return
        if words[:1] == ["solve"]:
            print("result", words[1], answer(words[2], structure, techniques), flush=True)


def print_statistics(techniques):
    """A line for each puzzle."""
    for line in sys.stdin:
        if not line.startswith("#"):
            grid = Grid(line.strip(), FlagCell)
            deduce(grid, techniques)
            filled, fill_rate, removed, elimination_rate = statistics(grid)
            print(f"{filled} {fill_rate:.1f} {removed} {elimination_rate:.1f}")


def main(mode="flags", techniques="pairs"):
    if mode == "stats":
        print_statistics(TECHNIQUES[techniques])
    else:
        speak({"list": ListCell, "flags": FlagCell}[mode], f"{mode}-{techniques}", TECHNIQUES[techniques])


if __name__ == "__main__":
    main(*sys.argv[1:])
