#!/usr/bin/env python3
"""Gecode as MiniZinc starts it: one constraint all_different for each region, the relations in words of MiniZinc, and
Gecode's own choice of cells.

Each question starts `minizinc` anew, which takes a tenth of a second; `solve_ns` is what MiniZinc says of the search.

    apt-get install minizinc
    ./talk.py 'python3 gecode.py'
"""

import re
import subprocess

from constraints import Found, serve

SOLVER = "org.gecode.gecode"


# What two neighbours have to do with each other.
PAIRS = {
    "rising": "{a} < {b}",
    "difference": "abs({a} - {b}) = {number}",
    "not-difference": "abs({a} - {b}) != {number}",
    "ratio": "({a} * {number} = {b} \\/ {b} * {number} = {a})",
    "not-ratio": "({a} * {number} != {b} /\\ {b} * {number} != {a})",
}

# Between its smallest and its largest number, which occur once each, the numbers of a list have a total.
SANDWICH = """predicate sandwich(array[int] of var int: x, int: order, int: total) =
  sum(i in index_set(x))(x[i] = 1) = 1 /\\ sum(i in index_set(x))(x[i] = order) = 1 /\\
  let { var index_set(x): one; var index_set(x): other } in
    x[one] = 1 /\\ x[other] = order /\\
    sum(i in index_set(x))(x[i] * (min(one, other) < i /\\ i < max(one, other))) = total;
"""


def related(board, relation):
    """The constraints of a relation."""
    cell = lambda number: f"g[{number + 1}]"
    its = ",".join(cell(number) for number in relation.cells)
    if relation.kind == "sum":
        return [f"constraint sum([{its}]) = {relation.number};"]
    if relation.kind == "sandwich":
        return [f"constraint sandwich([{its}], {board.order}, {relation.number});"]
    between = PAIRS[relation.kind]
    pairs = relation.pairs()
    texts = (between.format(a=cell(a), b=cell(b), number=relation.number) for a, b in pairs)
    return [f"constraint {text};" for text in texts]


def model(board, givens):
    """The text of the model."""
    regions = ("[" + ",".join(f"g[{cell + 1}]" for cell in region) + "]" for region in board.regions)
    values = (f"constraint g[{cell + 1}] = {value};" for cell, value in enumerate(givens) if value)
    return "\n".join([
        'include "all_different.mzn";',
        SANDWICH,
        f"array[1..{len(givens)}] of var 1..{board.order}: g;",
        *(f"constraint all_different({region});" for region in regions),
        *(text for relation in board.relations for text in related(board, relation)),
        *values,
        "solve satisfy;",
        'output ["grid ", join(" ", [show(g[i]) | i in index_set(g)]), "\\n"];',
    ])


def solve(board, givens, goal, milliseconds):
    command = ["minizinc", "--solver", SOLVER, "--statistics", "--input-from-stdin"]
    command += ["--all-solutions"] if goal is None else ["--num-solutions", str(goal)]
    command += ["--time-limit", str(milliseconds)] if milliseconds is not None else []
    ran = subprocess.run(command, input=model(board, givens), capture_output=True, text=True, check=False)
    if ran.returncode:
        raise SystemExit(f"minizinc: {ran.stderr.strip()}")
    grids = [line.split()[1:] for line in ran.stdout.splitlines() if line.startswith("grid ")]
    is_exhausted = "==========" in ran.stdout or "=====UNSATISFIABLE=====" in ran.stdout
    stop = "enough" if len(grids) == goal else None if is_exhausted else "timeout"
    times = dict(re.findall(r"^%%%mzn-stat: (flatTime|solveTime)=([0-9.e-]+)", ran.stdout, re.MULTILINE))
    names = {"flatTime": "encode_ns", "solveTime": "solve_ns"}
    pairs = {names[key]: round(float(seconds) * 1e9) for key, seconds in times.items()}
    return Found([[int(value) for value in grid] for grid in grids[:2]], len(grids), stop, **pairs)


def version():
    """The version of Gecode, as MiniZinc lists it."""
    listed = subprocess.run(["minizinc", "--solvers"], capture_output=True, text=True, check=True).stdout
    return re.search(r"^\s*Gecode (\S+) \(" + re.escape(SOLVER), listed, re.MULTILINE).group(1)


if __name__ == "__main__":
    serve("gecode", version(), solve, ["sum", "sandwich", *PAIRS])
