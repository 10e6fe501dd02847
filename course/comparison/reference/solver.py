#!/usr/bin/env python3
"""Reference solution: four methods behind one protocol.

    python3 solver.py backtracking|mrv|cover|sat

Each method is a generator of solutions: the first of them answers `first`, and whether there is a second one answers
`unique`. All count search states (nodes), and values tried where at least two were possible (bets).
"""

import itertools
import math
import sys
import time

SYMBOLS = "123456789ABCDEFG"


class Limit(Exception):
    """A limit was reached. Its text is the status."""


class Meter:
    """Counts, and stops a search at its limits."""

    def __init__(self, deadline, most_nodes):
        self.deadline, self.most_nodes = deadline, most_nodes
        self.nodes = self.bets = 0

    def node(self):
        if self.nodes >= self.most_nodes:
            raise Limit("nodeout")
        # A clock is not read at every node: it would cost more than the node.
        if self.nodes % 32 == 0 and time.monotonic() >= self.deadline:
            raise Limit("timeout")
        self.nodes += 1


class Board:
    """What does not depend on the puzzle. Cells and symbols are numbers from 0."""

    def __init__(self, order):
        n = math.isqrt(order)
        self.order, self.cells = order, order * order
        # The row, the column and the block of each cell: regions 0 to 3 * order - 1.
        self.regions_of = [(r, order + c, 2 * order + r // n * n + c // n) for r in range(order) for c in range(order)]
        self.regions = [[i for i in range(self.cells) if region in self.regions_of[i]] for region in range(3 * order)]
        self.peers = [sorted({j for region in regions for j in self.regions[region]} - {i})
                      for i, regions in enumerate(self.regions_of)]
        self.formula = None


def backtracking(board, grid, meter, start=0):
    """Brute force: the first empty cell in reading order, the symbols in order."""
    meter.node()
    cell = next((i for i in range(start, board.cells) if grid[i] is None), None)
    if cell is None:
        yield grid[:]
        return
    for symbol in range(board.order):
        if all(grid[peer] != symbol for peer in board.peers[cell]):
            meter.bets += 1
            grid[cell] = symbol
            yield from backtracking(board, grid, meter, cell + 1)
    grid[cell] = None


def mrv(board, grid, meter):
    """The empty cell with the fewest candidates (minimum remaining values). The symbols of a region are bits."""
    used = [0] * len(board.regions)
    for cell, symbol in enumerate(grid):
        if symbol is not None:
            for region in board.regions_of[cell]:
                used[region] |= 1 << symbol
    return fewest_first(board, grid, meter, used)


def fewest_first(board, grid, meter, used):
    meter.node()
    best, best_free, fewest = None, 0, board.order + 1
    for cell, (row, column, block) in enumerate(board.regions_of):
        if grid[cell] is None:
            free = (1 << board.order) - 1 & ~(used[row] | used[column] | used[block])
            number = bin(free).count("1")
            if number < fewest:
                best, best_free, fewest = cell, free, number
                if number == 0:
                    return
    if best is None:
        yield grid[:]
        return
    for symbol in range(board.order):
        if best_free >> symbol & 1:
            meter.bets += fewest > 1
            grid[best] = symbol
            for region in board.regions_of[best]:
                used[region] ^= 1 << symbol
            yield from fewest_first(board, grid, meter, used)
            for region in board.regions_of[best]:
                used[region] ^= 1 << symbol
    grid[best] = None


def cover(board, grid, meter):
    """Exact cover by Knuth's Algorithm X, with sets in place of his links.

    An item is a cell, or a symbol in a region; an option puts a symbol into a cell and covers four items. `open_items`
    has the options of each item that is not yet covered.
    """
    symbols = range(board.order)
    items_of = {(cell, symbol): [cell] + [board.cells + region * board.order + symbol for region in regions]
                for cell, regions in enumerate(board.regions_of) for symbol in symbols}
    open_items = {}
    for option, items in items_of.items():
        for item in items:
            open_items.setdefault(item, set()).add(option)
    for option in ((cell, symbol) for cell, symbol in enumerate(grid) if symbol is not None):
        choose(option, items_of, open_items)
    return algorithm_x(grid, meter, items_of, open_items)


def choose(option, items_of, open_items):
    """Covers the items of an option: all options that share one of them disappear. Returns what `unchoose` needs."""
    covered = []
    for item in items_of[option]:
        options = open_items.pop(item)
        for other in options:
            for other_item in items_of[other]:
                if other_item != item and other_item in open_items:
                    open_items[other_item].discard(other)
        covered.append((item, options))
    return covered


def unchoose(covered, items_of, open_items):
    for item, options in reversed(covered):
        for other in options:
            for other_item in items_of[other]:
                if other_item != item and other_item in open_items:
                    open_items[other_item].add(other)
        open_items[item] = options


def algorithm_x(grid, meter, items_of, open_items):
    meter.node()
    if not open_items:
        yield grid[:]
        return
    # On ties the smallest item, so that the search does not depend on the order in a dictionary.
    item = min(open_items, key=lambda item: (len(open_items[item]), item))
    options = sorted(open_items[item])
    for option in options:
        meter.bets += len(options) > 1
        covered = choose(option, items_of, open_items)
        grid[option[0]] = option[1]
        yield from algorithm_x(grid, meter, items_of, open_items)
        unchoose(covered, items_of, open_items)


class Formula:
    """A sudoku as clauses: variable 1 + cell * order + symbol says that the cell has the symbol; -v is its negation."""

    def __init__(self, board):
        variable = lambda cell, symbol: 1 + cell * board.order + symbol
        symbols = range(board.order)
        places = [[variable(cell, symbol) for symbol in symbols] for cell in range(board.cells)]
        places += [[variable(cell, symbol) for cell in region] for region in board.regions for symbol in symbols]
        self.places = places
        self.variables = board.cells * board.order
        # In each place at least one, and no two.
        self.clauses = places + [[-a, -b] for place in places for a, b in itertools.combinations(place, 2)]
        self.watched = {}
        for clause in map(list, self.clauses):
            for literal in clause[:2]:
                self.watched.setdefault(literal, []).append(clause)


def sat(board, grid, meter):
    """The formula of the board, the givens as unit clauses, and DPLL."""
    if board.formula is None:
        board.formula = Formula(board)
    formula = board.formula
    value = [None] * (formula.variables + 1)  # True, False or None for each variable
    units = [1 + cell * board.order + symbol for cell, symbol in enumerate(grid) if symbol is not None]
    trail = []
    if not propagate(formula, value, trail, units):
        return
    for _ in dpll(formula, value, trail, meter):
        yield [next(s for s in range(board.order) if value[1 + cell * board.order + s]) for cell in range(board.cells)]


def holds(value, literal):
    """Whether a literal is true, false (False) or open (None)."""
    of = value[abs(literal)]
    return of if of is None or literal > 0 else not of


def propagate(formula, value, trail, units):
    """Makes the units true, and what follows from them. Returns False if a clause has become false.

    Two literals of each clause are watched: the first two. As long as neither is false, the clause needs no attention
    (Moskewicz and others, Chaff, 2001). So only the clauses that watch a literal that has become false are visited.
    """
    queue = list(units)
    while queue:
        literal = queue.pop()
        known = holds(value, literal)
        if known is not None:
            if known:
                continue
            return False
        value[abs(literal)] = literal > 0
        trail.append(literal)
        false, clauses = -literal, formula.watched.get(-literal, [])
        kept = []
        for at, clause in enumerate(clauses):
            if clause[0] == false:
                clause[0], clause[1] = clause[1], false
            state = holds(value, clause[0])
            other = None if state else next(
                (i for i in range(2, len(clause)) if holds(value, clause[i]) is not False), None)
            if other is not None:
                clause[1], clause[other] = clause[other], false
                formula.watched.setdefault(clause[1], []).append(clause)
                continue
            kept.append(clause)
            if state is False:
                formula.watched[false] = kept + clauses[at + 1:]
                return False
            if state is None:
                queue.append(clause[0])
        formula.watched[false] = kept
    return True


def dpll(formula, value, trail, meter):
    """Davis, Logemann, Loveland: a literal true, then false, with all that follows. Yields at each model."""
    meter.node()
    literal = next_literal(formula, value)
    if literal is None:
        yield
        return
    for decision in (literal, -literal):
        meter.bets += decision > 0
        length = len(trail)
        if propagate(formula, value, trail, [decision]):
            yield from dpll(formula, value, trail, meter)
        while len(trail) > length:
            value[abs(trail.pop())] = None


def next_literal(formula, value):
    """The first open literal of a place with the fewest of them; None if every place has a true one."""
    best = None
    for place in formula.places:
        if not any(value[variable] for variable in place):
            left = [variable for variable in place if value[variable] is None]
            if best is None or len(left) < len(best):
                best = left
    return best and best[0]


METHODS = {"backtracking": backtracking, "mrv": mrv, "cover": cover, "sat": sat}


def solve(method, board, cells, keys):
    """The result for a puzzle, from the status on."""
    limit, most_nodes = keys.get("limit_ms", "-"), keys.get("limit_nodes", "-")
    # A tenth of the limit is kept back for the way of the answer.
    deadline = time.monotonic() + (math.inf if limit == "-" else int(limit) * 0.9 / 1000)
    meter = Meter(deadline, math.inf if most_nodes == "-" else int(most_nodes))
    grid = [None if symbol in ".0" else SYMBOLS.index(symbol) for symbol in cells]
    task, found, status = keys.get("task"), [], None
    try:
        if not clash(board, grid):
            found = list(itertools.islice(method(board, grid, meter), 1 if task == "first" else 2))
    except Limit as reached:
        status = str(reached)
    status = status or ("impossible" if not found else "solved" if task == "first"
                        else "unique" if len(found) == 1 else "multiple")
    shown = ["".join(SYMBOLS[symbol] for symbol in solution) for solution in found] + ["-", "-"]
    return f"{status} - {shown[0]} second={shown[1]} nodes={max(meter.nodes, 1)} bets={meter.bets}"


def clash(board, grid):
    """Whether two givens of a region are equal."""
    return any(symbol is not None and any(grid[peer] == symbol for peer in board.peers[cell])
               for cell, symbol in enumerate(grid))


def main(name="mrv"):
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
