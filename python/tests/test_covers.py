import gc
import itertools
import os
import random
import subprocess
import sys
import threading
import time

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
        for backend in [None, "cover/bitmatrix", "cover/dlx", "cover/dancing-cells"]:
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


def test_covers_may_have_different_lengths():
    # The partitions of a set, of which there are as many as its Bell number.
    subsets = [subset for size in range(1, 7) for subset in itertools.combinations("abcdef", size)]
    for backend in [None, "cover/dlx"]:
        found = list(sh.covers(subsets, backend=backend))
        assert len(found) == len(set(map(tuple, found))) == 203
        for cover in found:
            assert cover == sorted(cover) and all(type(number) is int for number in cover)
            assert sorted(item for number in cover for item in subsets[number]) == list("abcdef")


def test_an_iterator_may_be_left_and_limited():
    board = list(dominoes(8, 8))
    first = list(itertools.islice(sh.covers(board), 10))
    assert len(first) == 10
    assert list(sh.covers(board, limit=10)) == first
    assert list(sh.covers(board, limit=0)) == []
    for cover in first:
        cells = sorted(cell for number in cover for cell in board[number])
        assert cells == sorted(itertools.product(range(8), range(8)))


def langford(n):
    """Each number twice, with as many places between."""
    for number in range(1, n + 1):
        for place in range(2 * n - number - 1):
            yield [f"number {number}", place, place + number + 1]


@pytest.mark.parametrize(
    "options, n_covers",
    # A search that is divided into parts, one whose states repeat, which stays whole, and one without a cover.
    [(list(langford(11)), 35584), (list(dominoes(6, 8)), 167089), (list(langford(10)), 0)],
)
def test_covers_have_the_same_order_for_any_number_of_threads(options, n_covers):
    expected = list(sh.covers(options, workers=0))
    assert len(expected) == len(set(map(tuple, expected))) == n_covers
    for workers in [1, 2, 5]:
        assert list(sh.covers(options, workers=workers)) == expected
    assert list(sh.covers(options, workers=2, limit=30000)) == expected[:30000]


def test_covers_wait_for_a_slow_consumer_and_its_time_is_not_counted():
    covers = sh.covers(list(langford(12)), workers=2, timeout=2)
    n_covers = 0
    for cover in covers:
        n_covers += 1
        if n_covers % 50000 == 0:
            time.sleep(0.6)
    assert n_covers == 216288


@pytest.mark.parametrize("backend", [None, "cover/dlx"])
def test_limits_hold_for_every_search(backend):
    with pytest.raises(TimeoutError):
        list(sh.covers(list(dominoes(10, 10)), backend=backend, timeout=0.05))
    board = list(dominoes(6, 6))
    everything = sorted(sh.covers(board, backend=backend))
    assert len(everything) == 6728
    for limit in [0, 1, 7, 6728, 7000]:
        some = list(sh.covers(board, backend=backend, limit=limit))
        assert len(some) == min(limit, 6728) and all(cover in everything for cover in some[:10])


def test_mistakes_are_told():
    for wrong, sentence in [
        (lambda: sh.covers([["a", "a"]]), "option 0: 'a' is repeated"),
        (lambda: sh.covers([["b"], ["a", "x:1", "x:2"]], secondary=["x"]), "option 1: 'x' is repeated"),
        (lambda: sh.covers([["b"]], primary=["a"]), "option 0: 'b' is not among the items"),
        (lambda: sh.covers([["a"]], primary=["a", "a"]), "primary: 'a' is repeated"),
        (lambda: sh.covers([["a"]], primary=["a"], secondary=["a"]), "secondary: 'a' is repeated"),
        (lambda: sh.covers("abc"), "options: the text 'abc', expected a list of options"),
        (lambda: sh.covers([["a"], "bc"]), "option 1: the text 'bc', expected a list of items"),
        (lambda: sh.covers([["a"]], limit=-1), "limit: -1, expected 0 at least"),
        (lambda: sh.covers([["a"]], workers=-1), "workers: -1, expected 0 at least"),
        (lambda: sh.covers([["a"]], timeout=-1), "a time limit of -1 s"),
        (lambda: sh.covers([["a"]], backend="x"), 'no backend is called "x"'),
        (lambda: sh.covers([["a"]], backend="backtrack/naive"), "takes no exact cover problem"),
        (lambda: sh.covers([["a"]], backend="count/fewest"), "counts covers and does not list them"),
        (lambda: sh.count([["a"]], memory=0), "memory: 0, expected 1 at least"),
    ]:
        with pytest.raises(ValueError) as raised:
            wrong()
        assert sentence in str(raised.value)
    for wrong, sentence in [
        (lambda: sh.covers([[["a"]]]), "option 0: items must be hashable, and a value of type list is not"),
        (lambda: sh.covers(7), "options: a value of type int, expected a list of options"),
        (lambda: sh.covers([7]), "option 0: a value of type int, expected a list of items"),
    ]:
        with pytest.raises(TypeError) as raised:
            wrong()
        assert sentence in str(raised.value)
    assert list(sh.covers([["a"]], primary=["a", "b"])) == []
    assert list(sh.covers([])) == [[]]


