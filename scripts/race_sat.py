#!/usr/bin/env python3
"""Races engines of the harness with SAT solvers that are programs, in turns, on formulas in DIMACS format.

usage: race_sat.py HARNESS [FILE|FOLDER…] [--random N] [--rounds N] [--rows ID,…] [--programs PROGRAM,…]

PROGRAM is minisat, cadical or another that exits with 10 or 20. With --random, the formulas are also the first N satisfiable
ones among those of the seeds 1, 2, …: 250 variables, 1065 clauses of three different variables each, the sets "uf250" of
SATLIB. The time is the CPU time of a process, which also starts and reads the formula.

A line for each contestant: the formulas, the sum, median and maximum of its least times in seconds, and its sum and its
geometric mean over those of the first program. Ends with 1 if two contestants say different things.
"""

import argparse
import os
import pathlib
import random
import shutil
import statistics
import subprocess
import sys
import tempfile


def process(command):
    """The exit code and the CPU seconds of a process."""
    it = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(it.pid, 0)
    return os.waitstatus_to_exitcode(status), usage.ru_utime + usage.ru_stime


def random_formula(seed, variables=250, clauses=1065):
    """A uniform random 3-SAT formula."""
    rng = random.Random(seed)
    lines = [f"p cnf {variables} {clauses}"]
    for _ in range(clauses):
        chosen = rng.sample(range(1, variables + 1), 3)
        lines.append(" ".join(str(it if rng.random() < 0.5 else -it) for it in chosen) + " 0")
    return "\n".join(lines) + "\n"


def satisfiable(n, decide, folder):
    """The files of the first N random formulas that are satisfiable."""
    seed, found = 0, []
    while len(found) < n:
        seed += 1
        file = pathlib.Path(folder) / f"random-{seed}.cnf"
        file.write_text(random_formula(seed))
        if process(decide(file))[0] == 10:
            found.append(file)
    return found


def race(files, contestants, rounds):
    """The least times of each contestant, and what each said."""
    times = {name: [[] for _ in files] for name in contestants}
    said = [{} for _ in files]
    for _ in range(rounds):
        for number, file in enumerate(files):
            for name, command in contestants.items():
                code, seconds = process(command(file))
                if code not in (10, 20):
                    sys.exit(f"{name}: exit code {code} on {file}, expected 10 or 20")
                times[name][number].append(seconds)
                said[number].setdefault(code, name)
    disagreeing = [f"{file}: {' and '.join(it.values())} differ" for file, it in zip(files, said) if len(it) > 1]
    return {name: [min(of_file) for of_file in it] for name, it in times.items()}, disagreeing


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("harness", type=pathlib.Path)
    parser.add_argument("formulas", nargs="*", type=pathlib.Path, metavar="FILE|FOLDER")
    parser.add_argument("--random", type=int, default=0, metavar="N")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--rows", type=lambda it: it.split(","), default=["sat/extended.cdcl", "sat/extended.batsat"])
    parser.add_argument("--programs", type=lambda it: it.split(","), default=["minisat", "cadical"])
    arguments = parser.parse_args()
    missing = [it for it in arguments.programs if not shutil.which(it)]
    if missing:
        parser.error(f"{', '.join(missing)}: no such program, expected ones that can be run")
    harness = str(arguments.harness.resolve())
    contestants = {it: lambda file, it=it: [it, file] for it in arguments.programs}
    contestants |= {it: lambda file, it=it: [harness, "solve", file, "-b", it, "--competition"] for it in arguments.rows}
    files = [file for it in arguments.formulas for file in (sorted(it.rglob("*.cnf")) if it.is_dir() else [it])]
    with tempfile.TemporaryDirectory() as folder:
        files += satisfiable(arguments.random, contestants[arguments.programs[0]], folder)
        if not files:
            parser.error("no formulas, expected files, folders or --random")
        least, disagreeing = race(files, contestants, arguments.rounds)
    first = least[arguments.programs[0]]
    tick = 0.001  # CPU times are not finer than this everywhere.
    print(f"{'contestant':20} {'formulas':>8} {'sum s':>8} {'median s':>8} {'max s':>8} {'sum/first':>9} {'mean/first':>10}")
    for name, it in least.items():
        ratios = [max(own, tick) / max(other, tick) for own, other in zip(it, first)]
        print(f"{name:20} {len(it):8} {sum(it):8.2f} {statistics.median(it):8.4f} {max(it):8.2f} "
              f"{sum(it) / sum(first):9.2f} {statistics.geometric_mean(ratios):10.2f}")
    if disagreeing:
        sys.exit("error: " + "\n".join(disagreeing))


if __name__ == "__main__":
    main()
