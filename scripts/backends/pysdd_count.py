#!/usr/bin/env python3
"""An outside model counter for the harness, mode `dimacs` with `counter`: PySDD, which compiles the formula into a
sentential decision diagram.

    pip install PySDD
    ./pysdd_count.py FORMULA.cnf
"""

import sys

from dimacs import read
from pysdd.sdd import SddManager


def main():
    variables, clauses = read(sys.argv[1])
    if variables == 0:
        return print("c s exact arb int", int([] not in clauses))
    manager = SddManager(var_count=variables, auto_gc_and_minimize=True)
    whole = manager.true()
    whole.ref()
    for clause in clauses:
        term = manager.false()
        for literal in clause:
            term = term | manager.literal(literal)
        before, whole = whole, whole & term
        whole.ref()
        before.deref()
    return print("c s exact arb int", whole.global_model_count())


if __name__ == "__main__":
    main()
