"""What talk.py knows of sudoku: geometries, solutions, corpora, formulas. No search.

A geometry is its symbols and its regions; the names are those of board/src/catalog.rs.
"""

import itertools
import re

from advice import Complaint

SYMBOLS = ("123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
           "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖØÙÚÛÜÝÞßàáâãäåæç")
TASKS = ("first", "unique", "count")


class Geometry:
    """classicN, latinN, x, xN, windoku."""

    def __init__(self, name):
        kind, order = re.fullmatch(r"(classic|latin|x|windoku)(\d*)", name).groups()
        self.name, self.order = name, int(order or 9)
        n, self.symbols = self.order, SYMBOLS[:self.order]
        height = max(h for h in range(1, n + 1) if h * h <= n and n % h == 0)
        width = n // height
        self.width = n
        self.regions = [[r * n + c for c in range(n)] for r in range(n)]
        self.regions += [[r * n + c for r in range(n)] for c in range(n)]
        if kind != "latin":
            self.regions += [[(top + r) * n + left + c for r in range(height) for c in range(width)]
                             for top in range(0, n, height) for left in range(0, n, width)]
        if kind == "x":
            self.regions += [[i * n + i for i in range(n)], [i * n + n - 1 - i for i in range(n)]]
        if kind == "windoku":
            self.regions += [[(top + r) * n + left + c for r in range(3) for c in range(3)]
                             for top in (1, 5) for left in (1, 5)]

    def complaint(self, puzzle, grid):
        """Why `grid` is no solution of `puzzle`; None when it is one."""
        if len(grid) != len(puzzle):
            return Complaint(f"not {len(puzzle)} symbols: {grid}", "size", found=len(grid),
                             expected=len(puzzle))
        if set(grid) - set(self.symbols):
            return f"not {len(puzzle)} symbols: {grid}"
        for cell, (given, symbol) in enumerate(zip(puzzle, grid)):
            if given not in (".", "0", symbol):
                return Complaint(f"a given is changed: {grid}", "given", given=given,
                                 cell=divmod(cell, self.width))
        for number, region in enumerate(self.regions):
            for a, b in itertools.combinations(region, 2):
                if grid[a] == grid[b]:
                    kind = number // self.order
                    kind = ("row", "column", "block")[kind] if kind < 3 else "region"
                    return Complaint(f"a symbol stands twice in a region: {grid}", "clash",
                                     first=divmod(a, self.width), second=divmod(b, self.width),
                                     symbol=grid[a], region=kind)
        return None

    def formula(self, puzzle):
        """DIMACS text: variable cell * order + symbol, both from 0, plus one."""
        n = self.order
        at = lambda cell, symbol: cell * n + symbol + 1
        clauses = [[at(cell, s) for s in range(n)] for cell in range(n * n)]
        clauses += [[at(cell, self.symbols.index(given))]
                    for cell, given in enumerate(puzzle) if given not in ".0"]
        for region, symbol in itertools.product(self.regions, range(n)):
            clauses += [[-at(a, symbol), -at(b, symbol)]
                        for a, b in itertools.combinations(region, 2)]
        lines = [" ".join(map(str, clause + [0])) for clause in clauses]
        return "\n".join([f"p cnf {n ** 3} {len(clauses)}"] + lines) + "\n"

    def grid(self, literals):
        """The grid of a model: the last true symbol of each cell, `.` where there is none."""
        grid = ["."] * self.order ** 2
        for literal in literals:
            if 0 < literal <= self.order ** 3:
                grid[(literal - 1) // self.order] = self.symbols[(literal - 1) % self.order]
        return "".join(grid)


def corpus(path):
    """The puzzles of a file, as (geometry, cells, expectation or None): one word a puzzle."""
    headers = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            header = re.match(r"#\s*(geometry|expect):\s*(\S+)", line)
            if header:
                headers[header[1]] = header[2]
            elif line.strip() and not line.startswith("#"):
                cells = line.split()[0].replace("0", ".")
                name = headers.get("geometry", f"classic{round(len(cells) ** 0.5)}")
                yield name, cells, headers.get("expect")


def words(task, solutions, limit=None):
    """The status words that are right for a puzzle with so many solutions."""
    if solutions == 0:
        return {"impossible", "counted"} if task == "count" else {"impossible"}
    if task == "first":
        return {"solved"}
    if task == "unique":
        return {"unique" if solutions == 1 else "multiple"}
    return {"limited" if limit is not None and solutions >= limit else "counted"}
