#!/usr/bin/env python3
"""Measures the peak memory of each subcommand over a file of many puzzles, and over a run of it.

    scripts/peak_memory.py target/release/harness --puzzles 10000000 --log results/hardening/memory.csv

The puzzles are isomorphs of generated ones, all different, one a line. Each command reads the whole file, or a tenth
of it, and the peak of its resident memory (`ru_maxrss`) tells whether its memory grows with the file. A command that
takes longer than --timeout is stopped: its peak so far is measured, and the log says so. It needs 10 GB of disk for ten
million puzzles, and no package beside Python.
"""

import argparse
import csv
import os
import pathlib
import platform
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time

# `{file}` are the puzzles, `{run}` is a run of one backend on them, and `{out}` something new.
COMMANDS = {
    "check": "check {file}",
    "convert": "convert {file} --to line -o {out}",
    "rate": "rate {file}",
    "solve": "solve {file}",
    "run --summary-only": "run {file} -b candidates/mrv --summary-only --no-probe -o {out}",
    "run": "run {file} -b candidates/mrv --no-probe -o {run}",
    "show": "show {run}",
    "verify": "verify {run}",
    "rank": "rank {run}",
    "compare": "compare {run}",
    "plot": "plot cactus {run} -o {out}.svg",
    "report": "report {run} -o {out}.html",
    "merge": "merge {run} -o {out}",
    "export": "export {run} --to jsonl -o {out}",
    "history add": "history add {run} --history {out}",
    "archive": "archive {run} -o {out}.tar.gz",
}
COLUMNS = ["command", "puzzles", "peak_mib", "seconds", "ended"]


def write_puzzles(harness, path, count):
    """Writes isomorphs of 1000 generated puzzles, by permutations of digits and rotations of bands."""
    words = [harness, "generate", "--count", "1000", "--seed", "1"]
    text = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    puzzles = [line.split()[0] for line in text.splitlines() if line and not line.startswith("#")]
    puzzles = [line for line in puzzles if len(line) == 81]
    if len(puzzles) != 1000:
        sys.exit(f"error: {len(puzzles)} generated puzzles, expected 1000")
    chance = random.Random(1)
    with open(path, "w", encoding="ascii") as file:
        for number in range(count):
            digits = list("123456789")
            chance.shuffle(digits)
            table = str.maketrans("123456789", "".join(digits))
            line, bands = puzzles[number % 1000].translate(table), number // 1000 % 3
            file.write(line[27 * bands :] + line[: 27 * bands] + "\n")


def measure(words, timeout):
    """Peak memory in MiB, seconds, and how it ended."""
    start = time.monotonic()
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    errors = []
    reader = threading.Thread(target=lambda: errors.extend(process.stderr))
    reader.start()
    timer = threading.Timer(timeout, lambda: process.send_signal(signal.SIGKILL))
    timer.start()
    _, status, usage = os.wait4(process.pid, 0)
    timer.cancel()
    reader.join()
    code = os.waitstatus_to_exitcode(status)
    process.returncode = code
    ended = {0: "well", -signal.SIGKILL: "stopped"}.get(code, f"exit code {code}")
    if code not in (0, -signal.SIGKILL):
        print("".join(errors[-3:]), file=sys.stderr)
    return usage.ru_maxrss / 1024, time.monotonic() - start, ended


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("harness", help="the program")
    parser.add_argument("--puzzles", type=int, default=10_000_000)
    parser.add_argument("--timeout", type=float, default=300, metavar="SECONDS", help="for each command")
    parser.add_argument("--only", help="only the commands that begin with this text, and `run`")
    parser.add_argument("--log", type=pathlib.Path, help="write the figures to this file")
    arguments = parser.parse_args()
    harness = os.path.abspath(arguments.harness)
    rows = []
    print(",".join(COLUMNS), flush=True)
    for count in (arguments.puzzles // 10, arguments.puzzles):
        with tempfile.TemporaryDirectory() as place:
            place = pathlib.Path(place)
            file, run = place / "many.txt", place / "run"
            write_puzzles(harness, file, count)
            for name, command in COMMANDS.items():
                if arguments.only and not name.startswith((arguments.only, "run")):
                    continue
                out = place / "out"
                words = [word.format(file=file, run=run, out=out) for word in command.split()]
                peak, seconds, ended = measure([harness, *words], arguments.timeout)
                rows.append([name, str(count), f"{peak:.0f}", f"{seconds:.0f}", ended])
                print(",".join(rows[-1]), flush=True)
                subprocess.run(["rm", "-rf", *map(str, place.glob("out*"))], check=True)
    if arguments.log:
        with open(arguments.log, "w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows([COLUMNS, *rows])
    print(f"on {platform.machine()}, {os.cpu_count()} cores, {platform.system()} {platform.release()}")


if __name__ == "__main__":
    main()
