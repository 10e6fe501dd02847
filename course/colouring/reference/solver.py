#!/usr/bin/env python3
"""Reference solution: boards as graphs, two greedy colourings, a recursive one, and pictures.

    python3 solver.py welsh-powell|dsatur|recursive     answers the harness
    python3 solver.py referee < GRIDS                   1, -1 or 0 for each grid
    python3 solver.py svg < GRIDS > grid.svg            a picture of the first grid
    python3 solver.py dot < GRIDS | dot -Tsvg > g.svg   its graph, coloured

A graph is a dictionary: a vertex has the list of its neighbours. The vertices of a board are pairs (row, column) from
1, in reading order; those of a graph in the protocol are numbers from 0. A colouring is a dictionary, too: a vertex
without an entry is uncoloured, and the colours are numbers from 1.
"""

import math
import sys
import time

SYMBOLS = "123456789ABCDEFG"
BOARDS = {"classic4": 2, "classic9": 3, "classic16": 4}


class Timeout(Exception):
    """The time limit was reached."""


def board_graph(n):
    """The graph of a board whose blocks are n by n: two cells are joined if they share a row, column or block."""
    size = range(1, n * n + 1)
    block = lambda r, c: ((r - 1) // n, (c - 1) // n)
    return {(r, c): [(s, d) for s in size for d in size
                     if (s, d) != (r, c) and (s == r or d == c or block(s, d) == block(r, c))]
            for r in size for c in size}


def read_graph(keys):
    """The graph of a line `geometry N graph vertices=5 edges=0-1,0-4,…`."""
    graph = {vertex: [] for vertex in range(int(keys["vertices"]))}
    for edge in filter(None, keys.get("edges", "").split(",")):
        a, b = map(int, edge.split("-"))
        graph[a].append(b)
        graph[b].append(a)
    return graph


def edges(graph):
    """The number of edges: each is in two lists."""
    return sum(map(len, graph.values())) // 2


def verify(graph, colours):
    """1: complete and right; -1: two neighbours have the same colour; 0: incomplete, and no rule is broken."""
    if any(colours[v] == colours.get(w) for v in colours for w in graph[v]):
        return -1
    return 1 if len(colours) == len(graph) else 0


def first_possible(graph, colours, vertex):
    """The smallest colour that no neighbour has."""
    taken = {colours.get(neighbour) for neighbour in graph[vertex]}
    return next(colour for colour in range(1, len(graph) + 1) if colour not in taken)


def welsh_powell(graph):
    """By decreasing degree; among equals, in the order of the graph, since sorting is stable."""
    colours = {}
    for vertex in sorted(graph, key=lambda vertex: -len(graph[vertex])):
        colours[vertex] = first_possible(graph, colours, vertex)
    return colours


def dsatur(graph):
    """The vertex whose neighbours have the most different colours; then that with the most uncoloured neighbours."""
    colours = {}
    while len(colours) < len(graph):
        def urgency(vertex):
            seen = [colours[w] for w in graph[vertex] if w in colours]
            return len(set(seen)), len(graph[vertex]) - len(seen)
        # `max` returns the first of several.
        vertex = max((v for v in graph if v not in colours), key=urgency)
        colours[vertex] = first_possible(graph, colours, vertex)
    return colours


class Search:
    """The recursive colouring with a given number of colours.

    For each vertex, `taken` has the number of neighbours of each colour. So colouring a vertex costs its degree, and
    the number of impossible colours need not be computed again at each step.
    """

    def __init__(self, graph, number, deadline):
        self.graph, self.number, self.deadline = graph, number, deadline
        self.colours = {}
        self.taken = {vertex: [0] * (number + 1) for vertex in graph}
        self.impossible = dict.fromkeys(graph, 0)
        self.nodes = self.bets = 0

    def paint(self, vertex, colour):
        self.colours[vertex] = colour
        for w in self.graph[vertex]:
            self.taken[w][colour] += 1
            self.impossible[w] += self.taken[w][colour] == 1

    def erase(self, vertex):
        colour = self.colours.pop(vertex)
        for w in self.graph[vertex]:
            self.taken[w][colour] -= 1
            self.impossible[w] -= self.taken[w][colour] == 0

    def colour(self, symmetric=False):
        """Whether the colouring can be completed; then `colours` is complete.

        Where no vertex was coloured before, colours that are not yet in use are all alike: with `symmetric`, only the
        first of these is tried.
        """
        self.nodes += 1
        if time.monotonic() >= self.deadline:
            raise Timeout
        if len(self.colours) == len(self.graph):
            return True
        vertex = max((v for v in self.graph if v not in self.colours), key=self.impossible.get)
        last = min(self.number, max(self.colours.values(), default=0) + 1) if symmetric else self.number
        possible = [c for c in range(1, last + 1) if not self.taken[vertex][c]]
        for colour in possible:
            self.bets += len(possible) > 1
            self.paint(vertex, colour)
            if self.colour(symmetric):
                return True
            self.erase(vertex)
        return False


def fewest(graph, deadline):
    """A colouring with as few colours as possible: one fewer than DSATUR's, and so on until there is none."""
    best = dsatur(graph)
    try:
        while best:
            search = Search(graph, max(best.values()) - 1, deadline)
            if not search.colour(symmetric=True):
                break
            best = search.colours
    except Timeout:
        pass  # What was found is right, though perhaps not the best.
    return best


def read_cells(cells, graph):
    """The colours of the cells that are filled."""
    return {vertex: SYMBOLS.index(symbol) + 1 for vertex, symbol in zip(graph, cells) if symbol not in ".0"}


def solve_board(cells, graph, deadline):
    """The result for a puzzle: its colours are completed."""
    colours = read_cells(cells, graph)
    if verify(graph, colours) == -1:
        return "impossible - -"
    search = Search(graph, math.isqrt(len(graph)), deadline)
    for vertex, colour in colours.items():
        search.paint(vertex, colour)
    try:
        found = search.colour()
    except Timeout:
        return f"timeout - - nodes={search.nodes} bets={search.bets}"
    grid = "".join(SYMBOLS[search.colours[vertex] - 1] for vertex in graph) if found else "-"
    return f"{'solved' if found else 'impossible'} - {grid} nodes={search.nodes} bets={search.bets}"


def solve_graph(graph, algorithm, deadline):
    """The result for a graph: the colours in the order of the vertices."""
    colours = {"welsh-powell": welsh_powell, "dsatur": dsatur,
               "recursive": lambda graph: fewest(graph, deadline)}[algorithm](graph)
    return f"solved - {','.join(str(colours[vertex]) for vertex in graph)}"


def svg(cells, graph):
    """A picture of a grid: thin lines between cells, thick ones between blocks."""
    size = math.isqrt(len(graph))
    n, side = math.isqrt(size), 40 * size
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 {side + 4} {side + 4}" '
             'font-family="sans-serif" font-size="24" text-anchor="middle">',
             f'<rect width="{side}" height="{side}" fill="white"/>']
    for i in range(size + 1):
        width = 3 if i % n == 0 else 1
        lines.append(f'<path d="M{40 * i},0V{side}M0,{40 * i}H{side}" stroke="black" stroke-width="{width}"/>')
    for (r, c), symbol in zip(graph, cells):
        if symbol not in ".0":
            lines.append(f'<text x="{40 * c - 20}" y="{40 * r - 12}">{symbol}</text>')
    return "\n".join(lines + ["</svg>"])


