import pickle
import signal
import threading
import time

import pytest

import sudoku_harness as sh

MALHERBE = "....1.3.431.2..."
SAE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# The third number is less than the second.
RISING = f"""# geometry:
#   order: 4
#   rows
#   columns
#
#   board:
#   AABB
#   AABB
#   CCDD
#   CCDD
#
#   rising: r1c3 r1c2

{MALHERBE}
"""


def test_a_puzzle_has_its_solution_in_any_notation():
    answer = sh.solve(MALHERBE)
    assert sh.solve(MALHERBE, timeout=float("inf")).unique
    assert (answer.solution, answer.unique, answer.ended) == ("3421123443122143", True, "exhausted")
    grid = "\n".join(" ".join(MALHERBE[row : row + 4]) for row in range(0, 16, 4))
    assert sh.solve(grid).solution == answer.solution
    assert answer.nodes > 0 and answer.bets >= 0 and answer.seconds >= 0


def test_answers_and_ratings_can_be_sent_to_other_processes():
    answer, rating = sh.solve("." * 16), sh.rate(MALHERBE)
    for sent in (answer, rating):
        received = pickle.loads(pickle.dumps(sent))
        fields = [name for name in dir(sent) if not name.startswith("_")]
        assert [getattr(received, name) for name in fields] == [getattr(sent, name) for name in fields]
    assert type(answer).__module__ == "sudoku_harness" and answer.second


def test_every_backend_finds_the_same_solution():
    answers = {}
    for backend in sh.backends():
        try:
            answers[backend] = sh.solve(SAE, backend=backend, timeout=20).solution
        except ValueError as error:
            assert "does not take this board" in str(error)
    assert len(answers) > 30
    assert len(set(answers.values()) - {None}) == 1


def test_several_solutions_are_told():
    answer = sh.solve("." * 16, limit=5)
    assert (answer.solutions, answer.complete, answer.unique) == (5, False, False)
    assert answer.second != answer.solution
    assert sh.solve("11..............").solution is None


def test_what_is_wrong_is_told():
    for wrong, sentence in [
        (lambda: sh.solve("....1.3.431.2..y"), "1:16: 'y' is no symbol"),
        (lambda: sh.solve(""), "no puzzle"),
        (lambda: sh.solve(MALHERBE, backend="x"), 'no backend is called "x"'),
        (lambda: sh.solve(MALHERBE, backend="count/sweep"), "takes no puzzle"),
        (lambda: sh.solve(MALHERBE, board="x"), "x"),
        (lambda: sh.solve(MALHERBE, timeout=-1), "a time limit of -1 s"),
        (lambda: sh.solve(MALHERBE, timeout=float("nan")), "a time limit of NaN s"),
        (lambda: sh.solve(MALHERBE, limit=0), "limit: 0, expected 1 at least"),
        (lambda: sh.rate("11.............."), "the puzzle has no solution, expected one solution"),
        (lambda: sh.rate("." * 81), "the puzzle has several solutions, expected one solution"),
        (lambda: sh.rate(RISING), "the board has relations, expected regions alone"),
        (lambda: sh.generate(-1), "n: -1, expected 0 at least"),
        (lambda: sh.generate(seed=-1), "seed: -1, expected 0 to 18446744073709551615"),
        (lambda: sh.generate(seed=2**64), "seed: 18446744073709551616, expected 0 to"),
        (lambda: sh.generate(seed=10**50), "seed: a number above 2**127, expected 0 to"),
        (lambda: sh.generate(clues=-(10**50)), "clues: a number below -2**127, expected 0 at least"),
        (lambda: sh.solve(MALHERBE, limit=-(10**50)), "limit: a number below -2**127"),
        (lambda: sh.count(MALHERBE, memory=-(10**50)), "memory: a number below -2**127"),
        (lambda: sh.count([["a"]], board="classic4"), "board applies to a puzzle as text only"),
        (lambda: sh.count(MALHERBE, primary=["a"]), "primary applies to options only"),
        (lambda: sh.count(MALHERBE, secondary=["a"]), "secondary applies to options only"),
        (lambda: sh.generate(level="x"), 'no level is called "x", expected one of easy, medium'),
        (lambda: sh.generate(clues=82), "clues: 82, expected 81 at most"),
    ]:
        with pytest.raises(ValueError) as raised:
            wrong()
        assert sentence in str(raised.value)
    assert sh.solve(MALHERBE, limit=10**50).unique
    with pytest.raises(TypeError):
        sh.generate(seed=1.5)
    with pytest.raises(TimeoutError, match="after 0 puzzles"):
        sh.generate(clues=5, timeout=0.1)


def test_generated_puzzles_are_rated_and_the_same_for_a_seed():
    puzzles = sh.generate(3, seed=7, level="easy")
    assert puzzles == sh.generate(3, seed=7, level="easy")
    for puzzle in puzzles:
        assert sh.solve(puzzle).unique
        rating = sh.rate(puzzle)
        assert (rating.level, rating.solved) == ("easy", True)
        assert rating.techniques and rating.score < 3


def test_a_search_ends_at_ctrl_c_and_does_not_hold_the_lock():
    ticks = []
    stop = threading.Event()

    def tick():
        while not stop.wait(0.01):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    timer = threading.Timer(0.5, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            # More grids than can be counted one by one.
            sh.solve("." * 81, backend="backtrack/naive", limit=2**63)
    finally:
        stop.set()
        thread.join()
        timer.join()
    assert len(ticks) > 5
