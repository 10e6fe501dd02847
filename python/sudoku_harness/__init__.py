"""Solve, count, rate and generate sudoku; exact cover with colours; runs of the harness as data frames.

>>> import sudoku_harness as sh
>>> sh.solve("....1.3.431.2...").solution
'3421123443122143'
>>> list(sh.covers([["a", "b"], ["c"], ["a"], ["b", "c"]]))
[[0, 1], [2, 3]]
>>> sh.count([["a", "b"], ["c"], ["a"], ["b", "c"]])
2
"""

from ._native import Answer, Rating, backends, count, covers, generate, rate, solve
from .runs import load

__all__ = [
    "Answer",
    "Rating",
    "backends",
    "count",
    "covers",
    "generate",
    "load",
    "rate",
    "solve",
]
