#!/usr/bin/env python3
"""Plays the harness' side of an outside solver: one line for each check, exit 1 if one fails.

    ./talk.py 'python3 solver.py'                 a session of sudoku-backend/1
    ./talk.py --mode lines 'python3 lines.py'     puzzle lines in, solution lines out
    ./talk.py --mode dimacs 'cadical -q'          a SAT solver
    ./talk.py --verbose CMD                       shows every line that is said, too
    ./talk.py --lang fr CMD                       advice in French, as in a French locale
    ./talk.py --compare FILE [--first N] CMD…     are the solvers of one mind on a corpus?

The rules are in harness/BACKENDS.md. Python 3 and its standard library.
"""

import argparse
import subprocess
import sys
import tempfile
import time

from advice import Complaint, language, sentence
from referee import TASKS, Geometry, corpus, words
from wire import GRACE, Silence, Solver

ESCARGOT = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
SEVENTEEN = ".......12....35......6...7.7.....3.....4..8..1...........12.....8.....4..5....6.."
SIXTY_ONE = "........584...56..1..4..3....9...1...62.71..3....5.....5..8..9.......4...2..17..."
CLASH = "5..5............................................................................."
# No two givens clash.
IMPOSSIBLE = "......4.......9123..5..26..8...31....4.75....53.....49..25.....1.9...27.7.3......"
SIXTEEN = (
    "21C..9.3F5.6.7..B..........8.DF6...6.1.8.B.C2934.9..76F.....8.....3745....AE..9FG.1......"
    ".....6..D2...B.....147.F.B.6G.1938.D..E....F..62.93.5..3C.....2.......G.....7.GC.5.3.4..7"
    "GD8B.9.....62.A39..8....F.6...1..2G36.....4..D.4E.1A9D.......5D.6.BFC.741G93..")

# Two solutions of each puzzle that has several.
OTHERS = {
    SIXTY_ONE: ("276139845843725619195468327539246178462871953718953264351684792687592431924317586",
                "276139845843725619195468327589243176462871953317956284651384792738592461924617538"),
    "." * 16: ("1234341221434321", "1234341223414123"),
}

# What is asked: a name, the geometry, the cells, the task, solutions, limit_solutions.
CASES = [
    ("Al Escargot", "classic9", ESCARGOT, "unique", 1, 2),
    ("Al Escargot", "classic9", ESCARGOT, "first", 1, 1),
    ("Al Escargot", "classic9", ESCARGOT, "count", 1, 100),
    ("17 clues", "classic9", SEVENTEEN, "unique", 1, 2),
    ("two givens clash", "classic9", CLASH, "unique", 0, 2),
    ("no solution", "classic9", IMPOSSIBLE, "unique", 0, 2),
    ("no solution", "classic9", IMPOSSIBLE, "first", 0, 1),
    ("no solution", "classic9", IMPOSSIBLE, "count", 0, 100),
    ("61 solutions", "classic9", SIXTY_ONE, "unique", 61, 2),
    ("61 solutions", "classic9", SIXTY_ONE, "first", 61, 1),
    ("61 solutions", "classic9", SIXTY_ONE, "count", 61, None),
    ("61 solutions, 10 wanted", "classic9", SIXTY_ONE, "count", 61, 10),
    ("4x4, empty", "classic4", "." * 16, "count", 288, 1000),
    ("4x4, empty", "classic4", "." * 16, "unique", 288, 2),
    ("6x6", "classic6", "...46......2.6.....4.5...3....5..3..", "unique", 1, 2),
    ("16x16", "classic16", SIXTEEN, "unique", 1, 2),
]

class Report:
    """One line a check."""

    def __init__(self, lang):
        self.failed, self.lang = 0, lang

    def say(self, complaints, name, detail=""):
        """`complaints` is what is wrong; None when there was nothing to check."""
        verdict = "skip" if complaints is None else "FAIL" if complaints else "ok"
        self.failed += bool(complaints)
        print(f"{verdict:4} {name}: {'; '.join(complaints or []) or detail}", flush=True)
        advice = (sentence(complaint, self.lang) for complaint in complaints or [])
        first = next((text for text in advice if text), None)
        if first:
            print(f"     {'conseil' if self.lang == 'fr' else 'advice'}  {first}", flush=True)


def session(command, verbose, report):
    """All checks of the protocol."""
    solver = Solver(command, verbose)
    told = " ".join(f"{key}={value}" for key, value in solver.hello.items())
    report.say([], "hello", told if len(told) < 100 else told[:97] + "...")
    for name, geometry, cells, task, solutions, limit in CASES:
        check_case(solver, report, (name, geometry, cells, task, solutions, limit))
    check_unknown(solver, report)
    check_time_limit(solver, report)
    check_node_limit(solver, report)
    check_again(solver, report)
    report.say(solver.leave("quit"), "quit", "it ends")
    report.say(Solver(command).leave(None), "end of input", "it ends")


