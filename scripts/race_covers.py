#!/usr/bin/env python3
"""Races `sudoku_harness.covers` against xcover: the same problems, the same lists of covers, in turns in one process.

usage: race_covers.py [--rounds N] [--workers N] [PROBLEM…]

A line for each problem: its covers, the least and the median time of both, and the ratio of the least times, also of those
of the processors; and a line for all of them. xcover searches in the thread that takes the covers; so does `sudoku_harness` with `--workers 0`, and
otherwise threads continue its longer searches. A time begins with the options as Python lists, and ends when the last
cover, a list of numbers, was taken from the iterator. What numba compiles is compiled before, on a small problem. Ends with 1 if
the sets of covers differ.

xcover's `covers` is its fastest way to list covers. `covers_zdd` yields the nodes of a diagram, from which nobody lists
covers but the caller; with its cache of states, which compares hashes alone, its diagrams are wrong on some problems.

It needs the packages sudoku-harness-python and xcover.
"""

import argparse
import functools
import itertools
import statistics
import sys
import time
import warnings

import sudoku_harness

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import xcover

PENTOMINOES = {
    "F": ".XX XX. .X.", "I": "XXXXX", "L": "XXXX X...", "N": "XXX. ..XX", "P": "XXX XX.", "T": "XXX .X. .X.",
    "U": "X.X XXX", "V": "X.. X.. XXX", "W": "X.. XX. .XX", "X": ".X. XXX .X.", "Y": "XXXX .X..", "Z": "XX. .X. .XX",
}


def dominoes(rows, columns):
    for row, column in itertools.product(range(rows), range(columns)):
        for other in [(row, column + 1), (row + 1, column)]:
            if other[0] < rows and other[1] < columns:
                yield [(row, column), other]


def orientations(picture):
    cells = {(row, column) for row, line in enumerate(picture.split()) for column, cell in enumerate(line) if cell == "X"}
    for _ in range(4):
        cells = {(column, -row) for row, column in cells}
        for image in [cells, {(row, -column) for row, column in cells}]:
            top, left = min(row for row, _ in image), min(column for _, column in image)
            yield tuple(sorted((row - top, column - left) for row, column in image))


def pentominoes(rows, columns):
    for name, picture in PENTOMINOES.items():
        for cells in sorted(set(orientations(picture))):
            for down, right in itertools.product(range(rows), range(columns)):
                placed = [(row + down, column + right) for row, column in cells]
                if all(row < rows and column < columns for row, column in placed):
                    yield [name, *placed]


def langford(n):
    for number in range(1, n + 1):
        for place in range(2 * n - number - 1):
            yield [f"number {number}", f"place {place}", f"place {place + number + 1}"]


def queens(n):
    options = [[("row", row), ("column", column), ("sum", row + column), ("difference", row - column)]
               for row, column in itertools.product(range(n), repeat=2)]
    secondary = [("sum", it) for it in range(2 * n - 1)] + [("difference", it) for it in range(1 - n, n)]
    return options, None, secondary


def word_square(n, letters):
    """Squares of letters whose rows and columns are among some words: each cell is an item whose colour is its letter."""
    words = ["".join(word) for word in itertools.product(letters, repeat=n) if sum(map(ord, word)) % 3 == 0]
    cell = lambda row, column: f"{row},{column}"
    options = [[f"row {row}", *(f"{cell(row, column)}:{letter}" for column, letter in enumerate(word))]
               for row in range(n) for word in words]
    options += [[f"column {column}", *(f"{cell(row, column)}:{letter}" for row, letter in enumerate(word))]
                for column in range(n) for word in words]
    primary = [f"{line} {number}" for line in ("row", "column") for number in range(n)]
    return options, primary, [cell(row, column) for row, column in itertools.product(range(n), repeat=2)]


