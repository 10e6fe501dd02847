#!/usr/bin/env python3
"""Graph colouring: what you start from. It speaks the protocol; the rest is yours, from TODO 1 to TODO 6.

    python3 solver.py welsh-powell|dsatur|recursive     answers the harness
    python3 solver.py referee < GRIDS                   1, -1 or 0 for each grid
    python3 solver.py svg < GRIDS > grid.svg            a picture of the first grid
    python3 solver.py dot < GRIDS | dot -Tsvg > g.svg   its graph, coloured

A graph is a dictionary: a vertex has the list of its neighbours. A colouring is a dictionary, too: a vertex without an
entry is uncoloured, and the colours are numbers from 1.
"""

import math
import sys

SYMBOLS = "123456789ABCDEFG"
BOARDS = {"classic4": 2, "classic9": 3, "classic16": 4}


def board_graph(n):
    """TODO 1: the graph of a board whose blocks are n by n; its vertices are (row, column), in reading order."""
    return None


def verify(graph, colours):
    """TODO 2: 1: complete and right; -1: two neighbours have the same colour; 0: incomplete, and no rule is broken."""
    return 0


def welsh_powell(graph):
    """TODO 3: by decreasing degree. So far, each vertex has a colour of its own."""
    return {vertex: number for number, vertex in enumerate(graph, start=1)}


def dsatur(graph):
    """TODO 4: by decreasing saturation."""
    return welsh_powell(graph)


def complete(graph, colours, number):
    """TODO 5: completes the colouring with colours up to `number`, recursively. Returns whether that is possible."""
    return False


def fewest(graph):
    """TODO 5: a colouring with as few colours as possible, by `complete`."""
    return welsh_powell(graph)


def svg(cells):
    """TODO 6: the text of a picture of the grid."""
    return ""


def dot(cells, graph):
    """TODO 6: the graph of the grid for Graphviz, with its colours."""
    return ""


def read_graph(keys):
    """The graph of a line `geometry N graph vertices=5 edges=0-1,0-4,…`; its vertices are numbers from 0."""
    graph = {vertex: [] for vertex in range(int(keys["vertices"]))}
    for edge in filter(None, keys.get("edges", "").split(",")):
        a, b = map(int, edge.split("-"))
        graph[a].append(b)
        graph[b].append(a)
    return graph


def read_cells(cells, graph):
    """The colours of the cells that are filled."""
    return {vertex: SYMBOLS.index(symbol) + 1 for vertex, symbol in zip(graph, cells) if symbol not in ".0"}


def solve_board(cells, graph):
    """The result for a puzzle, from the status on."""
    colours = read_cells(cells, graph)
    if verify(graph, colours) == -1 or not complete(graph, colours, math.isqrt(len(graph))):
        return "impossible - -"
    return "solved - " + "".join(SYMBOLS[colours[vertex] - 1] for vertex in graph)


def solve_graph(graph, algorithm):
    """The result for a graph: the colours in the order of the vertices."""
    colours = {"welsh-powell": welsh_powell, "dsatur": dsatur, "recursive": fewest}[algorithm](graph)
    return "solved - " + ",".join(str(colours[vertex]) for vertex in graph)


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
            graph = graphs.get(keys.get("geometry"))
            if graph is None:
                result = "unsupported - -"
            elif (1, 1) in graph:
                result = solve_board(words[2], graph)
            else:
                result = solve_graph(graph, algorithm)
            print("result", words[1], result, flush=True)


def main(mode="dsatur"):
    if mode in ("welsh-powell", "dsatur", "recursive"):
        return speak(mode)
    for line in sys.stdin:
        if not line.startswith("#"):
            cells = line.strip()
            graph = board_graph(math.isqrt(math.isqrt(len(cells))))
            if mode == "referee":
                print(verify(graph, read_cells(cells, graph)) if graph else 0)
            else:
                return print(svg(cells) if mode == "svg" else dot(cells, graph))


if __name__ == "__main__":
    main(*sys.argv[1:])
