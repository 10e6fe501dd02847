#!/usr/bin/env python3
"""An outside solver for the harness: candidates, singles, and a bet on the cell with the fewest.

Speaks sudoku-backend/1 (harness/BACKENDS.md) on standard input and output, for classic sudoku of
every order that has blocks, 4 to 36. Python 3 and its standard library.

    python3 solver.py
    ./talk.py 'python3 solver.py'
"""

import sys
import time

SYMBOLS = "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


class Stop(Exception):
    """A limit is met."""


def block_height(order):
    """The largest divisor up to the square root: the most square block that lies down."""
    return max(h for h in range(1, order + 1) if h * h <= order and order % h == 0)


class Search:
    """Prepared for an order; takes puzzle after puzzle and remembers none."""

    def __init__(self, order):
        height = block_height(order)
        width = order // height
        block = lambda r, c: r // height * height + c // width
        cells = [(r, c, block(r, c)) for r in range(order) for c in range(order)]
        self.order, self.full = order, (1 << order) - 1
        self.regions = [[i for i, cell in enumerate(cells) if cell[kind] == number]
                        for kind in range(3) for number in range(order)]
        self.peers = [{p for region in self.regions if i in region for p in region} - {i}
                      for i in range(len(cells))]

    def run(self, puzzle, goal, limit_ms, limit_nodes):
        """The word of the limit that was met, else None; what was found and counted is in self."""
        self.goal, self.limit_nodes = goal, limit_nodes
        self.deadline = time.monotonic() + limit_ms / 1e3 if limit_ms is not None else None
        self.nodes = self.bets = self.solutions = 0
        self.grids = []
        try:
            self.enter([self.full] * len(puzzle), [
                (i, 1 << SYMBOLS.index(s)) for i, s in enumerate(puzzle) if s not in ".0"])
        except Stop as stop:
            return str(stop)
        return None

    def enter(self, candidates, placements):
        """A search state: places, propagates, and bets where more than one symbol is left."""
        if self.nodes == self.limit_nodes:
            raise Stop("nodeout")
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise Stop("timeout")
        self.nodes += 1
        if not all(self.place(candidates, *p) for p in placements) or not self.hidden(candidates):
            return
        open_cells = [i for i, c in enumerate(candidates) if c & c - 1]
        if not open_cells:
            return self.found(candidates)
        cell = min(open_cells, key=lambda i: bin(candidates[i]).count("1"))
        for bit in (1 << s for s in range(self.order)):
            if candidates[cell] & bit:
                self.bets += 1
                self.enter(candidates[:], [(cell, bit)])

    def place(self, candidates, cell, bit):
        """Leaves `bit` alone in `cell`, and so on in peers that become single. False: conflict."""
        if not candidates[cell] & bit:
            return False
        changed = [cell] if candidates[cell] != bit else []
        candidates[cell] = bit
        while changed:
            cell = changed.pop()
            for peer in self.peers[cell]:
                if candidates[peer] & candidates[cell]:
                    candidates[peer] &= ~candidates[cell]
                    if not candidates[peer]:
                        return False
                    if not candidates[peer] & candidates[peer] - 1:
                        changed.append(peer)
        return True

    def hidden(self, candidates):
        """Places symbols that have one place left in a region, until none has. False: conflict."""
        again = True
        while again:
            again = False
            for region in self.regions:
                once = twice = 0
                for i in region:
                    twice |= once & candidates[i]
                    once |= candidates[i]
                if once != self.full:
                    return False
                for i in region:
                    bit = candidates[i] & ~twice
                    if bit & bit - 1:
                        return False  # two symbols that need the same cell
                    if bit and bit != candidates[i]:
                        again = True
                        if not self.place(candidates, i, bit):
                            return False
        return True

    def found(self, candidates):
        """A solution; the first two are kept."""
        self.solutions += 1
        if self.solutions <= 2:
            self.grids.append("".join(SYMBOLS[c.bit_length() - 1] for c in candidates))
        if self.solutions == self.goal:
            raise Stop("enough")


def word(task, stop, solutions):
    """The status: what the search proved."""
    if stop in ("timeout", "nodeout"):
        return stop
    if solutions == 0:
        return "impossible"
    if task == "count":
        return "limited" if stop else "counted"
    if task == "first":
        return "solved"
    return "multiple" if solutions > 1 else "unknown" if stop else "unique"


def answer(searches, number, puzzle, pairs):
    """The result line for a solve line."""
    keys = dict(pair.split("=", 1) for pair in pairs if "=" in pair)
    limit = lambda key: None if keys.get(key, "-") == "-" else int(keys[key])
    search, task = searches.get(keys.get("geometry")), keys.get("task")
    if search is None or task not in ("first", "unique", "count"):
        return f"result {number} unsupported - -"
    if len(puzzle) != search.order ** 2 or set(puzzle) - set(".0" + SYMBOLS[:search.order]):
        return f"result {number} unknown - - error=not-a-puzzle-of-this-geometry"
    goals = [{"first": 1, "unique": 2}.get(task), limit("limit_solutions")]
    goal = min((g for g in goals if g is not None), default=None)
    start = time.perf_counter_ns()
    stop = search.run(puzzle, goal, limit("limit_ms"), limit("limit_nodes"))
    nanoseconds = time.perf_counter_ns() - start
    first, second = (search.grids + ["-", "-"])[:2]
    return (f"result {number} {word(task, stop, search.solutions)} {nanoseconds} {first} "
            f"second={second} solutions={search.solutions} nodes={search.nodes} bets={search.bets}")


def main():
    """One line in, one line out."""
    sys.setrecursionlimit(10_000)
    orders = {f"classic{n}": n for n in range(4, 37) if block_height(n) > 1}
    print(f"hello sudoku-backend/1 name=python-singles version=1 geometries={','.join(orders)} "
          "tasks=first,unique,count", flush=True)
    searches = {}
    for line in sys.stdin:
        words = line.split()
        if words[:1] == ["geometry"] and len(words) >= 3:
            searches[words[1]] = Search(orders[words[2]]) if words[2] in orders else None
        elif words[:1] == ["solve"] and len(words) >= 3:
            print(answer(searches, words[1], words[2], words[3:]), flush=True)
        elif words == ["quit"]:
            return


if __name__ == "__main__":
    main()
