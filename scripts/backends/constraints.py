"""What the scripts of constraint solvers share: boards as regions, and the protocol sudoku-backend/1.

A script calls `serve` with its name, its version and a function that solves a puzzle.
"""

import sys
import time

from referee import SYMBOLS, Geometry


class Relation:
    """What the numbers of some cells, in order, have to do with each other: a kind such as sum, and its number."""

    def __init__(self, text):
        kind, cells = text.split(":")
        name, _, number = kind.rpartition("-")
        self.kind, self.number = (name, int(number)) if number.isdigit() else (kind, None)
        self.cells = [int(cell) for cell in cells.split(".")]

    def pairs(self):
        """Each two neighbours."""
        return list(zip(self.cells, self.cells[1:]))


class Board:
    """Cells with numbers from 1 to `order`, the regions in which none repeats, and relations."""

    def __init__(self, order, regions, relations=()):
        self.order, self.regions, self.relations = order, regions, relations


class Found:
    """What a solver found: up to two grids as lists of numbers, how many solutions, and how it ended.

    `stop` is None when the search was exhausted, "enough" at the wanted number of solutions, or "timeout".
    `pairs` are further keys of the answer, such as encode_ns.
    """

    def __init__(self, grids, solutions, stop, **pairs):
        self.grids, self.solutions, self.stop, self.pairs = grids, solutions, stop, pairs


def board(words):
    """The board that the words of a geometry line describe; None for a graph and for an unknown name."""
    keys = dict(word.split("=", 1) for word in words if "=" in word)
    if "regions" in keys:
        regions = [[int(cell) for cell in region.split(".")] for region in keys["regions"].split(",")]
        relations = [Relation(text) for text in keys.get("relations", "").split(",") if text]
        return Board(int(keys["symbols"]), regions, relations)
    try:
        named = Geometry(words[2])
    except (AttributeError, IndexError):
        return None
    return Board(named.order, named.regions)


def word(task, found):
    """The status: what the search proved."""
    if found.stop == "timeout":
        return "timeout"
    if found.solutions == 0:
        return "impossible"
    if task == "count":
        return "limited" if found.stop else "counted"
    if task == "first":
        return "solved"
    return "multiple" if found.solutions > 1 else "unknown" if found.stop else "unique"


def answer(boards, words, solve):
    """The result line for a solve line."""
    number, cells = words[1], words[2]
    keys = dict(pair.split("=", 1) for pair in words[3:] if "=" in pair)
    limit = lambda key: None if keys.get(key, "-") == "-" else int(keys[key])
    on, task = boards.get(keys.get("geometry")), keys.get("task")
    if on is None or task not in ("first", "unique", "count") or limit("limit_nodes") is not None:
        return f"result {number} unsupported - -"
    givens = [0 if cell in ".0" else SYMBOLS.index(cell) + 1 for cell in cells]
    goals = [{"first": 1, "unique": 2}.get(task), limit("limit_solutions")]
    goal = min((it for it in goals if it is not None), default=None)
    start = time.perf_counter_ns()
    found = solve(on, givens, goal, limit("limit_ms"))
    taken = time.perf_counter_ns() - start
    grids = ["".join(SYMBOLS[value - 1] for value in grid) for grid in found.grids[:2]]
    first, second = (grids + ["-", "-"])[:2]
    pairs = "".join(f" {key}={value}" for key, value in found.pairs.items())
    return (f"result {number} {word(task, found)} {taken} {first} second={second} "
            f"solutions={found.solutions}{pairs}")


def serve(name, version, solve, relations):
    """Answers questions until the input ends. `solve` takes a board with these kinds of relations, givens, a number of
    solutions and milliseconds."""
    print(f"hello sudoku-backend/1 name={name} version={version} relations={','.join(relations)} "
          "tasks=first,unique,count", flush=True)
    boards = {}
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["geometry"] and len(words) >= 3:
            boards[words[1]] = board(words)
        elif words[:1] == ["solve"] and len(words) >= 3:
            print(answer(boards, words, solve), flush=True)
        elif words == ["quit"]:
            return
