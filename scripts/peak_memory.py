#!/usr/bin/env python3
"""Measures the peak memory of each subcommand that reads many puzzles, or the rows of a run on many.

    scripts/peak_memory.py target/debug/harness --puzzles 10000000 --folder /var/tmp/big

The puzzles are those of `datasets/minimal.txt` with their digits exchanged, so that a trial takes little time and no two are
the same. The run whose rows are read has two backends on half of the puzzles, so it has as many rows as there are puzzles.
The peak is the largest resident size of the process, as the kernel counts it. A subcommand that is not done after
`--seconds` is stopped, and the table says so; but not `run`, since others read its rows. It needs no package beside Python, and takes 500 bytes of disk for each puzzle.
"""

import argparse
import itertools
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

SEEDS = pathlib.Path(__file__).parent.parent / "datasets" / "minimal.txt"


def write_corpus(path, n_puzzles):
    """Writes as many puzzles: one permutation of the digits after the other, each applied to all seeds."""
    seeds = [line.split()[0] for line in SEEDS.read_text().splitlines() if line[:1] in "123456789."]
    permutations = itertools.permutations("123456789")
    with open(path, "w") as corpus:
        for first in range(0, n_puzzles, len(seeds)):
            digits = str.maketrans("123456789", "".join(next(permutations)))
            lines = (seed.translate(digits) for seed in seeds[: n_puzzles - first])
            corpus.write("\n".join(lines) + "\n")


def measure(command, seconds):
    """Returns the peak in bytes, the time in seconds, and how the process ended."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    signal.signal(signal.SIGALRM, lambda *_: process.kill())
    signal.alarm(seconds)  # Zero is no alarm.
    error = process.stderr.read().decode(errors="replace")
    _, status, usage = os.wait4(process.pid, 0)
    signal.alarm(0)
    elapsed = time.monotonic() - start
    if os.WIFSIGNALED(status):
        end = f"stopped after {seconds} s" if 0 < seconds <= elapsed else f"killed by {os.WTERMSIG(status)}"
    else:
        code = os.waitstatus_to_exitcode(status)
        end = "" if code == 0 else f"exit code {code}: {error.strip().splitlines()[-1:]}"
    return usage.ru_maxrss * 1024, elapsed, end


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("harness")
    arguments.add_argument("--puzzles", type=int, default=1_000_000)
    arguments.add_argument("--seconds", type=int, default=600, help="the longest time of a subcommand")
    arguments.add_argument("--only", nargs="*", help="the subcommands to measure, as the table names them; all by default")
    arguments.add_argument("--folder", type=pathlib.Path, required=True, help="a new folder, which is removed")
    chosen = arguments.parse_args()
    chosen.folder.mkdir(parents=True)
    at = lambda name: str(chosen.folder / name)
    corpus, half, run = at("corpus.txt"), at("half.txt"), at("run")
    write_corpus(corpus, chosen.puzzles)
    write_corpus(half, chosen.puzzles // 2)
    two = ["-b", "simd/single$", "-b", "candidates/mrv$", "--no-probe", "-o"]
    print("| subcommand | peak MB | s | |\n|---|--:|--:|---|")
    for name, words in [
        ("check", ["check", corpus]),
        ("convert", ["convert", corpus, "--to", "sdm", "-o", at("converted.sdm")]),
        ("rate", ["rate", corpus]),
        ("run --summary-only", ["run", corpus, *two, at("summary"), "--summary-only"]),
        ("run", ["run", half, *two, run]),
        ("show", ["show", run]),
        ("verify", ["verify", run]),
        ("rank", ["rank", run]),
        ("compare", ["compare", run]),
        ("explain", ["explain", "simd/single", "candidates/mrv", run]),
        ("plot cactus", ["plot", "cactus", run, "-o", at("cactus.svg")]),
        ("report", ["report", run, "-o", at("report.html")]),
        ("export", ["export", "--mkplot", at("mkplot.json"), "-b", "simd/single$", run]),
        ("merge", ["merge", run, "-o", at("merged")]),
        ("archive", ["archive", run, "--inputs", str(chosen.folder), "-o", at("run.tar.gz")]),
    ]:
        if chosen.only and name not in chosen.only and name != "run":
            continue
        peak, elapsed, end = measure([chosen.harness, *words], 0 if name == "run" else chosen.seconds)
        print(f"| `{name}` | {peak / 1e6:,.0f} | {elapsed:.0f} | {end} |", flush=True)
    shutil.rmtree(chosen.folder)


if __name__ == "__main__":
    sys.exit(main())
