#!/usr/bin/env python3
"""CP-SAT of OR-Tools as an outside solver: one constraint AllDifferent for each region, one worker.

    pip install ortools
    ./talk.py 'python3 cpsat.py'
"""

import time

import ortools
from constraints import Found, serve
from ortools.sat.python import cp_model


class Solutions(cp_model.CpSolverSolutionCallback):
    """Counts solutions up to a goal, and keeps the first two."""

    def __init__(self, cells, goal):
        super().__init__()
        self.cells, self.goal, self.solutions, self.grids = cells, goal, 0, []

    def on_solution_callback(self):
        self.solutions += 1
        if self.solutions <= 2:
            self.grids.append([self.value(cell) for cell in self.cells])
        if self.solutions == self.goal:
            self.stop_search()


def solve(board, givens, goal, milliseconds):
    start = time.perf_counter_ns()
    model = cp_model.CpModel()
    cells = [model.new_constant(it) if it else model.new_int_var(1, board.order, "") for it in givens]
    for region in board.regions:
        model.add_all_different(cells[cell] for cell in region)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = goal != 1
    encoded = time.perf_counter_ns() - start
    if milliseconds is not None:
        solver.parameters.max_time_in_seconds = max(milliseconds / 1e3 - encoded / 1e9, 0.001)
    found = Solutions(cells, goal)
    status = solver.solve(model, found)
    if found.solutions == goal:
        stop = "enough"
    else:
        stop = None if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) else "timeout"
    return Found(found.grids, found.solutions, stop, encode_ns=encoded, conflicts=solver.num_conflicts)


if __name__ == "__main__":
    serve("cpsat", ortools.__version__, solve)