def check_case(solver, report, case):
    """One question: the answer is right, or the solver said that it does not take it."""
    name, geometry, cells, task, solutions, limit = case
    title = f"{name}, {task}"
    try:
        answer = solver.solve(geometry, cells, task, limit)
    except Silence as silence:
        complaint = silence.args[0]
        if getattr(complaint, "key", "") == "crash" and not cells.strip("."):
            complaint = Complaint(complaint, "crash_empty")
        raise Silence(complaint, title) from None
    wrong = answer.complaints(geometry, cells, task, limit)
    taken = solver.takes("geometries", geometry) and solver.takes("tasks", task)
    if answer.word == "unsupported" and (not taken or solver.hello.get("geometries", "-") == "-"):
        return report.say(wrong or None, title, "unsupported, as announced")
    if answer.word not in words(task, solutions, limit):
        wrong.append(of_claim(answer, geometry, cells,
                              f"{answer.word}, expected {' or '.join(words(task, solutions, limit))}"))
    if answer.word == "counted" and answer.number("solutions") != solutions:
        wrong.append(f"counted {answer.number('solutions')}, there are {solutions}")
    return report.say(wrong, title, answer.summary())


def of_claim(answer, geometry, cells, text):
    """The complaint about a wrong claim, with its advice where the mistake is a typical one."""
    order = Geometry(geometry).order
    if order > 9:
        return Complaint(text, "large", order=order)
    if answer.word == "unique" and cells in OTHERS:
        return Complaint(text, "not_only", grid=next(g for g in OTHERS[cells] if g != answer.first))
    return text


def first_task(solver):
    """A task that the solver takes, unique before the others."""
    return next(t for t in ("unique",) + TASKS if solver.takes("tasks", t))


def check_unknown(solver, report):
    """Lines, keys and geometries that the solver cannot know."""
    solver.number += 1
    solver.send("geometry 999 no-such-geometry 4 cells in a ring")
    solver.send(f"solve {solver.number} .... geometry=999 task={first_task(solver)} limit_ms=1000 "
                "limit_nodes=- limit_solutions=2")
    line = solver.read(time.monotonic() + 1 + GRACE).split()
    expected = ["result", str(solver.number), "unsupported"]
    report.say([] if line[:3] == expected else [" ".join(line)], "unknown geometry", "unsupported")
    solver.send("")
    solver.send("good morning, solver")
    task = first_task(solver)
    answer = solver.solve("classic9", ESCARGOT, task, 2, more=" colour=blue mood=")
    wrong = answer.complaints("classic9", ESCARGOT, task, 2)
    wrong += [] if answer.word != "unknown" else ["unknown"]
    report.say(wrong, "stray lines and unknown keys", "ignored, and the next question is answered")


def check_time_limit(solver, report):
    """Counting the grids of the empty puzzle never ends: the limit has to."""
    if not solver.takes("tasks", "count"):
        return report.say(None, "time limit", "only checked with task count")
    answer = solver.solve("classic9", "." * 81, "count", None, ms=300)
    wrong = answer.complaints("classic9", "." * 81, "count")
    if answer.word != "timeout":
        wrong.append(f"{answer.word}, expected timeout")
    if answer.round_trip > 0.6:
        wrong.append(f"300 ms asked, {answer.round_trip * 1e3:.0f} ms taken")
    return report.say(wrong, "time limit, 300 ms", answer.summary())


def check_node_limit(solver, report):
    """A solver that counts nodes stops at so many."""
    task = first_task(solver)
    answer = solver.solve("classic9", ESCARGOT, task, 2, nodes=5)
    wrong = answer.complaints("classic9", ESCARGOT, task, 2)
    nodes = answer.number("nodes")
    if nodes is None:
        return report.say(wrong or None, "node limit", "it does not count nodes")
    if nodes > 5:
        wrong.append(f"5 nodes asked, {nodes} taken")
    return report.say(wrong, "node limit, 5", answer.summary())


def check_again(solver, report):
    """The same question has the same answer, another puzzle between them or not."""
    task = first_task(solver)
    ask = lambda cells: solver.solve("classic9", cells, task, 2)
    first, second, _, third = ask(ESCARGOT), ask(ESCARGOT), ask(SIXTY_ONE), ask(ESCARGOT)
    wrong = [] if first.settled() == second.settled() else ["twice in a row: other figures"]
    wrong += [] if first.settled() == third.settled() else ["after another puzzle: other figures"]
    report.say(wrong, "the same puzzle again", "the same answer and counters")