PROBLEMS = {
    "dominoes-6x6": lambda: (list(dominoes(6, 6)), None, []),
    "langford-8": lambda: (list(langford(8)), None, []),
    "langford-11": lambda: (list(langford(11)), None, []),
    "queens-10": lambda: queens(10),
    "coloured-words-3": lambda: word_square(3, "abcde"),
    "dominoes-6x8": lambda: (list(dominoes(6, 8)), None, []),
    "langford-12": lambda: (list(langford(12)), None, []),
    "queens-12": lambda: queens(12),
    "coloured-words-3-of-7": lambda: word_square(3, "abcdefg"),
    "pentominoes-6x10": lambda: (list(pentominoes(6, 10)), None, []),
}


def ours(options, primary, secondary, workers=None):
    return sudoku_harness.covers(options, primary=primary, secondary=secondary, workers=workers)


def theirs(options, primary, secondary):
    """With colours, it needs the list of the primary items."""
    return xcover.covers(options, primary=primary, secondary=secondary, colored=primary is not None)


def timed(covers, problem):
    start, cpu_start = time.perf_counter(), time.process_time()
    n_covers = sum(1 for _ in covers(*problem))
    return n_covers, time.perf_counter() - start, time.process_time() - cpu_start


def race(name, rounds, workers):
    """Races both on a problem. Returns whether they agree, and the least times."""
    problem = PROBLEMS[name]()
    contestants = [functools.partial(ours, workers=workers), theirs]
    sets = [sorted(sorted(map(int, cover)) for cover in covers(*problem)) for covers in contestants]
    times, cpu_times = [[], []], [[], []]
    for number in range(rounds):
        turns = list(enumerate(contestants))
        for who, covers in turns if number % 2 == 0 else reversed(turns):
            n_covers, seconds, cpu_seconds = timed(covers, problem)
            assert n_covers == len(sets[who])
            times[who].append(seconds)
            cpu_times[who].append(cpu_seconds)
        # Problems of seconds are not repeated as often as those of milliseconds.
        if number >= 2 and sum(map(sum, times)) > 60:
            break
    row = [name, len(sets[0]), *(f"{1000 * of(it):.3f}" for it in times for of in (min, statistics.median))]
    ratios = [min(it[1]) / min(it[0]) for it in (times, cpu_times)]
    differs = "" if sets[0] == sets[1] else f"  DIFFERS: xcover lists {len(sets[1])}"
    print(LINE.format(*row, *(f"{ratio:.1f}" for ratio in ratios), len(times[0])) + differs, flush=True)
    return not differs, *map(min, times)


LINE = "{:21} {:>8} {:>10} {:>10} {:>11} {:>11} {:>6} {:>6} {:>6}"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help=f"of {', '.join(PROBLEMS)}; all by default")
    parser.add_argument("--rounds", type=int, default=25, help="the most rounds, 25 by default")
    parser.add_argument("--workers", type=int, help="the threads of sudoku_harness, by default one for each processor")
    arguments = parser.parse_args()
    unknown = [name for name in arguments.problems if name not in PROBLEMS]
    if unknown or arguments.rounds < 1:
        parser.error(f"no problem is called {unknown[0]}" if unknown else "a round at least")
    for covers in (ours, theirs):
        list(covers([["a"], ["b"]], None, []))
        list(covers([["a", "x:red"], ["b", "x:red"]], ["a", "b"], ["x"]))
    print(f"sudoku_harness and xcover {xcover.__version__}, milliseconds")
    print(LINE.format("problem", "covers", "ours", "median", "xcover", "median", "ratio", "CPU", "rounds"))
    races = [race(name, arguments.rounds, arguments.workers) for name in arguments.problems or PROBLEMS]
    agree, ours_least, theirs_least = zip(*races)
    ratios = [their / our for our, their in zip(ours_least, theirs_least)]
    print(f"ratios of the least times: {statistics.geometric_mean(ratios):.1f} in the geometric mean, "
          f"{min(ratios):.1f} to {max(ratios):.1f}; {sum(theirs_least) / sum(ours_least):.1f} of their sums")
    return 0 if all(agree) else 1


if __name__ == "__main__":
    sys.exit(main())
