#!/usr/bin/env python3
"""CP-SAT of OR-Tools as an outside solver: one constraint AllDifferent for each region, one worker. A sum is a linear
constraint, a sandwich an automaton, and what two neighbours have to do with each other a table.

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


# Whether two neighbours are in a relation with this number.
PAIRS = {
    "difference": lambda a, b, number: abs(a - b) == number,
    "not-difference": lambda a, b, number: abs(a - b) != number,
    "ratio": lambda a, b, number: a * number == b or b * number == a,
    "not-ratio": lambda a, b, number: a * number != b and b * number != a,
}


def sandwich(order, total):
    """The end and the arcs of an automaton: it reads one slice, fillings up to a total, and the other slice.

    Its states are (slice, sum) between the slices, numbered from 1; 0 is before them, and the last one after them.
    """
    slices, end = (1, order), 2 * (total + 1) + 1
    between = lambda which, filled: 1 + which * (total + 1) + filled
    others = range(2, order)
    arcs = [(state, other, state) for state in (0, end) for other in others]
    for which, number in enumerate(slices):
        arcs.append((0, number, between(which, 0)))
        arcs.append((between(which, total), slices[1 - which], end))
        arcs += [(between(which, filled), other, between(which, filled + other))
                 for filled in range(total) for other in others if filled + other <= total]
    return end, arcs


def relate(model, cells, board, relation):
    """Adds a relation to a model."""
    its, numbers = [cells[cell] for cell in relation.cells], range(1, board.order + 1)
    if relation.kind == "sum":
        model.add(sum(its) == relation.number)
    elif relation.kind == "sandwich":
        end, arcs = sandwich(board.order, relation.number)
        model.add_automaton(its, 0, [end], arcs)
    elif relation.kind == "rising":
        for one, other in relation.pairs():
            model.add(cells[one] < cells[other])
    else:
        table = [(a, b) for a in numbers for b in numbers if PAIRS[relation.kind](a, b, relation.number)]
        for one, other in relation.pairs():
            model.add_allowed_assignments([cells[one], cells[other]], table)


def solve(board, givens, goal, milliseconds):
    start = time.perf_counter_ns()
    model = cp_model.CpModel()
    cells = [model.new_constant(it) if it else model.new_int_var(1, board.order, "") for it in givens]
    for region in board.regions:
        model.add_all_different(cells[cell] for cell in region)
    for relation in board.relations:
        relate(model, cells, board, relation)
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
    serve("cpsat", ortools.__version__, solve, ["sum", "sandwich", "rising", *PAIRS])