def dot(cells, graph):
    """The graph for Graphviz. The hue of a vertex is its colour; white is uncoloured."""
    size, colours = math.isqrt(len(graph)), read_cells(cells, graph)
    lines = ["graph board {", "  layout=circo; node [style=filled, fillcolor=white];"]
    for (r, c), symbol in zip(graph, cells):
        fill = f', fillcolor="{colours[r, c] / size:.3f} 0.5 1.0"' if (r, c) in colours else ""
        lines.append(f'  r{r}c{c} [label="{"" if symbol in ".0" else symbol}"{fill}];')
    for (r, c), neighbours in graph.items():
        lines += [f"  r{r}c{c} -- r{s}c{d};" for s, d in neighbours if (s, d) > (r, c)]
    return "\n".join(lines + ["}"])


def speak(algorithm):
    """One line in, one line out, and flush."""
    print(f"hello sudoku-backend/1 name={algorithm} version=1 geometries={','.join(BOARDS)},graph tasks=first",
          flush=True)
    graphs = {}
    for line in sys.stdin:
        words = line.split()
        keys = dict(word.split("=", 1) for word in words if "=" in word)
        if words[:1] == ["quit"]:
            return
        if words[:1] == ["geometry"] and len(words) >= 3:
            if words[2] == "graph":
                graphs[words[1]] = read_graph(keys)
            elif words[2] in BOARDS:
                graphs[words[1]] = board_graph(BOARDS[words[2]])
        if words[:1] == ["solve"]:
            graph, limit = graphs.get(keys.get("geometry")), keys.get("limit_ms", "-")
            # A tenth of the limit is kept back for the way of the answer.
            deadline = time.monotonic() + (math.inf if limit == "-" else int(limit) * 0.9 / 1000)
            if graph is None:
                result = "unsupported - -"
            elif (1, 1) in graph:
                result = solve_board(words[2], graph, deadline)
            else:
                result = solve_graph(graph, algorithm, deadline)
            print("result", words[1], result, flush=True)


def main(mode="dsatur"):
    if mode in ("welsh-powell", "dsatur", "recursive"):
        return speak(mode)
    for line in sys.stdin:
        if not line.startswith("#"):
            cells = line.strip()
            graph = board_graph(math.isqrt(math.isqrt(len(cells))))
            if mode == "referee":
                print(verify(graph, read_cells(cells, graph)))
            else:
                return print({"svg": svg, "dot": dot}[mode](cells, graph))


if __name__ == "__main__":
    main(*sys.argv[1:])
