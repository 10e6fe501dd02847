#!/usr/bin/env python3
"""Kills runs with SIGKILL at random moments, resumes them, and checks what is left.

    scripts/kills.py target/release/harness --kills 1000 --log results/hardening/kills.csv

Each run is killed again and again until it is complete, with every process that it started. After each kill,
rows that were there before must be there as they were; each trial has one row; and what `harness merge` reads of
the folder must be its whole lines, without a partial one. When a run is complete, it must have the trials of a run
that was never killed, and `harness verify` must find nothing wrong. Any difference is counted and is exit code 1.

The moments follow from the seed, but what a run has done by then does not. It needs no package beside Python, and
reads rows with a CSV reader of its own, so that a mistake of the harness does not hide itself.
"""

import argparse
import collections
import csv
import datetime
import io
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

PUZZLES = pathlib.Path(__file__).parent.parent / "datasets" / "hardest.txt"

# The ways of running. `{out}` is the output; rows are in the last of the folders that exists.
COMMON = ["-b", "candidates/mrv", "-b", "cover/dlx", "-f", "Inkala", "-f", "Golden", "--timeout", "20s", "--no-probe"]
SCENES = {
    "one worker": (["--jobs", "1", "--reps", "12"], ["."]),
    "two workers": (["--jobs", "2", "--reps", "12"], ["."]),
    "child processes": (["--jobs", "2", "--reps", "8", "--isolate", "all"], ["."]),
    "invocations": (["--jobs", "1", "--reps", "3", "--invocations", "3"], ["."]),
    "shard": (
        ["--jobs", "1", "--reps", "12", "--shard", "1/1", "--attempt", "a"],
        ["attempts/1-of-1.a", "shards/1-of-1"],
    ),
}
KEY = ["backend", "corpus", "puzzle", "iso_seed", "rep", "invocation"]
COLUMNS = "date,version,scene,seed,kills,before_rows,among_rows,partial_lines,complete_runs,rows,lost,twice,misread"


WRONG = ["lost", "twice", "misread"]


class Broken(Exception):
    """A run that cannot be resumed."""


def whole_lines(folder):
    """The rows up to the last line break, and whether anything follows."""
    try:
        data = (folder / "rows.csv").read_bytes()
    except FileNotFoundError:
        return b"", False
    end = data.rfind(b"\n") + 1
    return data[:end], end < len(data)


def trials(lines):
    """The trials of rows, and how often each is there."""
    rows = csv.DictReader(io.StringIO(lines.decode(), newline=""))
    return collections.Counter(tuple(row[name] for name in KEY) for row in rows)


