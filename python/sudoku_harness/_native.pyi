import os
from collections.abc import Hashable, Iterable, Iterator

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
    timeout: float | None = None,
) -> list[str]: ...
def covers(
    options: Iterable[Iterable[Hashable]],
    *,
    primary: Iterable[Hashable] | None = None,
    secondary: Iterable[Hashable] | None = None,
    backend: str | None = None,
    limit: int | None = None,
    workers: int | None = None,
    timeout: float | None = None,
) -> Iterator[list[int]]: ...
def count(
    problem: str | Iterable[Iterable[Hashable]],
    *,
    board: str | None = None,
    primary: Iterable[Hashable] | None = None,
    secondary: Iterable[Hashable] | None = None,
    backend: str = "count/fewest",
    certificate: str | os.PathLike[str] | None = None,
    memory: int | None = None,
    timeout: float | None = None,
) -> int: ...
def backends() -> list[str]: ...