def test_items_are_what_dictionaries_take_for_equal():
    assert list(sh.covers([[1, "1"], [1.0], ["1"]])) == [[0], [1, 2]]
    assert list(sh.covers(([item] for item in {"a": 1, "b": 2}))) == [[0, 1]]


def test_items_of_a_certificate_have_different_names(tmp_path):
    with pytest.raises(ValueError, match="two items are written 1 in the file"):
        sh.count([[1, "1"]], certificate=tmp_path / "some.count")


def test_large_problems_are_searched_by_a_backend():
    # A chain of 600 items: more than an enumeration takes.
    options = [[item] for item in range(600)] + [[item, item + 1] for item in range(0, 12, 2)]
    assert sum(1 for _ in sh.covers(options)) == 2**6


def test_the_lock_is_free_while_covers_are_searched():
    # The single cover of this problem comes after a long search, if it comes at all.
    board = [option for option in dominoes(13, 13)]
    ticks, stop = [], threading.Event()

    def tick():
        while not stop.wait(0.005):
            ticks.append(time.monotonic())

    thread = threading.Thread(target=tick)
    thread.start()
    try:
        with pytest.raises(TimeoutError):
            next(sh.covers(board, timeout=0.5))
    finally:
        stop.set()
        thread.join()
    assert len(ticks) > 10


@pytest.mark.parametrize("backend", [None, "cover/dlx"])
def test_ctrl_c_ends_a_search_for_covers(backend):
    # No board of 169 squares can be tiled, which takes for ever to find out.
    script = f"""if True:
        import itertools, signal, threading, time
        import sudoku_harness as sh
        cells = list(itertools.product(range(13), range(13)))
        board = [[cell, other] for cell in cells for other in [(cell[0], cell[1] + 1), (cell[0] + 1, cell[1])]
                 if other in cells]
        sent = []
        def send():
            sent.append(time.monotonic())
            signal.raise_signal(signal.SIGINT)
        threading.Timer(0.3, send).start()
        try:
            next(sh.covers(board, backend={backend!r}))
        except KeyboardInterrupt:
            print(time.monotonic() - sent[0])
    """
    printed = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60)
    # A fifth of a second, and as much again for a machine that is busy.
    assert float(printed.stdout) < 0.4


@pytest.mark.parametrize("backend", [None, "cover/dlx"])
def test_a_dropped_iterator_stops_its_search(backend):
    covers = sh.covers(list(dominoes(10, 10)), backend=backend)
    next(covers)
    del covers
    gc.collect()
    deadline = time.monotonic() + 20
    while (before := time.process_time()) is not None:
        time.sleep(0.2)
        if time.process_time() - before < 0.05:
            break
        assert time.monotonic() < deadline, "the search goes on"


def test_threads_may_share_an_iterator():
    covers, found = sh.covers(list(dominoes(6, 6))), []
    lock = threading.Lock()

    def take():
        while True:
            with lock:
                cover = next(covers, None)
            if cover is None:
                return
            found.append(tuple(cover))

    threads = [threading.Thread(target=take) for _ in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert len(found) == len(set(found)) == 6728


def test_a_puzzle_is_counted_with_a_certificate(tmp_path):
    assert sh.count("." * 16, certificate=tmp_path / "empty.count") == 288


def test_a_certificate_does_not_take_the_place_of_its_problem(tmp_path):
    with pytest.raises(ValueError, match="is for the problem, expected another ending"):
        sh.count([["a"]], certificate=tmp_path / "a.xcc")
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not hasattr(sys, "set_int_max_str_digits"), reason="this Python reads any number of digits")
def test_counts_may_have_more_digits_than_python_reads():
    limit = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(sys.int_info.str_digits_check_threshold)
    try:
        assert sh.count([[item] for item in range(700) for _ in range(10)]) == 10**700
    finally:
        sys.set_int_max_str_digits(limit)


def test_backends_that_cannot_count_say_so():
    with pytest.raises(ValueError, match="deduce/all-unique assumes that there is one solution"):
        sh.count("." * 16, backend="deduce/all-unique")
    with pytest.raises(ValueError, match="simd/bitslice does not take this puzzle: it takes classic9 only"):
        sh.count("." * 16, backend="simd/bitslice")
    with pytest.raises(RuntimeError, match="the backend got stuck before it knew all solutions"):
        sh.count("." * 16, backend="deduce/all")


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system does not fork")
def test_a_forked_process_has_no_threads_of_a_search():
    script = f"""if True:
        import itertools, os
        import sudoku_harness as sh
        cells = list(itertools.product(range(8), range(8)))
        board = [[cell, other] for cell in cells for other in [(cell[0], cell[1] + 1), (cell[0] + 1, cell[1])]
                 if other in cells]
        covers = sh.covers(board, workers=1)
        all(next(covers) for _ in range(50000))
        if os.fork() == 0:
            try:
                all(covers)
            except RuntimeError as error:
                print(error, flush=True)
            os._exit(0)
        os.wait()
    """
    printed = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True, timeout=60)
    assert "call covers in the new one" in printed.stdout


def test_what_items_raise_is_passed_on():
    class Item:
        def __hash__(self):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        sh.covers([[Item()]])
    with pytest.raises(UnicodeEncodeError):
        sh.covers([["\ud800"]])
