"""CP-SAT of OR-Tools, a worker: 81 variables and 27 constraints `AllDifferent`, a constant for each given.

Timed are building the model and the search, which ends at the second solution.
"""

from time import perf_counter_ns

import ortools
from ortools.sat.python import cp_model
from protocol import serve


class Grids(cp_model.CpSolverSolutionCallback):
    """Keeps solutions up to a limit."""

    def __init__(self, variables, limit):
        super().__init__()
        self.variables, self.limit, self.grids = variables, limit, []

    def on_solution_callback(self):
        self.grids.append([self.value(variable) for variable in self.variables])
        if len(self.grids) == self.limit:
            self.stop_search()


def solve(cells, limit):
    start = perf_counter_ns()
    model = cp_model.CpModel()
    grid = [model.new_constant(it) if it else model.new_int_var(1, 9, "") for it in cells]
    for i in range(9):
        corner = i // 3 * 27 + i % 3 * 3
        model.add_all_different(grid[9 * i : 9 * i + 9])
        model.add_all_different(grid[i::9])
        model.add_all_different(grid[corner + 9 * r + c] for r in range(3) for c in range(3))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.enumerate_all_solutions = limit > 1
    found = Grids(grid, limit)
    solver.solve(model, found)
    return perf_counter_ns() - start, found.grids


if __name__ == "__main__":
    serve("cpsat", f"ortools-{ortools.__version__}", solve)
