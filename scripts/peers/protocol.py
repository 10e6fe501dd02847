"""The loop of a program that speaks sudoku-backend/1 (harness/BACKENDS.md) for classic9."""

import sys


def serve(name, version, solve):
    """Answers puzzles until the end of the input.

    `solve(cells, limit)` searches for up to `limit` solutions of a list of 81 numbers, 0 where a cell is empty. It
    returns the nanoseconds that this took, and the solutions as lists of 81 numbers.
    """
    print(f"hello sudoku-backend/1 name={name} version={version} geometries=classic9 tasks=first,unique", flush=True)
    for line in sys.stdin:
        match line.split():
            case ["quit", *_]:
                break
            case ["solve", number, text, *rest]:
                cells = [0 if symbol == "." else int(symbol) for symbol in text]
                is_first = "task=first" in rest
                nanoseconds, grids = solve(cells, 1 if is_first else 2)
                print("result", number, answer(nanoseconds, grids, is_first), flush=True)


def answer(nanoseconds, grids, is_first):
    """The words of a result line."""
    texts = ["".join(map(str, grid)) for grid in grids]
    match texts:
        case []:
            return f"impossible {nanoseconds} -"
        case [grid]:
            return f"{'solved' if is_first else 'unique'} {nanoseconds} {grid}"
        case [grid, second, *_]:
            return f"multiple {nanoseconds} {grid} second={second}"


def exact_cover(cells):
    """The exact cover problem of a puzzle: its items, and an option for each cell and symbol that no given excludes.

    An option is a pair of the cell and symbol and the four items that it covers. What givens cover is left out; givens
    that clash leave no option.
    """
    def items(cell, symbol):
        row, column = divmod(cell, 9)
        block = row // 3 * 3 + column // 3
        return f"p{row}{column}", f"r{row}{symbol}", f"c{column}{symbol}", f"b{block}{symbol}"

    every = [((cell, symbol), items(cell, symbol)) for cell in range(81) for symbol in range(1, 10)]
    given = [item for cell, symbol in enumerate(cells) if symbol for item in items(cell, symbol)]
    covered = set(given)
    left = dict.fromkeys(item for _, names in every for item in names if item not in covered)
    clash = len(covered) < len(given)
    return list(left), [] if clash else [it for it in every if covered.isdisjoint(it[1])]


def grid(cells, placed):
    """The givens of a puzzle with pairs of a cell and a symbol."""
    filled = list(cells)
    for cell, symbol in placed:
        filled[cell] = symbol
    return filled
