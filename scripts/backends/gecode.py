#!/usr/bin/env python3
"""Gecode as MiniZinc starts it: one constraint all_different for each region, and Gecode's own choice of cells.

Each question starts `minizinc` anew, which takes a tenth of a second; `solve_ns` is what MiniZinc says of the search.

    apt-get install minizinc
    ./talk.py 'python3 gecode.py'
"""

import re
import subprocess

from constraints import Found, serve

SOLVER = "org.gecode.gecode"


def model(board, givens):
    """The text of the model."""
    regions = ("[" + ",".join(f"g[{cell + 1}]" for cell in region) + "]" for region in board.regions)
    values = (f"constraint g[{cell + 1}] = {value};" for cell, value in enumerate(givens) if value)
    return "\n".join([
        'include "all_different.mzn";',
        f"array[1..{len(givens)}] of var 1..{board.order}: g;",
        *(f"constraint all_different({region});" for region in regions),
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
    serve("gecode", version(), solve)
