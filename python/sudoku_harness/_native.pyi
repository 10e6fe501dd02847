import os
from collections.abc import Iterable, Iterator, Sequence

class Answer:
    """What a solver found."""

    @property
    def solution(self) -> str | None:
        """The solution, as a line of symbols in reading order, if there is one."""
    @property
    def second(self) -> str | None:
        """Another solution, which shows that there are several."""
    @property
    def solutions(self) -> int:
        """The number of solutions that were found, ``limit`` at most."""
    @property
    def complete(self) -> bool:
        """Whether these are all solutions."""
    @property
    def unique(self) -> bool:
        """Whether there is exactly one solution."""
    @property
    def ended(self) -> str:
        """Why the search ended: "exhausted", "solutions", "time" or "stuck"."""
    @property
    def nodes(self) -> int | None:
        """The number of states of the search, if the backend counts it."""
    @property
    def bets(self) -> int | None:
        """The number of guesses, if the backend counts it."""
    @property
    def seconds(self) -> float:
        """The time of the search in seconds."""

class Rating:
    """How hard a puzzle is for people."""

    @property
    def level(self) -> str:
        """"easy", "medium", "hard", "fiendish" or "beyond"."""
    @property
    def score(self) -> float:
        """The score of the hardest step, on the scale of Sudoku Explainer."""
    @property
    def solved(self) -> bool:
        """Whether the known techniques fill the grid."""
    @property
    def techniques(self) -> list[tuple[str, int]]:
        """The techniques that were used, the easiest first, with their numbers of steps."""

class Covers(Iterator[list[int]]):
    """An iterator over exact covers. Each is a list with the numbers of its options, counted from 0."""

    def __iter__(self) -> Covers: ...
    def __next__(self) -> list[int]: ...

def solve(
    puzzle: str,
    *,
    board: str | None = None,
    backend: str = "candidates/mrv",
    limit: int = 2,
    timeout: float | None = None,
) -> Answer: ...
def rate(puzzle: str, *, board: str | None = None, timeout: float | None = None) -> Rating: ...
def generate(
    n: int = 1,
    *,
    seed: int = 0,
    board: str = "classic9",
    level: str | None = None,
    clues: int | None = None,
) -> list[str]: ...
def covers(
    options: Sequence[Sequence[object]],
    *,
    primary: Iterable[object] | None = None,
    secondary: Iterable[object] = (),
    backend: str = "cover/bitmatrix",
    limit: int | None = None,
    timeout: float | None = None,
) -> Covers: ...
def count(
    problem: str | Sequence[Sequence[object]],
    *,
    board: str | None = None,
    primary: Iterable[object] | None = None,
    secondary: Iterable[object] = (),
    backend: str = "count/fewest",
    certificate: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    timeout: float | None = None,
) -> int: ...
def backends() -> list[str]: ...
