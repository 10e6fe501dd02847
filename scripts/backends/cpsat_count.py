#!/usr/bin/env python3
"""An outside model counter for the harness, mode `dimacs` with `counter`: CP-SAT of OR-Tools, which enumerates
all models. It is no model counter, and takes as long as there are models.

    pip install ortools
    ./cpsat_count.py FORMULA.cnf
"""

import sys

from dimacs import read
from ortools.sat.python import cp_model


class Tally(cp_model.CpSolverSolutionCallback):
    """Counts the solutions that it is told."""

    def __init__(self):
        super().__init__()
        self.models = 0

    def on_solution_callback(self):
        self.models += 1


def main():
    variables, clauses = read(sys.argv[1])
    model = cp_model.CpModel()
    named = [model.new_bool_var(str(number + 1)) for number in range(variables)]
    for clause in clauses:
        model.add_bool_or([named[it - 1] if it > 0 else ~named[-it - 1] for it in clause])
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    # Presolve could merge models that differ in a variable of no clause.
    solver.parameters.keep_all_feasible_solutions_in_presolve = True
    tally = Tally()
    status = solver.solve(model, tally)
    if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        print("c s exact arb int", tally.models)
    else:
        print("s UNKNOWN")


if __name__ == "__main__":
    main()
