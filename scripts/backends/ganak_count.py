#!/usr/bin/env python3
"""An outside model counter for the harness, mode `dimacs` with `counter`: the bindings of ganak. They count as its
default mode does, where a table compares hashes and not components, so that a count may be wrong by accident. The
program itself has the option `--prob 0`.

    pip install pyganak
    ./ganak_count.py FORMULA.cnf
"""

import sys

from dimacs import read
from pyganak import Counter


def main():
    variables, clauses = read(sys.argv[1])
    if [] in clauses:
        return print("c s exact arb int 0")
    counter = Counter()
    # Without it, variables of no clause would not be counted.
    counter.new_vars(variables)
    counter.add_clauses(clauses)
    return print("c s exact arb int", counter.count())


if __name__ == "__main__":
    main()