def lines(command, report):
    """Mode lines: a block in, standard input closed, as many lines out."""
    block = [ESCARGOT, SEVENTEEN, SIXTY_ONE, IMPOSSIBLE, ESCARGOT]
    done = subprocess.run(command, shell=True, text=True, input="\n".join(block) + "\n",
                          stdout=subprocess.PIPE, timeout=60, check=False)
    out = done.stdout.split("\n")[:-1]
    report.say([] if len(out) == len(block) else [f"{len(out)} lines, expected {len(block)}"],
               "lines", f"{len(out)} for {len(block)} puzzles")
    for cells, answer in zip(block, out):
        complaint = Geometry("classic9").complaint(cells, answer.strip())
        if cells == IMPOSSIBLE:
            complaint = None if complaint else "a solution of an impossible puzzle"
        report.say([complaint] if complaint else [], f"line {cells[:12]}...", answer[:40])
    report.say([f"exit code {done.returncode}"] if done.returncode else [], "end of input", "ends")


def dimacs(command, report):
    """Mode dimacs: the path of a formula is the last argument."""
    for name, geometry, cells, task, solutions, _ in CASES:
        if task == "count":
            continue
        with tempfile.NamedTemporaryFile("w", suffix=".cnf") as file:
            file.write(Geometry(geometry).formula(cells))
            file.flush()
            done = subprocess.run(f"{command} {file.name}", shell=True, text=True, timeout=60,
                                  stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        out = [line.split() for line in done.stdout.splitlines()]
        said = [line[1:] for line in out if line[:1] == ["s"]]
        model = [int(word) for line in out if line[:1] == ["v"] for word in line[1:]]
        expected = "SATISFIABLE" if solutions else "UNSATISFIABLE"
        wrong = [] if said == [[expected]] else [f"s {said}, expected {expected}"]
        if solutions and not wrong:
            complaint = Geometry(geometry).complaint(cells, Geometry(geometry).grid(model))
            wrong = [complaint] if complaint else []
        if done.returncode != (10 if solutions else 20):
            wrong.append(f"exit code {done.returncode}")
        report.say(wrong, f"{name}, formula", expected.lower())


def compare(path, count, commands, report):
    """Asks all solvers about each puzzle: is it unique? They must agree with each other, with the
    corpus, and on the grid; grids are refereed."""
    solvers = [Solver(command) for command in commands]
    tally, wrong, puzzles, spent = {}, [], 0, [0.0] * len(solvers)
    for geometry, cells, expect in corpus(path):
        if puzzles == count:
            break
        puzzles += 1
        answers = [solver.solve(geometry, cells, "unique", 2) for solver in solvers]
        for index, (solver, answer) in enumerate(zip(solvers, answers)):
            spent[index] += answer.round_trip
            wrong += [f"{cells} {solver.name}: {c}"
                      for c in answer.complaints(geometry, cells, "unique", 2)]
        said = {answer.word for answer in answers}
        right = words("unique", int(expect)) if (expect or "").isdigit() else {expect} - {None}
        if len(said) > 1 or right and said != right:
            wrong.append(f"{cells}: {[a.word for a in answers]}, expected {expect}")
        if said == {"unique"} and len({answer.first for answer in answers}) > 1:
            wrong.append(f"{cells}: different grids")
        word = " / ".join(sorted(said))
        tally[word] = tally.get(word, 0) + 1
    for solver in solvers:
        solver.leave("quit")
    seconds = ", ".join(f"{s.name} {t:.2f} s" for s, t in zip(solvers, spent))
    report.say(wrong, path, f"{puzzles} puzzles, {tally}; {seconds} over the pipe")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--mode", choices=("protocol", "lines", "dimacs"), default="protocol")
    parser.add_argument("--verbose", action="store_true", help="show every line that is said")
    parser.add_argument("--compare", metavar="FILE", help="ask all commands about a corpus")
    parser.add_argument("--lang", choices=("en", "fr"), default=language(),
                        help="language of the advice; by default that of the locale")
    parser.add_argument("--first", type=int, metavar="N", help="only the first N puzzles")
    parser.add_argument("command", nargs="+", metavar="CMD")
    options = parser.parse_args()
    report = Report(options.lang)
    try:
        if options.compare:
            compare(options.compare, options.first, options.command, report)
        elif len(options.command) != 1:
            parser.error("one command, unless --compare is given")
        elif options.mode == "protocol":
            session(options.command[0], options.verbose, report)
        else:
            {"lines": lines, "dimacs": dimacs}[options.mode](options.command[0], report)
    except Silence as silence:
        report.say([silence.args[0]], (silence.args[1:] or ("the session ends here",))[0])
    return 1 if report.failed else 0


if __name__ == "__main__":
    sys.exit(main())