class Campaign:
    """Kills in one way of running."""

    def __init__(self, harness, scene, chance, place):
        self.harness, self.scene, self.chance, self.place = harness, scene, chance, place
        self.arguments, self.folders = SCENES[scene]
        self.counts = collections.Counter()
        start = time.monotonic()
        self.start(place / "calm").wait()
        self.seconds = time.monotonic() - start
        self.calm = trials(whole_lines(self.folder(place / "calm"))[0])
        if len(self.calm) < 50:
            raise Broken(f"{scene}: {len(self.calm)} trials in an undisturbed run, expected more")

    def folder(self, out):
        """The folder that has the rows at the moment."""
        there = [out / name for name in self.folders if (out / name).is_dir()]
        return there[-1] if there else out / self.folders[0]

    def start(self, out):
        """Starts or resumes a run, in a process group of its own."""
        words = [self.harness, str(PUZZLES), *COMMON, *self.arguments, "-o", str(out), "--resume"]
        return subprocess.Popen(
            words, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )

    def run(self, kills):
        """Kills so many times."""
        number = 0
        while self.counts["kills"] < kills:
            number += 1
            self.until_complete(self.place / f"run-{number}", kills)

    def until_complete(self, out, kills):
        """Kills a run until it is complete, or there were enough kills; then it is left alone."""
        kept = b""
        # Rows are written after each repetition, so later moments bring it forward; most kills are early ones.
        while True:
            process = self.start(out)
            if self.counts["kills"] < kills:
                try:
                    process.wait(self.chance.uniform(0, self.seconds))
                except subprocess.TimeoutExpired:
                    os.killpg(process.pid, signal.SIGKILL)
                    self.counts["kills"] += 1
            errors = process.communicate()[1].decode(errors="replace")
            kept = self.check_rows(out, kept)
            if process.returncode == 0:
                return self.check_complete(out)
            if process.returncode != -signal.SIGKILL:
                raise Broken(f"a resumed run ended with {process.returncode}: {errors}")

    def check_rows(self, out, kept):
        """Checks the rows of a run that was killed, and returns them."""
        folder = self.folder(out)
        lines, is_partial = whole_lines(folder)
        if not lines.startswith(kept):
            self.count("lost", len(set(kept.splitlines()) - set(lines.splitlines())) or 1, folder)
        self.counts["partial_lines"] += is_partial
        self.counts["among_rows" if lines.count(b"\n") > 1 else "before_rows"] += 1
        found = trials(lines)
        self.count("twice", found.total() - len(found), folder)
        # The first repetition is a pilot pass, which no reader counts.
        if any(key[KEY.index("rep")] != "0" for key in found):
            merged = self.place / "merged"
            words = [self.harness, "merge", str(folder), "-o", str(merged)]
            done = subprocess.run(words, capture_output=True, text=True)
            if done.returncode != 0:
                raise Broken(f"{' '.join(words)}: {done.stderr}")
            if (merged / "rows.csv").read_bytes() != lines:
                self.count("misread", 1, folder)
            subprocess.run(["rm", "-r", str(merged)], check=True)
        return lines

    def check_complete(self, out):
        """Checks a run that is complete."""
        folder = self.folder(out)
        found = trials(whole_lines(folder)[0])
        self.count("lost", (self.calm - found).total(), folder)
        self.count("twice", (found - self.calm).total(), folder)
        done = subprocess.run([self.harness, "verify", str(folder)], capture_output=True, text=True)
        if done.returncode != 0:
            raise Broken(f"harness verify {folder}: {done.stdout}{done.stderr}")
        self.counts["complete_runs"] += 1
        self.counts["rows"] += found.total()
        subprocess.run(["rm", "-r", str(out)], check=True)

    def count(self, name, number, folder):
        """Counts what must not happen."""
        if number:
            print(f"{folder}: {name}: {number}", file=sys.stderr)
        self.counts[name] += number

    def line(self, version, seed):
        """Its line of the log."""
        counts = [str(self.counts[name]) for name in COLUMNS.split(",")[4:]]
        today = datetime.date.today().isoformat()
        return ",".join([today, version, self.scene, str(seed), *counts])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("harness", help="the program")
    parser.add_argument("--kills", type=int, default=1000, help="kills, in all ways of running together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--log", type=pathlib.Path, help="write the numbers to this file")
    arguments = parser.parse_args()
    harness = os.path.abspath(arguments.harness)
    version = subprocess.run([harness, "--version"], capture_output=True, text=True, check=True)
    version = version.stdout.split()[1]
    lines, n_wrong = [COLUMNS], 0
    print(COLUMNS)
    for number, scene in enumerate(SCENES):
        kills = arguments.kills // len(SCENES) + (number < arguments.kills % len(SCENES))
        with tempfile.TemporaryDirectory() as place:
            chance = random.Random(f"{arguments.seed} {scene}")
            campaign = Campaign(harness, scene, chance, pathlib.Path(place))
            campaign.run(kills)
        n_wrong += sum(campaign.counts[name] for name in WRONG)
        lines.append(campaign.line(version, arguments.seed))
        print(lines[-1], flush=True)
    if arguments.log:
        arguments.log.parent.mkdir(parents=True, exist_ok=True)
        arguments.log.write_text("\n".join(lines) + "\n")
    return 1 if n_wrong else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except Broken as broken:
        sys.exit(f"error: {broken}")
