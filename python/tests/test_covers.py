import itertools
import random

import pytest

import sudoku_harness as sh


def dominoes(rows, columns):
    """The places of dominoes on a board."""
    cells = itertools.product(range(rows), range(columns))
    for row, column in cells:
        if column + 1 < columns:
            yield [(row, column), (row, column + 1)]
        if row + 1 < rows:
            yield [(row, column), (row + 1, column)]


def is_cover(items, primary, secondary):
    """Whether each primary item occurs once, and each secondary one once or in a single colour."""
    if sorted(item for item in items if item in primary) != sorted(primary):
        return False
    for name in secondary:
        uses = [item for item in items if item.partition(":")[0] == name]
        if len(uses) > 1 and (len(set(uses)) > 1 or uses[0] == name):
            return False
    return True


def brute_force(options, secondary=()):
    """The exact covers, by trying every set of options."""
    primary = {item for option in options for item in option if item.partition(":")[0] not in secondary}
    numbers = range(len(options))
    choices = itertools.chain.from_iterable(itertools.combinations(numbers, size) for size in range(len(options) + 1))
    items = lambda chosen: [item for number in chosen for item in options[number]]
    return sorted(list(chosen) for chosen in choices if is_cover(items(chosen), primary, secondary))


def random_problem(rng, coloured):
    items, secondary = list("abcd"), ["x", "y"] if coloured else []
    options = []
    for _ in range(rng.randint(3, 9)):
        option = rng.sample(items, rng.randint(1, 3))
        for name in secondary:
            if rng.random() < 0.4:
                option.append(name + rng.choice(["", ":red", ":blue"]))
        options.append(option)
    return options, secondary


@pytest.mark.parametrize("coloured", [False, True])
def test_covers_are_those_of_brute_force(coloured):
    rng = random.Random(1)
    for _ in range(200):
        options, secondary = random_problem(rng, coloured)
        expected = brute_force(options, secondary)
        for backend in ["cover/bitmatrix", "cover/dlx", "cover/dancing-cells"]:
            found = sh.covers(options, secondary=secondary, backend=backend)
            assert sorted(found) == expected, (options, secondary, backend)
        assert sh.count(options, secondary=secondary) == len(expected)


def test_items_are_any_objects_and_counts_have_any_size(tmp_path):
    board = list(dominoes(12, 12))
    path = tmp_path / "dominoes.count"
    assert sh.count(board) == 53060477521960000
    assert sh.count(board, backend="count/sweep.bandwidth", certificate=path) == 53060477521960000
    assert path.read_text().startswith("exact-cover-count ")
    problem = path.with_suffix(".xcc").read_text()
    assert problem.splitlines()[1] == "(0,0) (0,1)"
    # Two options for each of 512 items.
    assert sh.count([[item] for item in range(512) for _ in range(2)]) == 2**512


def test_an_iterator_may_be_left_and_limited():
    board = list(dominoes(8, 8))
    first = list(itertools.islice(sh.covers(board), 10))
    assert len(first) == 10
    assert list(sh.covers(board, limit=10)) == first
    assert list(sh.covers(board, limit=0)) == []
    for cover in first:
        cells = sorted(cell for number in cover for cell in board[number])
        assert cells == sorted(itertools.product(range(8), range(8)))


def test_limits_and_mistakes_are_told():
    with pytest.raises(TimeoutError):
        list(sh.covers(list(dominoes(10, 10)), timeout=0.05))
    with pytest.raises(ValueError, match="option 0: item number 0 is repeated"):
        sh.covers([["a", "a"]])
    with pytest.raises(ValueError, match="\"b\" is not among the items"):
        sh.covers([["b"]], primary=["a"])
    assert list(sh.covers([["a"]], primary=["a", "b"])) == []
    assert list(sh.covers([])) == [[]]


def test_a_puzzle_is_counted_with_a_certificate(tmp_path):
    assert sh.count("." * 16, certificate=tmp_path / "empty.count") == 288
